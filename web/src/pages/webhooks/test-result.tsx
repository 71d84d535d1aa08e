import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { WebhookDelivery } from "#web/api/types.ts";
import { invalidate, useApi } from "#web/api/use-api.ts";
import { t } from "#web/messages/translate.ts";
import { attemptWords } from "./deliveries.tsx";

const limit = 20;
const pollMs = 1_000;

/** The result of a test event, as soon as the endpoint has answered or failed once. */
export function TestResult({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { delivery_id: id, endpoint_id } = delivery;
  const find = (items: readonly WebhookDelivery[] = []) =>
    items.find((one) => one.delivery_id === id && one.last_attempt_at !== null);
  const { data } = useApi(
    "GET /v1/webhook-endpoints/{endpoint_id}/deliveries",
    { path: { endpoint_id }, query: { limit } },
    { refetchInterval: ({ state }) => (find(state.data?.items) === undefined ? pollMs : false) },
  );
  const made = find(data?.items);
  const client = useQueryClient();
  const isMade = made !== undefined;
  useEffect(() => {
    if (isMade) void invalidate(client, ["GET /v1/webhook-endpoints"]);
  }, [client, isMade]);
  return (
    <p role="status" className={made === undefined || made.last_error === null ? "soft" : "problem"}>
      {made === undefined
        ? t("Sending…")
        : made.last_error === null
          ? attemptWords(made)
          : t("Failed: {reason}", { reason: attemptWords(made) })}
    </p>
  );
}
