import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** One POST of several. */
export interface Call {
  readonly key: string;
  readonly json: unknown;
}

/** The fate of calls that were open at the same time. */
export interface AnswersAtOnce {
  /** The number of answers by status; 0 for calls that got no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Ids of the requests that were accepted. */
  readonly requestIds: readonly string[];
  /** The most calls that were open while not one of them was answered. */
  readonly mostOpen: number;
  /** The time that opening them took. Those opened first stand silent for as long, which the API allows for ten seconds. */
  readonly openedSeconds: number;
}

const accepted = z.object({ data: z.object({ request_id: z.uuid() }) });

/**
 * Opens all calls, each on a connection of its own, and lets the last byte of each go only when all of them are open, so
 * that none is answered before.
 */
export async function callAtOnce(
  calls: readonly Call[],
  { url, signal }: { readonly url: string; readonly signal: AbortSignal },
): Promise<AnswersAtOnce> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const begun = performance.now();
  const opened = await Promise.all(calls.map((call) => openCall(call, { url, signal, agent })));
  const openedSeconds = (performance.now() - begun) / 1000;
  const mostOpen = opened.filter(({ isAnswered }) => !isAnswered()).length;
  const answers = await Promise.all(opened.map(({ finish }) => finish()));
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const requestIds = answers.flatMap(({ status, body }) =>
    status === 202 ? [accepted.parse(JSON.parse(body)).data.request_id] : [],
  );
  return { statuses, requestIds, mostOpen, openedSeconds };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface OpenCall {
  readonly isAnswered: () => boolean;
  /** Sends what is missing and waits for the answer. */
  readonly finish: () => Promise<Answer>;
}

const none: Answer = { status: 0, body: "" };

/** Resolves when all but the last byte has been sent. */
async function openCall(
  { key, json }: Call,
  { url, signal, agent }: { readonly url: string; readonly signal: AbortSignal; readonly agent: Agent },
): Promise<OpenCall> {
  const body = JSON.stringify(json);
  const headers = {
    "x-api-key": key,
    prefer: "respond-async",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const sent = request(url, { method: "POST", agent, headers, signal });
  let answered = false;
  const answer = answerTo(sent).then(
    (read) => {
      answered = true;
      return read;
    },
    () => none,
  );
  await written(sent, body.slice(0, -1));
  return {
    isAnswered: () => answered,
    finish: () => {
      sent.end(body.slice(-1));
      return answer;
    },
  };
}

async function written(sent: ClientRequest, part: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  sent.once("close", resolve);
  sent.write(part, () => resolve());
  await promise;
}

async function answerTo(sent: ClientRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once("response", resolve).once("error", reject);
  const response = await promise;
  return { status: response.statusCode ?? 0, body: await text(response) };
}
