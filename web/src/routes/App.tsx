import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Route, Routes } from "react-router";
import type { Metis } from "../api/metis";
import { explain } from "../api/problem";
import type { Session } from "../contract/api";
import { NewConversationPage } from "./NewConversationPage";
import { NotFoundPage } from "./NotFoundPage";
import { ServicesProvider } from "./services";
import { Shell } from "./Shell";
import { takeToken } from "./signIn.logic";
import { SignInPage } from "./SignInPage";

// Fetched at once but apart, so that the first page need not wait for what draws answers.
const conversationPage = import("./ConversationPage");
const ConversationPage = lazy(async () => ({ default: (await conversationPage).ConversationPage }));

type SignIn = { state: "idle" } | { state: "trying" } | { state: "refused"; why: string };

export function App({ metis, firstToken }: { metis: Metis; firstToken: string | null }) {
  const queries = useQueryClient();
  const [signIn, setSignIn] = useState<SignIn>(firstToken === null ? { state: "idle" } : { state: "trying" });
  const session = useQuery({
    queryKey: ["session"],
    queryFn: () => metis.session(),
    enabled: signIn.state !== "trying",
    staleTime: 60_000,
    retry: 1,
  });

  // A one-time token is traded once, however often React runs the effect.
  const traded = useRef(false);
  useEffect(() => {
    const trade = (token: string) => {
      setSignIn({ state: "trying" });
      metis.signIn(token).then(
        (fresh: Session) => {
          queries.setQueryData(["session"], fresh);
          setSignIn({ state: "idle" });
        },
        (error: unknown) => setSignIn({ state: "refused", why: explain(error) }),
      );
    };
    if (firstToken !== null && !traded.current) {
      traded.current = true;
      trade(firstToken);
    }
    // A new link opened in this very tab changes nothing but the fragment.
    const onHash = () => {
      const token = takeToken(window.location, window.history);
      if (token !== null) trade(token);
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, [metis, queries, firstToken]);

  if (session.data != null) {
    return (
      <ServicesProvider key={session.data.user.id} metis={metis} session={session.data}>
        <Routes>
          <Route element={<Shell />}>
            <Route index element={<NewConversationPage />} />
            <Route
              path="c/:conversationId"
              element={
                <Suspense fallback={<div className="conversation" role="status" aria-label="Loading" />}>
                  <ConversationPage />
                </Suspense>
              }
            />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </ServicesProvider>
    );
  }
  if (signIn.state === "trying" || session.isPending) return <div className="splash" role="status" aria-label="Loading" />;
  return <SignInPage spent={signIn.state === "refused"} unreachable={session.isError} onRetry={() => void session.refetch()} />;
}
