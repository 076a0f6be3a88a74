package dev.metis.json;

import java.math.BigDecimal;

/**
 * The text of a finite double as ECMAScript writes it: the fewest digits that give the double back, and of those the
 * nearest to it.
 */
final class NumberForm {
    private NumberForm() {}

    static String of(double value) {
        if (value == 0) {
            return "0";
        }
        Digits digits = digits(Math.abs(value));
        return value < 0 ? "-" + text(digits) : text(digits);
    }

    /** The value is 0.d1d2d3… × 10^point. */
    private record Digits(String digits, int point) {
        BigDecimal value() {
            return new BigDecimal("0." + digits).scaleByPowerOfTen(point);
        }
    }

    private static Digits digits(double value) {
        // Double.toString gives the shortest digits since JDK 19, except that it never goes below two.
        String java = Double.toString(value);
        int exponentAt = java.indexOf('E');
        String mantissa = exponentAt < 0 ? java : java.substring(0, exponentAt);
        int exponent = exponentAt < 0 ? 0 : Integer.parseInt(java.substring(exponentAt + 1));
        int dot = mantissa.indexOf('.');
        String all = mantissa.substring(0, dot) + mantissa.substring(dot + 1);
        int from = 0;
        while (all.charAt(from) == '0') {
            from++;
        }
        int to = all.length();
        while (all.charAt(to - 1) == '0') {
            to--;
        }
        Digits digits = new Digits(all.substring(from, to), dot + exponent - from);
        return digits.digits().length() == 2 && value < Double.MIN_NORMAL ? oneDigit(value, digits) : digits;
    }

    /** Among the smallest subnormals one digit may do where Java writes two (4.9E-324 is 5e-324). */
    private static Digits oneDigit(double value, Digits two) {
        int lower = two.digits().charAt(0) - '0';
        Digits below = new Digits(Integer.toString(lower), two.point());
        Digits above = lower == 9 ? new Digits("1", two.point() + 1) : new Digits("" + (lower + 1), two.point());
        boolean belowFits = below.value().doubleValue() == value;
        boolean aboveFits = above.value().doubleValue() == value;
        if (belowFits && aboveFits) {
            BigDecimal exact = new BigDecimal(value);
            BigDecimal toBelow = exact.subtract(below.value()).abs();
            BigDecimal toAbove = above.value().subtract(exact).abs();
            return toBelow.compareTo(toAbove) <= 0 ? below : above;
        }
        if (belowFits) {
            return below;
        }
        return aboveFits ? above : two;
    }

    private static String text(Digits number) {
        String digits = number.digits();
        int count = digits.length();
        int point = number.point();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
