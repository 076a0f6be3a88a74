package dev.metis.function.gateway;

/** Whether the outcome counts. */
public record ResultReply(boolean accepted) {}
