package dev.metis.provider;

/** Why a model stopped. */
public enum FinishReason {
    /** It had said everything. */
    STOP,
    /** It wants tools called. */
    TOOL_CALLS,
    /** The output limit cut it: no call of this answer may be executed. */
    LENGTH,
    /** The provider withheld the answer or a part of it. */
    REFUSED
}
