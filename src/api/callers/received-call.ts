import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Resources } from "#src/platform/resources.ts";
import type { LimitShare } from "#src/api/dialects/dialect.ts";
import type { LimitName } from "#src/api/route.ts";
import { clientAddress } from "./caller-address.ts";

/** A call as plain values, whether it came as a request of HTTP or opens a WebSocket. */
export interface ReceivedCall {
  /** The id of the call, and of the speech request that it makes. */
  readonly requestId: string;
  readonly method: string;
  /** The path and the query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** All values of headers that were sent several times. */
  readonly headersDistinct: Readonly<NodeJS.Dict<string[]>>;
  /** The address or network by which the limits count callers. */
  readonly address: string;
  /** Aborted when the caller has hung up. */
  readonly signal: AbortSignal;
  /** The facts that the steps have found out for the head of the answer, errors included. */
  readonly answer: AnswerFacts;
}

/** The count of a call: what is left of its limit, and the key by which it can be taken back. */
export interface CountedCall extends LimitShare {
  readonly policy: LimitName | "failed_authentication";
  readonly key: string;
  readonly windowSeconds: number;
  /** The end of the window, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

interface AnswerFacts {
  /** The count of the call against a limit; null where nothing was counted. */
  counted: CountedCall | null;
  /** The id of the earlier call that this one repeats; null where it repeats none. */
  replayOf: string | null;
}

/** The step `receive`: takes from a request of Node what the other steps need. */
export const receive = (
  request: IncomingMessage,
  { requestId, signal }: Pick<ReceivedCall, "requestId" | "signal">,
  resources: Pick<Resources, "config" | "log">,
): ReceivedCall => ({
  requestId,
  signal,
  method: request.method ?? "GET",
  target: request.url ?? "/",
  headers: request.headers,
  headersDistinct: request.headersDistinct,
  address: clientAddress(request, resources),
  answer: { counted: null, replayOf: null },
});

/** The value of a header; "" without it. */
export function headerOf({ headers }: Pick<ReceivedCall, "headers">, name: string): string {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : "";
}
