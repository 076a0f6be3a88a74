package dev.metis.tool;

/** A tool that runs inside the step: quick, without any effect outside the facts it returns. */
public interface InlineTool {
    ToolDefinition definition();

    /** Never throws for arguments that pass the schema; what it finds wrong with them is an error result. */
    InlineResult run(InlineCall call);
}
