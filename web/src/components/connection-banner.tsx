import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchAnswer, noteAnswer, useConnection } from "#web/api/connection.ts";
import { t } from "#web/messages/translate.ts";

const retryMs = 3_000;

/** Asks the service until it answers, then repeats what has failed meanwhile. */
function useReconnect(active: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return undefined;
    const look = async (): Promise<void> => {
      const answer = await fetchAnswer("/healthz").catch(() => null);
      if (answer?.ok !== true) return;
      noteAnswer(null);
      await client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    };
    const timer = setInterval(() => void look(), retryMs);
    return () => clearInterval(timer);
  }, [active, client]);
}

/** Says that nothing arrives, as long as that is so. */
export function ConnectionBanner() {
  const connection = useConnection();
  useReconnect(connection === "unreachable");
  return (
    <div role="status" className="connection">
      {connection === "offline" && (
        <p className="notice bad">
          {t("You are offline. What you typed is kept; this page continues when you are back online.")}
        </p>
      )}
      {connection === "unreachable" && (
        <p className="notice bad">{t("The service cannot be reached. What you typed is kept. Reconnecting…")}</p>
      )}
    </div>
  );
}
