import { useMutation } from "@tanstack/react-query";
import { AlertDialog, Dialog } from "radix-ui";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ApiProblem, explain } from "../api/problem";
import type { Conversation } from "../contract/api";
import { useServices } from "../routes/services";
import { conversationTitle } from "./ConversationItem";

interface DialogProps {
  conversation: Conversation;
  open: boolean;
  onClose: () => void;
}

export function RenameDialog({ conversation, open, onClose }: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <Dialog.Title>Rename conversation</Dialog.Title>
          <RenameForm conversation={conversation} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function RenameForm({ conversation, onClose }: Omit<DialogProps, "open">) {
  const { metis, refresh } = useServices();
  const [title, setTitle] = useState(conversation.title ?? "");
  const rename = useMutation({
    mutationFn: () => metis.changeConversation(conversation.id, { title: title.trim() }),
    onSuccess: () => {
      refresh.lists();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "" && !rename.isPending) rename.mutate();
      }}
    >
      <input
        className="input"
        aria-label="Title"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <p className="problem" role="status">
        {rename.isError && explain(rename.error)}
      </p>
      <div className="dialog-actions">
        <Dialog.Close className="button ghost">Cancel</Dialog.Close>
        <button type="submit" className="button primary" disabled={title.trim() === "" || rename.isPending}>
          Rename
        </button>
      </div>
    </form>
  );
}

export function DeleteDialog({ conversation, open, current, onClose }: DialogProps & { current: boolean }) {
  const { metis, refresh } = useServices();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => metis.deleteConversation(conversation.id),
    onSuccess: () => {
      onClose();
      if (current) void navigate("/");
      refresh.lists();
    },
  });
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        remove.reset();
        onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title>Delete this conversation?</AlertDialog.Title>
          <AlertDialog.Description>
            “{conversationTitle(conversation)}”, its runs and its workspace are deleted for good.
          </AlertDialog.Description>
          <p className="problem" role="status">
            {remove.isError &&
              (remove.error instanceof ApiProblem && remove.error.code === "run_active"
                ? "A run is still active here. Stop it first, then delete."
                : explain(remove.error))}
          </p>
          <div className="dialog-actions">
            <AlertDialog.Cancel className="button ghost">Keep it</AlertDialog.Cancel>
            <button type="button" className="button danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
