import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { invalidate } from "#web/api/use-api.ts";

/** Has the remaining credits read again once a request has ended: its price is known then, and what was held for more comes back. */
export function useFreshCredits(hasEnded: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (hasEnded) void invalidate(client, ["GET /v1/usage"]);
  }, [client, hasEnded]);
}
