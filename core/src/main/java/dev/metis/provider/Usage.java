package dev.metis.provider;

/** Tokens of one model call; cached ones are part of the input, reasoning ones part of the output. */
public record Usage(long inputTokens, long outputTokens, long cachedInputTokens, long reasoningTokens) {
    public Usage {
        if (inputTokens < 0 || outputTokens < 0 || cachedInputTokens < 0 || reasoningTokens < 0) {
            throw new IllegalArgumentException("a token count is negative");
        }
    }
}
