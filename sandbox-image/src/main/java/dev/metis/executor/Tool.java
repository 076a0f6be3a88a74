package dev.metis.executor;

import java.io.IOException;

/** What a command names. A tool looks at the call's stop signal wherever it may be long. */
interface Tool {
    /** Whether it may change files: such calls run one at a time, and a workspace version follows. */
    boolean changesFiles();

    Finished run(Call call) throws ToolFailure, IOException;
}
