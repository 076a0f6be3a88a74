package dev.metis.function.api;

import dev.metis.access.Scope;
import dev.metis.access.TenantId;
import dev.metis.artifact.Artifact;
import dev.metis.artifact.ArtifactId;
import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.item.Lookups;
import dev.metis.port.ArtifactStore;
import dev.metis.port.ItemStore;
import dev.metis.run.RunId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Artifacts: what is known of one, and its bytes, which a browser only ever saves and never shows. */
final class ArtifactRoutes {
    private final ItemStore store;
    private final ArtifactStore artifacts;

    ArtifactRoutes(ItemStore store, ArtifactStore artifacts) {
        this.store = store;
        this.artifacts = artifacts;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/artifacts/{id}", "getArtifact", "What is known of an artifact")
                        .needs(Scope.RUNS_READ)
                        .answers(Route.Answer.json(200, "Artifact"), this::show),
                Route.get("/v1/artifacts/{id}/content", "getArtifactContent", "The bytes, whole or one range of them")
                        .needs(Scope.RUNS_READ)
                        .headers(HeaderParam.RANGE)
                        .answers(Route.Answer.media("application/octet-stream"), this::content));
    }

    private ApiResponse show(Call call) {
        return ApiResponse.json(200, ItemMapper.toTree(find(call)));
    }

    private ApiResponse content(Call call) {
        Artifact artifact = find(call);
        String etag = "\"" + artifact.sha256() + "\"";
        Headers headers = Headers.of("content-type", artifact.mediaType())
                .with("content-disposition", disposition(artifact.name()))
                .with("accept-ranges", "bytes")
                .with("etag", etag);
        boolean same =
                call.request().headers().first("if-range").map(etag::equals).orElse(true);
        Optional<String> range = call.request().headers().first("range").filter(r -> same);
        return switch (ByteRange.of(range, artifact.bytes())) {
            case ByteRange.Whole() -> send(call, artifact, 200, headers, 0, artifact.bytes());
            case ByteRange.Part(long from, long to) ->
                send(
                        call,
                        artifact,
                        206,
                        headers.with("content-range", "bytes " + from + "-" + to + "/" + artifact.bytes()),
                        from,
                        to - from + 1);
            case ByteRange.Beyond() ->
                Problem.of(416, "range_not_satisfiable", "the artifact has " + artifact.bytes() + " bytes")
                        .toResponse("/v1/artifacts/:id/content")
                        .withHeader("content-range", "bytes */" + artifact.bytes());
        };
    }

    private ApiResponse send(Call call, Artifact artifact, int status, Headers headers, long from, long length) {
        String owner = call.caller().tenant().value();
        return new ApiResponse.Content(status, headers, length, () -> open(owner, artifact, from, length));
    }

    private InputStream open(String owner, Artifact artifact, long from, long length) throws IOException {
        return artifacts
                .open(owner, artifact.sha256(), from, length)
                .orElseThrow(() -> new TransientException(
                        ErrorCode.STORE_UNAVAILABLE, "the bytes with SHA-256 " + artifact.sha256() + " are not there"));
    }

    private Artifact find(Call call) {
        TenantId owner = call.caller().tenant();
        ArtifactId id = call.id(ArtifactId::new);
        Optional<RunId> run = Lookups.find(store, owner, id.value());
        return run.flatMap(r -> store.get(Keys.ofRun(owner, r, "ART", id.value())))
                .map(item -> ItemMapper.fromTree(item.attributes(), Artifact.class))
                .orElseThrow(() -> Problem.notFound().raise());
    }

    /** RFC 6266: a plain name for old readers, the whole one for others. */
    private static String disposition(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._ -]", "_");
        StringBuilder encoded = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean safe = c < 0x80 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0);
            encoded.append(safe ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded;
    }
}
