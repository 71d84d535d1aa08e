import type { AttentionReport } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";

const refetchMs = 60_000;

/** Counts the work that waits for an admin, again every minute. */
export const useAttention = () => useApi("GET /v1/admin/attention", {}, { refetchInterval: refetchMs });

/** The number of things that wait on each page of the admins, by its address. */
export const waitingByPage = (report: AttentionReport): Readonly<Record<string, number>> => ({
  "/account/admin/tickets": report.new_tickets,
  "/account/admin/events": report.open_payment_events + report.open_identity_events,
  "/account/admin/models": report.engines_down.length,
});
