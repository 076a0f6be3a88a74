package dev.metis.local.sandbox;

import static dev.metis.local.sandbox.SandboxBed.FIRST;
import static dev.metis.local.sandbox.SandboxBed.arguments;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.ResultRequest.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GitDiffTest {
    private static final String INIT = "git init -q . && git config user.email a@b && git config user.name n && ";

    private SandboxBed bed;

    @BeforeEach
    void start() throws IOException {
        bed = new SandboxBed(SandboxLimits.defaults());
        bed.launch(FIRST);
    }

    @AfterEach
    void stop() throws IOException {
        bed.close();
    }

    private void prepare(String script) {
        ResultRequest result = bed.shell(script);
        assertEquals(Outcome.OK, result.outcome(), result.text());
    }

    @Test
    void theDifferenceToTheLastCommitOrAnotherIsShown() {
        prepare(
                INIT + "printf 'one\\ntwo\\n' > a.txt && git add . && git commit -qm 1 && echo three >> a.txt && "
                        + "git commit -qam 2 && git tag second && echo four >> a.txt && mkdir sub && echo new > sub/b.txt && git add sub/b.txt && echo x > loose");
        ResultRequest all = bed.call("git.diff", arguments());
        assertEquals(Outcome.OK, all.outcome(), all.text());
        assertTrue(all.text().contains("@@ -1,3 +1,4 @@\n one\n two\n three\n+four\n"), all.text());
        assertTrue(all.text().contains("+++ b/sub/b.txt"), all.text());
        assertTrue(all.text().contains("Not tracked (not part of the diff):\nloose\n"), all.text());
        ResultRequest one =
                bed.call("git.diff", arguments().put("path", "a.txt").put("base", "second~1"));
        assertTrue(one.text().contains("+three\n+four\n"), one.text());
        assertFalse(one.text().contains("sub/b.txt"), one.text());
    }

    @Test
    void aFreshRepositoryIsComparedWithNothing() {
        prepare(INIT + "echo one > a.txt && git add a.txt");
        ResultRequest result = bed.call("git.diff", arguments());
        assertTrue(result.text().contains("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+one\n"), result.text());
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertEquals("no_repository", bed.call("git.diff", arguments()).reason());
        prepare(INIT + "git commit -q --allow-empty -m 1");
        assertEquals(
                "unknown_base",
                bed.call("git.diff", arguments().put("base", "nowhere")).reason());
        assertEquals("(no changes)", bed.call("git.diff", arguments()).text());
    }

    /** Reading asks nobody: nothing that lies in the workspace may run because of it. */
    @Test
    void noProgramThatTheRepositoryNamesIsRun() {
        String evil = "touch /tmp/x; cat /etc/passwd > /workspace/pwned 2>&1; echo pwned";
        prepare(INIT
                + "echo one > a.txt && echo two > b.bin && git add . && git commit -qm 1 && echo more >> a.txt && echo more >> b.bin && "
                + "printf '%s\\n' '#!/bin/sh' '" + evil + "' > evil.sh && chmod +x evil.sh && "
                + "for h in post-index-change fsmonitor-watchman; do cp evil.sh .git/hooks/$h; done && "
                + "git config core.fsmonitor /workspace/evil.sh && git config diff.external /workspace/evil.sh && "
                + "git config diff.evil.textconv /workspace/evil.sh && git config diff.evil.command /workspace/evil.sh && "
                + "git config filter.evil.clean /workspace/evil.sh && git config filter.evil.process /workspace/evil.sh && "
                + "git config filter.evil.required true && git config core.pager /workspace/evil.sh && "
                + "git config core.sshCommand /workspace/evil.sh && git config credential.helper /workspace/evil.sh && "
                + "git config alias.diff '!/workspace/evil.sh' && git config core.attributesFile /workspace/attributes && "
                + "printf '* filter=evil diff=evil\\n' | tee .gitattributes attributes > .git/info/attributes");
        ResultRequest result = bed.call("git.diff", arguments());
        assertEquals(Outcome.OK, result.outcome(), result.text());
        assertTrue(result.text().contains("+more\n"), result.text());
        assertFalse(result.text().contains("pwned\n"), result.text());
        assertFalse(Files.exists(bed.workspace(FIRST).resolve("pwned")));
    }

    @Test
    void aRepositoryElsewhereIsNotFollowed() {
        prepare("mkdir r && cd r && " + INIT + "echo one > a.txt && cd .. && ln -s r/.git .git");
        assertEquals("no_repository", bed.call("git.diff", arguments()).reason());
    }
}
