package dev.metis.executor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** {@code fs.write}: the whole content of a file, new or not. */
final class FsWrite implements Tool {
    private final Workspace workspace;

    FsWrite(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public boolean changesFiles() {
        return true;
    }

    @Override
    public Finished run(Call call) throws ToolFailure, IOException {
        Arguments arguments = call.arguments();
        String path = arguments.text("path");
        String content = arguments.text("content");
        Optional<String> expected = arguments.optionalText("expectedHash");
        arguments.noMore();
        FileEdit edit = FileEdit.begin(workspace, path);
        Optional<Finished> stale = edit.stale(call.command().approvedFileHash());
        if (stale.isPresent()) {
            return stale.get();
        }
        if (expected.isPresent() && !Digest.same(expected.get(), edit.hash())) {
            throw new ToolFailure(
                    "stale_file",
                    "stale_file: " + edit.place().shown() + " is not what expectedHash says; it is now " + edit.hash()
                            + ". Read it again; nothing was written");
        }
        byte[] after = content.getBytes(StandardCharsets.UTF_8);
        boolean created = edit.isNew();
        call.check();
        edit.write(call.command().callId(), after);
        return Finished.ok(edit.report(created ? "created" : "wrote", after, content));
    }
}
