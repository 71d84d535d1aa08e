import "@fontsource-variable/inter";
import "@fontsource-variable/noto-sans-devanagari";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { noteAnswer } from "./api/connection.ts";
import { Problem } from "./api/problem.ts";
import { currentPath, isSessionExpired, setSessionExpired, signInAddress } from "./api/session.ts";
import { App } from "./app.tsx";
import { ConnectionBanner } from "./components/connection-banner.tsx";
import { SessionDialog } from "./components/session-dialog.tsx";
import { pageLanguage } from "./messages/language.ts";
import { watchTyping } from "./components/use-unsaved-work.ts";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/player.css";
import "./styles/public.css";
import "./styles/account.css";
import "./styles/history.css";
import "./styles/admin.css";
import "./styles/speech.css";
import "./styles/connection.css";
import "./styles/voices.css";
import "./styles/documents.css";

const staleMs = 10_000;

/** Before the profile is loaded the page holds no work: an expired session leads to sign-in at once. */
function handleError(error: unknown): void {
  noteAnswer(error);
  if (!isSessionExpired(error)) return;
  if (client.getQueryData(["GET /v1/users/me", {}]) === undefined) location.assign(signInAddress(currentPath()));
  else setSessionExpired(true);
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError: handleError, onSuccess: () => noteAnswer(null) }),
  mutationCache: new MutationCache({ onError: handleError, onSuccess: () => noteAnswer(null) }),
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      // A call that the API refused is refused again; one that did not arrive may succeed.
      retry: (count, error) => count < 2 && !(error instanceof Problem && error.status < 500),
    },
  },
});

document.documentElement.lang = pageLanguage;
watchTyping();

// A release has taken the place of the one that this page is of, and with it the parts that are not loaded yet.
addEventListener("vite:preloadError", () => location.reload());

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <App />
          <ConnectionBanner />
          <SessionDialog />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
