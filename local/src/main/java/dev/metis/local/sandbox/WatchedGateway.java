package dev.metis.local.sandbox;

import dev.metis.function.gateway.MissingReply;
import dev.metis.function.gateway.MissingRequest;
import dev.metis.function.gateway.NextReply;
import dev.metis.function.gateway.NextRequest;
import dev.metis.function.gateway.OutputRequest;
import dev.metis.function.gateway.ResultReply;
import dev.metis.function.gateway.ResultRequest;
import dev.metis.function.gateway.SandboxGateway;
import java.io.IOException;
import java.io.InputStream;

/** A gateway that notes whenever its sandbox has something to do. */
record WatchedGateway(SandboxGateway gateway, Runnable active) implements SandboxGateway {
    @Override
    public NextReply next(String token, NextRequest request) {
        if (!request.busy().isEmpty()) {
            active.run();
        }
        NextReply reply = gateway.next(token, request);
        if (reply.command() != null) {
            active.run();
        }
        return reply;
    }

    @Override
    public void output(String token, OutputRequest request) {
        gateway.output(token, request);
    }

    @Override
    public MissingReply missing(String token, MissingRequest request) {
        return gateway.missing(token, request);
    }

    @Override
    public void putBlob(String token, String sha256, InputStream body) throws IOException {
        gateway.putBlob(token, sha256, body);
    }

    @Override
    public ResultReply result(String token, ResultRequest request) {
        active.run();
        return gateway.result(token, request);
    }
}
