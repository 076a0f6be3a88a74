import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Search, SquarePen } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Link, useMatch } from "react-router";
import { explain } from "../api/problem";
import { dayGroups } from "../run/dayGroups.logic";
import { useServices } from "../routes/services";
import { AccountMenu } from "./AccountMenu";
import { ConversationItem } from "./ConversationItem";
import { Mark } from "./Mark";
import { useDebounced } from "./useDebounced";

const REFRESH_MS = 15_000;

/** The list of conversations: find one, begin one, rename and delete. */
export function Sidebar({ onDone }: { onDone: () => void }) {
  const { metis } = useServices();
  const [query, setQuery] = useState("");
  const wanted = useDebounced(useDeferredValue(query.trim()), 200);
  const current = useMatch("/c/:conversationId")?.params.conversationId ?? null;
  const list = useInfiniteQuery({
    queryKey: ["conversations", wanted],
    queryFn: ({ pageParam, signal }) => metis.conversations(wanted, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
    // Runs begun elsewhere show here as well, though nothing on this page watches them.
    refetchInterval: REFRESH_MS,
  });
  const waiting = useQuery({ queryKey: ["waiting"], queryFn: () => metis.waiting(), refetchInterval: REFRESH_MS });
  const conversations = useMemo(() => {
    const seen = new Set<string>();
    return (list.data?.pages ?? []).flatMap((page) => page.items.filter((item) => !seen.has(item.id) && seen.add(item.id)));
  }, [list.data]);
  const groups = dayGroups(conversations, new Date());
  return (
    <nav className="sidebar" aria-label="Conversations">
      <div className="side-top">
        <Link to="/" className="wordmark" onClick={onDone}>
          <Mark />
          Metis
        </Link>
        <Link to="/" className="new-chat" onClick={onDone}>
          <SquarePen aria-hidden /> New conversation
        </Link>
        <label className="search">
          <Search aria-hidden />
          <input
            type="search"
            aria-label="Search conversations"
            placeholder="Search"
            value={query}
            maxLength={200}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
      </div>
      <div className="side-list">
        {groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2>{group.label}</h2>
            <ul>
              {group.conversations.map((conversation) => (
                <ConversationItem
                  key={conversation.id}
                  conversation={conversation}
                  current={conversation.id === current}
                  waiting={waiting.data?.has(conversation.id) === true}
                  onOpen={onDone}
                />
              ))}
            </ul>
          </section>
        ))}
        {list.isError && <p className="side-note">{explain(list.error)}</p>}
        {list.isSuccess && conversations.length === 0 && (
          <p className="side-note">{wanted === "" ? "Your conversations will appear here." : "Nothing found."}</p>
        )}
        {list.hasNextPage && (
          <button type="button" className="text-button older" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older
          </button>
        )}
      </div>
      <AccountMenu />
    </nav>
  );
}
