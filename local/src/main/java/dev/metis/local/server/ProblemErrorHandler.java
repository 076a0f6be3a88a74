package dev.metis.local.server;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What Jetty itself refuses (no HTTP, headers too large, stopping) is a problem answer too, and says nothing of Jetty. */
final class ProblemErrorHandler extends org.eclipse.jetty.server.handler.ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() == 0 ? 500 : response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Content.Sink.write(response, true, body(status), callback);
        return true;
    }

    private static String body(int status) {
        String title = HttpStatus.getMessage(status);
        return """
                {"type":"about:blank","title":"%s","status":%d,"detail":"the request could not be served","instance":"/","code":"%s"}""".formatted(title, status, status >= 500 ? "internal" : "invalid_request");
    }
}
