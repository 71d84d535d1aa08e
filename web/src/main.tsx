import "@fontsource-variable/inter";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isSessionEnding } from "./api/end-session.ts";
import { Problem } from "./api/problem.ts";
import { App } from "./app.tsx";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/player.css";
import "./styles/public.css";
import "./styles/account.css";
import "./styles/history.css";
import "./styles/admin.css";
import "./styles/speech.css";

const staleMs = 10_000;

/** The session has ended: the person signs in and comes back to the same page. */
function signInAgain(error: unknown): void {
  if (isSessionEnding() || !(error instanceof Problem) || error.status !== 401) return;
  location.assign(`/auth/login?${new URLSearchParams({ return_to: location.pathname + location.search }).toString()}`);
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError: signInAgain }),
  mutationCache: new MutationCache({ onError: signInAgain }),
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      // What the API refuses, it refuses again; what did not arrive may.
      retry: (count, error) => count < 2 && !(error instanceof Problem && error.status < 500),
    },
  },
});

// A release has taken the place of the one that this page is of, and with it the parts that are not loaded yet.
addEventListener("vite:preloadError", () => location.reload());

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <App />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
