import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { z } from "zod";

/** A call that is made again and again. */
export interface SteadyCall {
  readonly kind: string;
  readonly send: (signal: AbortSignal) => Promise<Response>;
  /** For how long it asks the service to wait for a result; 0 when absent. */
  readonly waitMs?: number;
  /** The status of its refusal, where it is to be refused. */
  readonly refusal?: number;
}

/** The answer to a call. */
export interface SteadyAnswer {
  readonly kind: string;
  readonly sentAtMs: number;
  readonly ms: number;
  /** 0 when there was no answer, or it broke off. */
  readonly status: number;
  /** That it is what the call was made for: a success, or the refusal that it was to meet. */
  readonly asWanted: boolean;
  /** The id of the call, and of the row that it made; null when there was no answer. */
  readonly requestId: string | null;
  /** The longest time that the answer may have taken. */
  readonly deadlineMs: number;
  /** The body, where it was no success. */
  readonly said: string;
}

/** Callers who go on calling, whatever becomes of their calls. */
export interface SteadyCalls extends AsyncDisposable {
  /** So far. */
  readonly answers: readonly SteadyAnswer[];
  /** Makes no more calls and waits for the answers that are missing. */
  stop(): Promise<readonly SteadyAnswer[]>;
}

export interface Pace {
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/** On top of what a caller asks for. */
const graceMs = 5_000;
/** A caller who is not answered by then is not waited for. */
const hangsMs = 60_000;
const shownCharacters = 200;
const idOfCall = z.uuid();

/** Makes these calls in turn, so many a second, whether or not those before were answered. */
export function makeSteadyCalls(calls: readonly SteadyCall[], { perSecond, signal }: Pace): SteadyCalls {
  const over = new AbortController();
  const until = AbortSignal.any([over.signal, signal]);
  const answers: SteadyAnswer[] = [];
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  const callOn = async (): Promise<void> => {
    for (let index = 0; !until.aborted; index += 1) {
      const waitMs = begun + (index * 1000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: until }).catch(() => undefined);
      const call = calls[index % calls.length];
      if (until.aborted || call === undefined) return;
      const answered = answerTo(call, signal).then((answer) => void answers.push(answer));
      open.add(answered);
      void answered.finally(() => open.delete(answered));
    }
  };
  const calling = callOn();
  const stop = async (): Promise<readonly SteadyAnswer[]> => {
    over.abort();
    await calling;
    await Promise.all(open);
    return answers;
  };
  return { answers, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

async function answerTo(call: SteadyCall, signal: AbortSignal): Promise<SteadyAnswer> {
  const { kind, send, waitMs = 0 } = call;
  const sentAtMs = Date.now();
  const begun = performance.now();
  const answer = await send(AbortSignal.any([signal, AbortSignal.timeout(waitMs + hangsMs)]))
    .then((response) => readAnswer(response, call))
    .catch((error: unknown) => ({ status: 0, asWanted: false, requestId: null, said: reasonOf(error) }));
  return { kind, sentAtMs, ms: performance.now() - begun, deadlineMs: waitMs + graceMs, ...answer };
}

/** `fetch` says only that it has failed; why is in the cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? `${error} (${causeOf(error.cause)})` : String(error);

const causeOf = (cause: unknown): string => (cause instanceof Error ? cause.message : inspect(cause));

async function readAnswer(response: Response, { refusal }: SteadyCall) {
  const body = Buffer.from(await response.arrayBuffer());
  const { success, data: requestId } = idOfCall.safeParse(response.headers.get("x-request-id"));
  return {
    status: response.status,
    asWanted: refusal === undefined ? response.ok : response.status === refusal,
    requestId: success ? requestId : null,
    said: response.ok ? "" : body.toString().slice(0, shownCharacters),
  };
}
