import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "./styles/index.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { ApiClient } from "./api/client";
import { Metis } from "./api/metis";
import { Crash } from "./components/Crash";
import { Toasts } from "./components/Toasts";
import { App } from "./routes/App";
import { takeToken } from "./routes/signIn.logic";

// First of all: the token leaves the address bar before any other code runs.
const firstToken = takeToken(window.location, window.history);

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 2_000, retry: false } } });
const client = new ApiClient({
  fetch: (input, init) => fetch(input, init),
  onSignedOut: () => void queries.invalidateQueries({ queryKey: ["session"] }),
});
const metis = new Metis(client);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
createRoot(root).render(
  <StrictMode>
    <Crash>
      <QueryClientProvider client={queries}>
        <Tooltip.Provider delayDuration={400}>
          <Toasts>
            <BrowserRouter>
              <App metis={metis} firstToken={firstToken} />
            </BrowserRouter>
          </Toasts>
        </Tooltip.Provider>
      </QueryClientProvider>
    </Crash>
  </StrictMode>,
);
