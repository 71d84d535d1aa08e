import type { ColumnType, Generated } from "kysely";
import type { MailColumns } from "./alert-schema.ts";

/** The tables of the addresses of customers that are called when something happens. Notifications that we receive are in `webhook_events`. */
export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_endpoint_notices: WebhookEndpointNoticesTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

/** The events that customers are called for. */
export const callbackEventTypes = [
  ...(["speech.request.completed", "speech.request.failed", "speech.batch.completed"] as const),
  ...(["voice.ready", "voice.failed"] as const),
  ...(["subscription.activated", "subscription.past_due", "subscription.cancelled", "subscription.expired"] as const),
  "credits.low",
] as const;
export const endpointIncludes = ["transcript"] as const;
export const endpointStates = ["enabled", "disabled"] as const;
export const disabledReasons = ["account", "gone", "failures"] as const;
/** `waiting`: the request that it is about has not ended. */
export const deliveryStatuses = ["waiting", "pending", "delivered", "failed"] as const;

type CreatedAt = ColumnType<Date, never, never>;

interface WebhookEndpointsTable {
  id: string;
  user_id: string;
  /** Null for the one of an account whose secret signs what goes to the addresses of single calls. */
  url: string | null;
  description: string;
  events: readonly (typeof callbackEventTypes)[number][];
  /** The contents that bodies have beside ids. */
  include: readonly (typeof endpointIncludes)[number][];
  state: Generated<(typeof endpointStates)[number]>;
  /** Encrypted, as `src/domain/callbacks/secret-box.ts` does it. */
  secret: Buffer;
  /** The secret before, which signs as well until the time beside it. */
  former_secret: Buffer | null;
  former_secret_until: Date | null;
  /** Attempts that failed in a row, and the time of the first. */
  failures: Generated<number>;
  failing_since: Date | null;
  disabled_reason: (typeof disabledReasons)[number] | null;
  disabled_at: Date | null;
  created_at: CreatedAt;
}

/** The e-mail that says that an endpoint was disabled. */
interface WebhookEndpointNoticesTable extends MailColumns {
  endpoint_id: string;
  /** One e-mail for each time. */
  disabled_at: Date;
}

/** One event for one endpoint: the row is the outbox. */
interface WebhookDeliveriesTable {
  id: string;
  endpoint_id: string;
  /** The same for every attempt, and unique for the endpoint. */
  event_id: string;
  /** Null while the request has not ended. */
  type: string | null;
  /** The request, voice or subscription that it is about. */
  subject_id: string | null;
  /** The body, but for the contents that are read when it is sent; null while the request has not ended. */
  payload: string | null;
  /** The address of a single call; null for that of the endpoint. */
  url: string | null;
  /** The name of the form of body and headers. */
  form: Generated<string>;
  method: Generated<string>;
  /** Headers of the caller, encrypted JSON. */
  sealed_headers: Buffer | null;
  /** The choices of the call that the form needs; written as their JSON text. */
  options: ColumnType<unknown, string | null | undefined, never>;
  status: Generated<(typeof deliveryStatuses)[number]>;
  attempts: Generated<number>;
  /** The time of the next attempt. */
  next_at: Date | null;
  /** An attempt is being made; after this time its process is taken to be dead. */
  sending_until: Date | null;
  /** The status of the last answer; null where there was none. */
  last_status: number | null;
  last_error: string | null;
  last_attempt_at: Date | null;
  /** How long the last attempt took, ms; null before the first. */
  last_duration_ms: number | null;
  /** The span in which the event was written (W3C Trace Context); null where none was recorded. */
  traceparent: string | null;
  created_at: CreatedAt;
}
