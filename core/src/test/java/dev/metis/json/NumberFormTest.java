package dev.metis.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberFormTest {
    /** RFC 8785, appendix B. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void writesTheNumbersOfTheRfc(String bits, String expected) {
        assertEquals(expected, NumberForm.of(ofBits(bits)));
    }

    @Test
    void writesEveryCommittedVectorAsAnEcmaScriptEngineWroteIt() throws IOException {
        List<String> lines = vectors();
        assertTrue(lines.size() > 1_500, "vectors are missing: " + lines.size());
        for (String line : lines) {
            int comma = line.indexOf(',');
            String bits = line.substring(0, comma);
            assertEquals(line.substring(comma + 1), NumberForm.of(ofBits(bits)), bits);
        }
    }

    @Test
    void givesEveryDoubleBackAndIsNeverLongerThanSeventeenDigits() {
        SplittableRandom random = new SplittableRandom(8785);
        for (int i = 0; i < 200_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertEquals(value, Double.parseDouble(NumberForm.of(value)));
                assertTrue(new BigDecimal(NumberForm.of(value))
                                .stripTrailingZeros()
                                .precision()
                        <= 17);
            }
        }
    }

    @Test
    void usesTheFewestDigitsAmongTheSmallestSubnormals() {
        for (long bits = 1; bits < 20_000; bits++) {
            double value = Double.longBitsToDouble(bits);
            BigDecimal form = new BigDecimal(NumberForm.of(value)).stripTrailingZeros();
            assertEquals(value, form.doubleValue());
            assertTrue(form.precision() == 1 || !fitsWith(form.precision() - 1, value), form.toString());
        }
    }

    private static boolean fitsWith(int digits, double value) {
        BigDecimal exact = new BigDecimal(value);
        return exact.round(new MathContext(digits, RoundingMode.DOWN)).doubleValue() == value
                || exact.round(new MathContext(digits, RoundingMode.UP)).doubleValue() == value;
    }

    private static double ofBits(String hex) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(hex, 16));
    }

    private static List<String> vectors() throws IOException {
        try (InputStream in = NumberFormTest.class.getResourceAsStream("/json/es6-numbers.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
    }
}
