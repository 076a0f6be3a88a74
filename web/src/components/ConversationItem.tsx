import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { Link } from "react-router";
import type { Conversation } from "../contract/api";
import { displayProse } from "../run/displayEscape.logic";
import { DeleteDialog, RenameDialog } from "./ConversationDialogs";

interface ConversationItemProps {
  conversation: Conversation;
  current: boolean;
  /** A person has to decide or answer before its run can go on. */
  waiting: boolean;
  onOpen: () => void;
}

export function ConversationItem({ conversation, current, waiting, onOpen }: ConversationItemProps) {
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const title = conversationTitle(conversation);
  return (
    <li className={`item${current ? " current" : ""}`}>
      <Link to={`/c/${conversation.id}`} aria-current={current ? "page" : undefined} title={title} onClick={onOpen}>
        <span className="item-title">{title}</span>
        {waiting ? (
          <span className="pulse waiting" role="img" aria-label="Waits for you" />
        ) : (
          conversation.activeRunId !== null && <span className="pulse" role="img" aria-label="A run is active" />
        )}
      </Link>
      <ConversationMenu title={title} onRename={() => setDialog("rename")} onDelete={() => setDialog("delete")} />
      <RenameDialog conversation={conversation} open={dialog === "rename"} onClose={() => setDialog(null)} />
      <DeleteDialog conversation={conversation} open={dialog === "delete"} current={current} onClose={() => setDialog(null)} />
    </li>
  );
}

export function conversationTitle(conversation: Pick<Conversation, "title">): string {
  const title = displayProse(conversation.title ?? "").trim();
  return title === "" ? "Untitled" : title;
}

export function ConversationMenu({ title, onRename, onDelete }: { title: string; onRename: () => void; onDelete: () => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button small item-menu" aria-label={`Options for ${title}`}>
        <Ellipsis aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Item className="menu-item" onSelect={onRename}>
            <Pencil aria-hidden /> Rename
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item danger" onSelect={onDelete}>
            <Trash2 aria-hidden /> Delete
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
