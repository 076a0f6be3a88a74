package dev.metis.providers.compatible;

import dev.metis.error.ErrorCode;
import dev.metis.provider.ProviderFailure;
import dev.metis.providers.Failures;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What an error object of this wire says, whatever its form: {@code {"error":{"message","type","code"}}}, a bare
 * {@code {"message"}}, {@code {"error":"text"}} or {@code {"detail"}}. Its words for people are cut, cleaned and without
 * the key.
 */
record ErrorBody(String message, String code) {
    private static final int SHOWN = 300;
    private static final List<String> OVERFLOW = List.of(
            "context_length_exceeded",
            "context length",
            "context window",
            "context size",
            "maximum context",
            "prompt is too long",
            "input is too long",
            "too many input tokens",
            "exceeds the available context");

    static ErrorBody of(JsonNode body, Optional<String> key) {
        JsonNode error = body.has("error") ? body.path("error") : body;
        if (error.isString()) {
            return new ErrorBody(shown(error.stringValue(), key), "");
        }
        String message = text(error.path("message"));
        if (message.isEmpty()) {
            message = text(body.has("message") ? body.path("message") : body.path("detail"));
        }
        String code = text(error.path("code")) + " " + text(error.path("type"));
        return new ErrorBody(shown(message, key), code.strip().toLowerCase(Locale.ROOT));
    }

    static ErrorBody none() {
        return new ErrorBody("", "");
    }

    /** The failure of an answer with this status. */
    ProviderFailure ofStatus(String provider, int status, Optional<Duration> retryAfter) {
        String words = provider + " answered " + status + (message.isEmpty() ? "" : ": " + message);
        ProviderFailure plain = Failures.ofStatus(status, words, retryAfter);
        if (status < 500 && overflow()) {
            return with(plain, ErrorCode.CONTEXT_OVERFLOW, false);
        }
        if (code.contains("insufficient_quota") || code.contains("billing")) {
            return with(plain, plain.code(), false);
        }
        if (status != 429 && code.contains("overloaded")) {
            return with(plain, ErrorCode.PROVIDER_OVERLOADED, true);
        }
        return plain;
    }

    /** The failure of an error that came inside a stream that began well. */
    ProviderFailure inStream(String provider) {
        String words = provider + " ended the answer with an error" + (message.isEmpty() ? "" : ": " + message);
        Optional<Integer> status = status();
        if (status.isPresent()) {
            return Failures.ofStatus(status.get(), words, Optional.empty());
        }
        String said = code + " " + message.toLowerCase(Locale.ROOT);
        if (overflow()) {
            return ProviderFailure.permanent(ErrorCode.CONTEXT_OVERFLOW, words);
        }
        if (said.contains("overload") || said.contains("capacity")) {
            return ProviderFailure.retryable(ErrorCode.PROVIDER_OVERLOADED, words);
        }
        if (said.contains("insufficient_quota")) {
            return ProviderFailure.permanent(ErrorCode.PROVIDER_RATE_LIMITED, words);
        }
        if (said.contains("rate limit") || said.contains("rate_limit") || said.contains("too many requests")) {
            return ProviderFailure.retryable(ErrorCode.PROVIDER_RATE_LIMITED, words);
        }
        if (code.contains("authentication") || code.contains("permission") || code.contains("invalid_api_key")) {
            return ProviderFailure.permanent(ErrorCode.PROVIDER_AUTH, words);
        }
        if (code.contains("invalid_request")) {
            return ProviderFailure.permanent(ErrorCode.PROVIDER_INVALID_REQUEST, words);
        }
        return ProviderFailure.retryable(ErrorCode.PROVIDER_UNAVAILABLE, words);
    }

    private boolean overflow() {
        String said = code + " " + message.toLowerCase(Locale.ROOT);
        return OVERFLOW.stream().anyMatch(said::contains);
    }

    private Optional<Integer> status() {
        for (String word : code.split(" ", -1)) {
            if (word.matches("[45]\\d\\d")) {
                return Optional.of(Integer.parseInt(word));
            }
        }
        return Optional.empty();
    }

    private static ProviderFailure with(ProviderFailure plain, ErrorCode code, boolean retryable) {
        return new ProviderFailure(
                code, String.valueOf(plain.getMessage()), retryable, plain.retryAfter(), plain.httpStatus(), null);
    }

    private static String text(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asString() : "";
    }

    private static String shown(String message, Optional<String> key) {
        String clean = key.map(secret -> message.replace(secret, "[the key]")).orElse(message);
        // Some servers quote the key with its middle masked, which still tells its ends.
        clean = clean.replaceAll("(?i)\\b(sk|key|bearer)[-_ ][A-Za-z0-9_*.-]{6,}", "[a key]");
        clean = WellFormed.text(clean.replaceAll("\\p{Cntrl}+", " ").strip());
        return clean.codePointCount(0, clean.length()) <= SHOWN
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, SHOWN)) + "…";
    }
}
