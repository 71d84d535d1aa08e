import { setTimeout as sleep } from "node:timers/promises";
import { numberedSound } from "#harness/servers/numbered-words.ts";
import { openSocket, type SocketClient, type SocketOptions, trySocket } from "./socket-client.ts";

/** A live session in which numbers are said, from its first connection to its last. */
export interface NumbersHeard {
  readonly requestId: string;
  /** The words of all finals, in the order in which they were received. */
  readonly words: readonly string[];
  /** The number of times that it was resumed. */
  readonly resumes: number;
  readonly credits: number;
  readonly seconds: number;
}

export interface NumbersOptions {
  /** The address of the next connection. */
  readonly url: () => string;
  readonly shown: SocketOptions;
  /** The options of the session, as a query. */
  readonly query?: string;
  /** Seconds of sound in all. */
  readonly seconds: number;
  /** Seconds of sound in a second. */
  readonly speed: number;
}

export interface NumbersClient {
  /** The seconds that were sent. */
  readonly position: number;
  /** The connection at this moment. */
  readonly client: SocketClient;
  readonly heard: Promise<NumbersHeard>;
}

const tickMs = 50;
const retry = { everyMs: 200, forMs: 30_000 } as const;

/** Opens a session in which numbers are said, and resumes it as often as its connection breaks. */
export async function sayNumbers(options: NumbersOptions): Promise<NumbersClient> {
  const client = await openSocket(`${options.url()}?${options.query ?? ""}`, options.shown);
  const state = { client, position: 0, resumes: 0, words: new Array<string>(), lastId: "0" };
  return {
    get position() {
      return state.position;
    },
    get client() {
      return state.client;
    },
    heard: follow(options, state),
  };
}

interface State {
  client: SocketClient;
  position: number;
  resumes: number;
  readonly words: string[];
  lastId: string;
}

async function follow(options: NumbersOptions, state: State): Promise<NumbersHeard> {
  for (;;) {
    const started = await state.client.next("session_started");
    state.position = Number(started["from_seconds"]);
    await Promise.all([say(options, state), state.client.closed]);
    take(state);
    const ended = state.client.messages.find(({ type }) => type === "session_ended");
    if (ended !== undefined) {
      const { words, resumes } = state;
      const figures = { credits: Number(ended["credits_consumed"]), seconds: Number(ended["duration_seconds"]) };
      return { requestId: String(started["request_id"]), words, resumes, ...figures };
    }
    state.client = await resume(options, state, String(started["resume_token"]));
    state.resumes += 1;
  }
}

/** Sends the sound from where the session stands, as fast as it is to come, until the connection ends. */
async function say({ seconds, speed }: NumbersOptions, state: State): Promise<void> {
  const { client } = state;
  const begun = { at: performance.now(), from: state.position };
  while (client.socket.readyState === client.socket.OPEN && state.position < seconds) {
    const due = begun.from + ((performance.now() - begun.at) / 1000) * speed;
    const to = Math.min(seconds, due);
    client.socket.send(numberedSound(state.position, to));
    state.position = to;
    await sleep(tickMs);
  }
  if (client.socket.readyState === client.socket.OPEN) client.say({ type: "close" });
}

/** Takes the finals of a connection that has ended. */
function take(state: State): void {
  for (const message of state.client.messages) {
    if (message.type !== "final") continue;
    state.lastId = String(message["id"]);
    state.words.push(
      ...String(message["text"])
        .split(" ")
        .filter((word) => word !== ""),
    );
  }
}

/** Tries for as long as a session waits. */
async function resume({ url, shown }: NumbersOptions, { lastId }: State, token: string): Promise<SocketClient> {
  const begun = performance.now();
  for (;;) {
    const tried = await trySocket(`${url()}?resume=${token}&after=${lastId}`, shown).catch((error: unknown) => error);
    if (isClient(tried)) return tried;
    if (performance.now() - begun > retry.forMs)
      throw new Error(`The session could not be resumed: ${JSON.stringify(tried)}`);
    await sleep(retry.everyMs);
  }
}

const isClient = (tried: unknown): tried is SocketClient =>
  typeof tried === "object" && tried !== null && "socket" in tried;
