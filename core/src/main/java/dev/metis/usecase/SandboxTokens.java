package dev.metis.usecase;

import dev.metis.access.Secrets62;
import dev.metis.access.TenantId;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.run.RunId;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Tokens that open the gateway for one sandbox and nothing else; stored under their SHA-256 only. */
final class SandboxTokens {
    private static final String KIND = "sandbox";

    private final ItemStore store;
    private final IdSource ids;

    SandboxTokens(ItemStore store, IdSource ids) {
        this.store = store;
        this.ids = ids;
    }

    /** A new token and the write that makes it good until the instant. */
    record Issued(String token, Write write) {}

    /** Which sandbox a token stands for. */
    record Holder(TenantId owner, RunId runId, int attempt, int generation, long fence) {}

    Issued issue(Holder holder, Instant expiresAt) {
        String token = "mtb_" + Base64.getUrlEncoder().withoutPadding().encodeToString(ids.secret(32));
        ObjectNode item = ItemMapper.attributes(holder);
        item.put("kind", KIND);
        item.put("ttl", expiresAt.getEpochSecond());
        return new Issued(token, new Write.Put(Keys.token(Secrets62.sha256(token)), item, new Condition.NotExists()));
    }

    Optional<Holder> find(String token, Instant now) {
        return store.get(Keys.token(Secrets62.sha256(token)))
                .map(Item::attributes)
                .filter(item -> KIND.equals(item.path("kind").asString("")))
                .filter(item -> item.path("ttl").asLong() > now.getEpochSecond())
                .map(item -> ItemMapper.fromTree(item, Holder.class));
    }
}
