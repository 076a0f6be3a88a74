package dev.metis.local.server;

import dev.metis.function.api.ApiRequest;
import dev.metis.function.api.ApiResponse;
import dev.metis.function.api.Headers;
import dev.metis.function.api.OriginGuard;
import dev.metis.function.api.Problem;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;

/** Answers for all that is not the API: the web client, under a policy that lets it load nothing from elsewhere. */
final class SiteHandler {
    private static final String MISSING = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Metis</title>
            <p>Metis runs, but the web client has not been built. The interface for programs is at
            <a href="/openapi.json">/openapi.json</a>.</p></html>
            """;

    private final StaticSite site;
    private final OriginGuard guard;

    SiteHandler(StaticSite site, OriginGuard guard) {
        this.site = site;
        this.guard = guard;
    }

    ApiResponse handle(ApiRequest request) throws IOException {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return Problem.of(405, "method_not_allowed", "here is GET, HEAD")
                    .toResponse("/")
                    .withHeader("allow", "GET, HEAD");
        }
        boolean wantsPage = request.headers().first("accept").orElse("").contains("text/html");
        Optional<StaticSite.Asset> asset = decode(request.path()).isPresent()
                ? site.find(decode(request.path()).get(), wantsPage)
                : Optional.empty();
        if (asset.isPresent()) {
            return page(send(asset.get()), request);
        }
        if (!site.there() && wantsPage) {
            return page(
                    new ApiResponse.Text(200, Headers.of("content-type", "text/html; charset=utf-8"), MISSING),
                    request);
        }
        return Problem.notFound().toResponse("/").withHeader("cache-control", "no-store");
    }

    private static ApiResponse send(StaticSite.Asset asset) {
        Headers headers = Headers.of("content-type", asset.mediaType())
                .with("cache-control", asset.lasting() ? "public, max-age=31536000, immutable" : "no-cache");
        return new ApiResponse.Content(200, headers, asset.bytes(), () -> Files.newInputStream(asset.file()));
    }

    private ApiResponse page(ApiResponse response, ApiRequest request) {
        return response.withHeader("content-security-policy", policy(request))
                .withHeader("x-content-type-options", "nosniff")
                .withHeader("referrer-policy", "no-referrer")
                .withHeader("cross-origin-opener-policy", "same-origin")
                .withHeader("permissions-policy", "camera=(), microphone=(), geolocation=()");
    }

    /** Some browsers do not count a WebSocket to the page's own host as 'self': it is named. */
    private String policy(ApiRequest request) {
        String socket = guard.admits(request.headers())
                ? request.headers()
                        .first("host")
                        .map(host -> " ws://" + host + " wss://" + host)
                        .orElse("")
                : "";
        return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                + "font-src 'self' data:; connect-src 'self'" + socket
                + "; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
    }

    private static Optional<String> decode(String path) {
        try {
            String decoded = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
            return decoded.startsWith("/") ? Optional.of(decoded) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
