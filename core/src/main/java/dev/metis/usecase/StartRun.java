package dev.metis.usecase;

import dev.metis.access.TenantId;
import dev.metis.conversation.Conversation;
import dev.metis.conversation.ConversationQueue;
import dev.metis.conversation.ConversationStore;
import dev.metis.conversation.Message;
import dev.metis.conversation.MessageId;
import dev.metis.error.ErrorCode;
import dev.metis.error.PermanentException;
import dev.metis.error.TransientException;
import dev.metis.event.LifecycleEvent.RunQueued;
import dev.metis.event.LifecycleEvent.RunReady;
import dev.metis.item.ItemMapper;
import dev.metis.item.Keys;
import dev.metis.port.Condition;
import dev.metis.port.IdSource;
import dev.metis.port.Item;
import dev.metis.port.ItemStore;
import dev.metis.port.Write;
import dev.metis.run.Run;
import dev.metis.run.RunEdit;
import dev.metis.run.RunId;
import dev.metis.run.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The only way a run begins. One transaction writes run, message, idempotency record, the place in the conversation's
 * queue and the first events; when the conversation is free the run is its active one, and its execution is started right
 * after. A crash between loses nothing: the change feed starts it too, and a name starts once.
 */
public final class StartRun {
    public static final String INDEX = "RUNS";

    private static final int MAX_WAITING = 200;
    private static final int TITLE_CHARS = 80;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration KEY_LIFETIME = Duration.ofHours(24);

    private final RunStore runs;
    private final ConversationStore conversations;
    private final IdSource ids;
    private final StartExecution startExecution;

    public StartRun(RunStore runs, ConversationStore conversations, IdSource ids, StartExecution startExecution) {
        this.runs = runs;
        this.conversations = conversations;
        this.ids = ids;
        this.startExecution = startExecution;
    }

    public StartRunResult start(StartRunCommand command) {
        RunId runId = new RunId(RunId.PREFIX + ids.ulid());
        MessageId messageId = new MessageId(MessageId.PREFIX + ids.ulid());
        Instant deadline = runs.now().plus(DEADLINE);
        while (runs.now().isBefore(deadline)) {
            Optional<StartRunResult> earlier = earlier(command);
            if (earlier.isPresent()) {
                return earlier.get();
            }
            ConversationStore.WithQueue read = conversations
                    .withQueue(command.owner(), command.conversationId())
                    .orElseThrow(() -> new PermanentException(ErrorCode.NOT_FOUND, "there is no such conversation"));
            RunId active = read.queue().activeRun();
            if (active != null && command.onBusy() == StartRunCommand.OnBusy.REJECT) {
                return new StartRunResult.Busy(active);
            }
            Draft draft = draft(command, read, runId, messageId);
            if (items().transact(draft.writes()).committed()) {
                if (draft.accepted().position() == 0) {
                    startExecution.soon(draft.run());
                }
                return draft.accepted();
            }
        }
        throw new TransientException(
                ErrorCode.STORE_CONTENDED, "the conversation changed under every try to write it; try again");
    }

    private record Draft(List<Write> writes, StartRunResult.Accepted accepted, Run run) {}

    private Draft draft(StartRunCommand command, ConversationStore.WithQueue read, RunId runId, MessageId messageId) {
        Instant now = runs.now();
        Conversation conversation = read.conversation();
        ConversationQueue queue = read.queue();
        requireRoom(queue);
        long ticket = queue.nextTicket();
        boolean free = queue.activeRun() == null;
        Run.Spec spec = spec(command, conversation, runId, messageId, ticket, now);
        RunEdit edit = RunEdit.create(spec, now, runs.payloads());
        JsonNode text = edit.stow("message", StringNode.valueOf(command.text()));
        edit.event(queued(spec));
        if (free) {
            edit.event(new RunReady(ticket)).head(fields -> fields.wanted(new Run.Wanted(1, 1)));
        } else {
            edit.with(new Write.Put(
                    Keys.next(command.owner(), conversation.id(), ticket), next(runId), new Condition.NotExists()));
        }
        StartRunResult.Accepted accepted =
                new StartRunResult.Accepted(messageId, runId, free ? 0 : queue.waiting() + 1);
        List<Write> writes = new ArrayList<>(edit.asWrites());
        writes.addAll(
                inConversation(read, spec, new Message(messageId, runId, ticket, text, now), command.text(), free));
        command.idempotency().ifPresent(key -> writes.add(record(command.owner(), key, accepted, now)));
        return new Draft(writes, accepted, edit.run());
    }

