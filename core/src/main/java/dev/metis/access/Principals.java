package dev.metis.access;

import dev.metis.error.ErrorCode;
import dev.metis.error.TransientException;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.ItemKey;
import dev.metis.port.ItemStore;
import dev.metis.port.TimeSource;
import dev.metis.port.Write;
import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Principals and their personal tenants. A name is one principal, however many ask for it at once. */
public final class Principals {
    private final ItemStore store;
    private final IdSource ids;
    private final TimeSource time;

    public Principals(ItemStore store, IdSource ids, TimeSource time) {
        this.store = store;
        this.ids = ids;
        this.time = time;
    }

    /** The principal of the name; a new one, owner of a new personal tenant, when there is none. */
    public Principal ensure(String name) {
        String normal = Normalizer.normalize(name, Normalizer.Form.NFC);
        Optional<Principal> known = byName(normal);
        if (known.isPresent()) {
            return known.get();
        }
        Instant now = time.now();
        Principal principal = new Principal(
                new TenantId(TenantId.PREFIX + ids.ulid()),
                new PrincipalId(PrincipalId.PREFIX + ids.ulid()),
                normal,
                Role.OWNER,
                now,
                1);
        if (store.transact(creation(principal)).committed()) {
            return principal;
        }
        return byName(normal)
                .orElseThrow(() -> new TransientException(
                        ErrorCode.STORE_CONTENDED, "the user changed while it was being created; try again"));
    }

    public Optional<Principal> find(TenantId tenant, PrincipalId id) {
        return store.get(Keys.principal(tenant, id)).map(i -> ItemMapper.fromTree(i.attributes(), Principal.class));
    }

    private Optional<Principal> byName(String name) {
        return store.get(nameKey(name)).flatMap(item -> {
            ObjectNode entry = item.attributes();
            return find(
                    new TenantId(entry.path("tenant").asString()),
                    new PrincipalId(entry.path("principal").asString()));
        });
    }

    private static List<Write> creation(Principal principal) {
        ObjectNode entry = ItemMapper.object();
        entry.put("kind", "name");
        entry.put("tenant", principal.tenant().value());
        entry.put("principal", principal.id().value());
        ObjectNode tenant = ItemMapper.object();
        tenant.put("kind", "personal");
        tenant.put("createdAt", ItemMapper.timestamp(principal.createdAt()));
        tenant.put("version", 1);
        Condition absent = new Condition.NotExists();
        return List.of(
                new Write.Put(nameKey(principal.name()), entry, absent),
                new Write.Put(Keys.tenant(principal.tenant()), tenant, absent),
                new Write.Put(
                        Keys.principal(principal.tenant(), principal.id()), ItemMapper.attributes(principal), absent));
    }

    /** Names lie beside the credentials, under a hash that no secret can have: a secret holds no NUL. */
    private static ItemKey nameKey(String name) {
        return Keys.token(Secrets62.sha256("name\0" + name));
    }
}
