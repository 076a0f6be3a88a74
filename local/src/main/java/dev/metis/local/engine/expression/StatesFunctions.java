package dev.metis.local.engine.expression;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.JFunction;
import dev.metis.port.IdSource;
import dev.metis.port.TimeSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The functions that Step Functions adds to JSONata or changes: {@code $partition}, {@code $range}, {@code $hash},
 * {@code $random}, {@code $uuid}, {@code $parse}; {@code $now} and {@code $millis} follow our clock; {@code $eval} does
 * not exist.
 */
public final class StatesFunctions {
    private static final int MAX_RANGE = 1000;
    private static final Set<String> HASHES = Set.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TimeSource time;
    private final IdSource ids;
    private final JFunction partition = new JFunction((input, args) -> partition(args), "<an:a>");
    private final JFunction range = new JFunction((input, args) -> range(args), "<nnn:a>");
    private final JFunction hash = new JFunction((input, args) -> hash(args), "<ss:s>");
    private final JFunction parse = new JFunction((input, args) -> parse(args), "<s:x>");
    private final JFunction random = new JFunction((input, args) -> random(args), "<n?:n>");
    private final JFunction uuid = new JFunction((input, args) -> uuid(), "<:s>");
    private final JFunction now = new JFunction((input, args) -> now(args), "<s?s?:s>");
    private final JFunction millis = new JFunction((input, args) -> millis(), "<:n>");

    public StatesFunctions(TimeSource time, IdSource ids) {
        this.time = Objects.requireNonNull(time, "time is null");
        this.ids = Objects.requireNonNull(ids, "ids is null");
    }

    @SuppressWarnings("NullAway") // the library has no annotations; null is how a name is made undefined
    void bindTo(Jsonata.Frame frame) {
        frame.bind("partition", partition);
        frame.bind("range", range);
        frame.bind("hash", hash);
        frame.bind("parse", parse);
        frame.bind("random", random);
        frame.bind("uuid", uuid);
        frame.bind("now", now);
        frame.bind("millis", millis);
        frame.bind("eval", (Object) null);
    }

    private static List<Object> partition(List<?> args) {
        List<?> array = (List<?>) args.get(0);
        long size = Math.round(numberAt(args, 1));
        if (size < 1) {
            throw new JException("The size of a partition must be a positive integer", -1);
        }
        List<Object> chunks = new ArrayList<>();
        for (int from = 0; from < array.size(); from += (int) Math.min(size, array.size())) {
            chunks.add(new ArrayList<>(array.subList(from, (int) Math.min(array.size(), from + size))));
        }
        return chunks;
    }

    private static List<Object> range(List<?> args) {
        long first = Math.round(numberAt(args, 0));
        long last = Math.round(numberAt(args, 1));
        long step = Math.round(numberAt(args, 2));
        if (step == 0) {
            throw new JException("The step of a range must not be 0", -1);
        }
        List<Object> values = new ArrayList<>();
        for (long value = first; step > 0 ? value <= last : value >= last; value += step) {
            if (values.size() == MAX_RANGE) {
                throw new JException("A range has at most " + MAX_RANGE + " values", -1);
            }
            values.add(value);
        }
        return values;
    }

    private static String hash(List<?> args) throws NoSuchAlgorithmException {
        String algorithm = String.valueOf(args.get(1));
        if (!HASHES.contains(algorithm)) {
            throw new JException("Unknown hash algorithm " + algorithm, -1);
        }
        byte[] data = String.valueOf(args.get(0)).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(data));
    }

    private static Object parse(List<?> args) {
        try {
            return JsonataValues.fromJson(JSON.readTree(String.valueOf(args.get(0))));
        } catch (JacksonException e) {
            throw new JException(e, "The argument of $parse is not JSON", -1, args.get(0), null);
        }
    }

    private Double random(List<?> args) {
        Object seed = args.isEmpty() ? null : args.getFirst();
        if (seed instanceof Number number) {
            return new Random(number.longValue()).nextDouble();
        }
        return (ByteBuffer.wrap(ids.secret(8)).getLong() >>> 11) * 0x1.0p-53;
    }

    private String uuid() {
        ByteBuffer bytes = ByteBuffer.wrap(ids.secret(16));
        long high = (bytes.getLong() & ~0xF000L) | 0x4000L;
        long low = (bytes.getLong() & ~(0xC0L << 56)) | (0x80L << 56);
        return new UUID(high, low).toString();
    }

    private String now(List<?> args) {
        return Functions.dateTimeFromMillis(millis(), textAt(args, 0), textAt(args, 1));
    }

    private Long millis() {
        return time.now().toEpochMilli();
    }

    private static double numberAt(List<?> args, int index) {
        return ((Number) args.get(index)).doubleValue();
    }

    private static @Nullable String textAt(List<?> args, int index) {
        return args.size() > index && args.get(index) instanceof String text ? text : null;
    }
}
