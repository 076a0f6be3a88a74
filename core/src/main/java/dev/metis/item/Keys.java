package dev.metis.item;

import dev.metis.access.PrincipalId;
import dev.metis.access.TenantId;
import dev.metis.conversation.ConversationId;
import dev.metis.port.ItemKey;
import dev.metis.port.Table;
import dev.metis.run.RunId;
import java.time.Instant;
import java.util.Locale;

/** Every key of the data model. A partition starts with its owner; the exceptions are the last section here. */
public final class Keys {
    private Keys() {}

    // Conversation partition

    public static String conversation(TenantId owner, ConversationId id) {
        return "O#" + owner.value() + "#CONV#" + id.value();
    }

    public static ItemKey conversationItem(TenantId owner, ConversationId id) {
        return ItemKey.main(conversation(owner, id), "CONV");
    }

    public static ItemKey queue(TenantId owner, ConversationId id) {
        return ItemKey.main(conversation(owner, id), "QUEUE");
    }

    public static ItemKey message(TenantId owner, ConversationId id, long ticket) {
        return ItemKey.main(conversation(owner, id), "MSG#" + digits(ticket));
    }

    public static ItemKey next(TenantId owner, ConversationId id, long ticket) {
        return ItemKey.main(conversation(owner, id), "NEXT#" + digits(ticket));
    }

    public static ItemKey workspaceHead(TenantId owner, ConversationId id) {
        return ItemKey.main(conversation(owner, id), "WS");
    }

    public static ItemKey workspaceVersion(TenantId owner, ConversationId id, String version) {
        return ItemKey.main("O#" + owner.value() + "#WS#" + id.value(), version);
    }

    // Run partition

    public static String run(TenantId owner, RunId id) {
        return "O#" + owner.value() + "#RUN#" + id.value();
    }

    public static ItemKey runHead(TenantId owner, RunId id) {
        return ItemKey.main(run(owner, id), "RUN");
    }

    /** An item of a run: {@code kind} as in the data model, such as CALL or RCPT. */
    public static ItemKey ofRun(TenantId owner, RunId id, String kind, String rest) {
        return ItemKey.main(run(owner, id), kind + "#" + rest);
    }

    public static ItemKey lease(TenantId owner, RunId id) {
        return ItemKey.main(run(owner, id), "LEASE");
    }

    public static ItemKey attempt(TenantId owner, RunId id, int attempt) {
        return ofRun(owner, id, "ATT", four(attempt));
    }

    public static ItemKey context(TenantId owner, RunId id, int attempt) {
        return ofRun(owner, id, "CTX", four(attempt));
    }

    public static ItemKey manifest(TenantId owner, RunId id, int attempt) {
        return ofRun(owner, id, "CAP", four(attempt));
    }

    public static ItemKey turn(TenantId owner, RunId id, int turn) {
        return ofRun(owner, id, "TURN", String.format(Locale.ROOT, "%06d", turn));
    }

    public static ItemKey sandbox(TenantId owner, RunId id, int attempt, int generation) {
        return ofRun(owner, id, "SBX", four(attempt) + "#" + four(generation));
    }

    public static ItemKey event(TenantId owner, RunId id, long seq) {
        return new ItemKey(Table.EVENTS, run(owner, id), eventSk(seq));
    }

    public static String eventSk(long seq) {
        return "E#" + digits(seq);
    }

    // Index partitions: sorted by time, the id behind it

    public static ItemKey index(TenantId owner, String index, Instant at, String id) {
        return ItemKey.main(indexPk(owner, index), digits(at.toEpochMilli()) + "#" + id);
    }

    public static String indexPk(TenantId owner, String index) {
        return "O#" + owner.value() + "#" + index;
    }

    public static ItemKey lookup(TenantId owner, String id) {
        return ItemKey.main("O#" + owner.value() + "#ID", id);
    }

    public static ItemKey idempotency(TenantId owner, String scope, String key) {
        return ItemKey.main("O#" + owner.value() + "#IDEM", scope + "#" + key);
    }

    public static ItemKey audit(TenantId owner, Instant at, String ulid) {
        String month = ItemMapper.timestamp(at).substring(0, 7).replace("-", "");
        return ItemKey.main("O#" + owner.value() + "#AUDIT#" + month, ulid);
    }

    // Tenant partition

    public static ItemKey tenant(TenantId owner) {
        return ItemKey.main("O#" + owner.value(), "TENANT");
    }

    public static ItemKey principal(TenantId owner, PrincipalId id) {
        return ItemKey.main("O#" + owner.value(), "PRIN#" + id.value());
    }

    /** Partition of what is known of a principal's API tokens, by token id; the secret's hash is in the entry. */
    public static String apiTokens(TenantId owner, PrincipalId id) {
        return "O#" + owner.value() + "#TOKENS#" + id.value();
    }

    // Exceptions to "owner first"

    /** What a bearer token, session, link, live ticket or sandbox token stands for, by the SHA-256 of it. */
    public static ItemKey token(String sha256) {
        return ItemKey.main("TOK#" + sha256, "TOK");
    }

    private static String digits(long value) {
        return String.format(Locale.ROOT, "%013d", value);
    }

    private static String four(int value) {
        return String.format(Locale.ROOT, "%04d", value);
    }
}