    private static void requireRoom(ConversationQueue queue) {
        if (queue.waiting() >= MAX_WAITING) {
            throw new PermanentException(
                    ErrorCode.QUEUE_FULL,
                    "the conversation has " + MAX_WAITING + " messages waiting; let some run first");
        }
    }

    /** The message, the moved queue, the touched conversation and the index entry of the run. */
    private static List<Write> inConversation(
            ConversationStore.WithQueue read, Run.Spec spec, Message message, String text, boolean free) {
        Conversation conversation = read.conversation();
        ConversationQueue queue = read.queue();
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Put(
                Keys.message(spec.owner(), conversation.id(), message.ticket()),
                ItemMapper.attributes(message),
                new Condition.NotExists()));
        writes.add(ConversationStore.moveQueue(
                spec.owner(), conversation.id(), queue, free ? queue.activate(spec.id()) : queue.enqueue()));
        writes.addAll(ConversationStore.replace(conversation, touched(conversation, text, message.createdAt())));
        writes.add(new Write.Put(
                Keys.index(spec.owner(), INDEX, message.createdAt(), spec.id().value()),
                indexEntry(spec, conversation),
                new Condition.NotExists()));
        return writes;
    }

    private Run.Spec spec(
            StartRunCommand command,
            Conversation conversation,
            RunId runId,
            MessageId messageId,
            long ticket,
            Instant now) {
        StartRunCommand.Overrides overrides = command.overrides();
        return new Run.Spec(
                command.owner(),
                runId,
                conversation.id(),
                messageId,
                new MessageId(MessageId.PREFIX + ids.ulid()),
                ticket,
                command.principal(),
                command.trigger(),
                or(overrides.profile(), conversation.profile()),
                or(overrides.mode(), conversation.mode()),
                or(overrides.provider(), conversation.provider()),
                or(overrides.model(), conversation.model()),
                overrides.budget(),
                overrides.script(),
                overrides.metadata(),
                null,
                now);
    }

    private static RunQueued queued(Run.Spec spec) {
        return new RunQueued(
                spec.conversationId(),
                spec.messageId(),
                spec.trigger(),
                spec.profile(),
                spec.mode(),
                spec.provider(),
                spec.model());
    }

    /** What the same idempotency key was answered with before. */
    public Optional<StartRunResult> earlier(StartRunCommand command) {
        return command.idempotency().flatMap(key -> replay(command, key));
    }

    private Optional<StartRunResult> replay(StartRunCommand command, StartRunCommand.Idempotency key) {
        return items().get(Keys.idempotency(command.owner(), key.scope(), key.key()))
                .map(Item::attributes)
                .filter(record -> record.path("ttl").asLong() > runs.now().getEpochSecond())
                .map(record -> record.path("bodyHash").asString().equals(key.bodyHash())
                        ? ItemMapper.fromTree(record.path("answer"), StartRunResult.Accepted.class)
                        : new StartRunResult.KeyReused());
    }

    private static Write record(
            TenantId owner, StartRunCommand.Idempotency key, StartRunResult.Accepted accepted, Instant now) {
        ObjectNode record = ItemMapper.object();
        record.put("bodyHash", key.bodyHash());
        record.set("answer", ItemMapper.toTree(accepted));
        record.put("ttl", now.plus(KEY_LIFETIME).getEpochSecond());
        return new Write.Put(
                Keys.idempotency(owner, key.scope(), key.key()),
                record,
                new Condition.Any(List.of(
                        new Condition.NotExists(), new Condition.LessThan(List.of("ttl"), now.getEpochSecond()))));
    }

    /** A conversation without a title takes the head of its first message for one. */
    private static Conversation touched(Conversation conversation, String text, Instant now) {
        Conversation touched = conversation.touched(now);
        if (touched.title() != null) {
            return touched;
        }
        String line = text.strip().lines().findFirst().orElse("").replaceAll("[\\p{Cntrl}\\p{Cf}]", "");
        if (line.isEmpty()) {
            return touched;
        }
        int end = line.offsetByCodePoints(0, Math.min(TITLE_CHARS, line.codePointCount(0, line.length())));
        return touched.titled(line.substring(0, end));
    }

    private static ObjectNode next(RunId runId) {
        ObjectNode next = ItemMapper.object();
        next.put("runId", runId.value());
        return next;
    }

    private static ObjectNode indexEntry(Run.Spec spec, Conversation conversation) {
        ObjectNode entry = ItemMapper.object();
        entry.put("runId", spec.id().value());
        entry.put("conversationId", spec.conversationId().value());
        entry.put("incognito", conversation.incognito());
        return entry;
    }

    private ItemStore items() {
        return runs.items();
    }

    private static String or(@Nullable String first, String second) {
        return Objects.requireNonNullElse(first, second);
    }
}
