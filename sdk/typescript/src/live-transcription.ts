import { ConnectionError, LiveSessionError } from "./errors.ts";
import { eventQueue } from "./event-queue.ts";
import { framesOf, keepSound, type KeptSound } from "./kept-sound.ts";
import { type LiveEvent, type LiveMessage, type LiveSessionStarted, readLiveMessage } from "./live-events.ts";
import { sleep } from "./retry.ts";

/** Options of a live transcription; the service's own defaults hold for what is absent. */
export interface LiveOptions {
  /** A tag, code or English name of a language, or `auto`. */
  readonly language?: string | undefined;
  /** `auto`, `fast`, `accurate` or the name of a model. */
  readonly model?: string | undefined;
  /** How the sound is laid out: samples of one channel without a header, or `container` for WebM, Ogg and other files. */
  readonly encoding?: "pcm_s16le" | "pcm_f32le" | "mulaw" | "alaw" | "container" | undefined;
  /** Hz, 8000 to 48000, of samples without a header; 16000 when absent. */
  readonly sample_rate?: number | undefined;
  /** Whether words are sent before they are final. */
  readonly interim_results?: boolean | undefined;
  /** Milliseconds of silence that end an utterance; 0 where silence alone ends none. */
  readonly endpointing_ms?: number | undefined;
  /** `smart` ends an utterance in a pause of 200 ms where a model finds that the speaker has finished; the service needs that model. */
  readonly end_of_turn?: "silence" | "smart" | undefined;
  /** Whether words are sent with their times. */
  readonly words?: boolean | undefined;
  /** Whether a later final may replace earlier ones. */
  readonly revisions?: boolean | undefined;
  readonly format?: "smart" | "verbatim" | undefined;
}

/** The service and the account of a live transcription. */
export interface LiveTarget {
  /** The address of the service. */
  readonly baseUrl: string;
  /** The API key or the temporary token of a connection; null where the cookie of a page is the credential. */
  readonly credential: () => string | null | Promise<string | null>;
  /** The error of a session that was refused: a WebSocket does not say why. */
  readonly explain: () => Promise<unknown>;
}

const bytesPerSample = { pcm_s16le: 2, pcm_f32le: 4, mulaw: 1, alaw: 1, container: 1 } as const;
const usualSampleRate = 16_000;
/** Milliseconds before the first attempt to reconnect; twice as long before each further one. */
const backoffMs = 250;
const maxBackoffMs = 4_000;

/**
 * A live transcription. Iterate over its events once; send sound meanwhile. Where the service resumes sessions, it reconnects by
 * itself when the connection breaks, and sends again what was not understood.
 */
export class LiveTranscription implements AsyncIterable<LiveEvent> {
  private readonly target: LiveTarget;
  private readonly options: LiveOptions;
  private readonly queue = eventQueue<LiveEvent>();
  private readonly kept: KeptSound;
  private socket: WebSocket | null = null;
  /** True from `session_started` until the connection closes. */
  private isOpen = false;
  private started: LiveSessionStarted | null = null;
  /** The highest id of a final; 0 before the first one. Revisions may come behind later finals. */
  private lastId = 0;
  private fault: LiveSessionError | null = null;
  private hasEnded = false;
  private isFinalizing = false;
  private isClosing = false;

  /** @throws Error where there is no WebSocket */
  constructor(target: LiveTarget, options: LiveOptions) {
    if (!("WebSocket" in globalThis))
      throw new Error("Live transcription needs a WebSocket: Node 22 or later, or a browser.");
    this.target = target;
    this.options = options;
    const { encoding = "pcm_s16le", sample_rate: sampleRate = usualSampleRate } = options;
    this.kept = keepSound({ sampleRate, bytesPerSample: bytesPerSample[encoding] });
    this.run().catch((error: unknown) => this.fail(error));
  }

  /** Sends sound; before the session is open, it is kept for it. */
  send(sound: ArrayBuffer | ArrayBufferView): void {
    if (this.hasEnded || this.isClosing) return;
    const bytes = ArrayBuffer.isView(sound)
      ? Uint8Array.from(new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength))
      : new Uint8Array(sound.slice(0));
    if (bytes.length === 0) return;
    if (!this.isOpen || this.canResume) this.kept.add(bytes);
    if (this.isOpen) this.transmit([bytes]);
  }

  /** Ends the open utterance; a final with `from_finalize` answers it. */
  finalize(): void {
    this.isFinalizing = true;
    this.say("finalize");
  }

  /** Keeps a session open in which no sound is sent for a while. */
  keepAlive(): void {
    this.say("keepalive");
  }

  /** Has the service finish what was sent; `session_ended` is the last event. */
  close(): void {
    this.isClosing = true;
    this.say("close");
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveEvent, undefined> {
    return {
      next: () => this.queue.next(),
      return: async () => {
        this.close();
        return { done: true, value: undefined };
      },
    };
  }

  private get canResume(): boolean {
    return this.started?.resume_token !== undefined && this.options.encoding !== "container";
  }

  private say(type: "keepalive" | "finalize" | "close"): void {
    if (this.isOpen) this.socket?.send(JSON.stringify({ type }));
  }

  private transmit(sound: readonly Uint8Array<ArrayBuffer>[]): void {
    for (const frame of framesOf(sound)) this.socket?.send(frame);
  }

  private fail(error: unknown): void {
    this.hasEnded = true;
    this.queue.fail(error);
  }

  private address(): string {
    const url = new URL(`${this.target.baseUrl}/v1/speech/live`);
    url.protocol = url.protocol.replace("http", "ws");
    for (const [name, value] of Object.entries(this.options))
      if (value !== undefined) url.searchParams.set(name, String(value));
    if (this.started?.resume_token !== undefined) url.searchParams.set("resume", this.started.resume_token);
    if (this.lastId > 0) url.searchParams.set("after", `${this.lastId}`);
    return url.href;
  }

  /** Opens connections until the session has ended. @throws ConnectionError, LiveSessionError, and what `explain` finds */
  private async run(): Promise<void> {
    let [until, delay] = [0, 0];
    for (;;) {
      const hasStarted = await this.connect();
      if (this.hasEnded) return;
      // A process that ends leaves its sessions to others.
      const goesOnElsewhere = this.fault?.code === "unavailable" && this.canResume;
      if (this.fault !== null && !goesOnElsewhere) throw this.fault;
      this.fault = null;
      if (this.started === null) throw await this.target.explain();
      if (!this.canResume) throw new ConnectionError("The connection broke.");
      if (hasStarted) {
        until = Date.now() + (this.started.resume_within_seconds ?? 0) * 1000;
        delay = backoffMs;
      }
      if (Date.now() + delay > until) throw new ConnectionError("The live session could not be resumed.");
      await sleep(delay);
      delay = Math.min(maxBackoffMs, 2 * delay);
    }
  }

  /** Undefined where none can be had for a session that waits to be resumed. */
  private async credential(): Promise<string | null | undefined> {
    try {
      return await this.target.credential();
    } catch (error) {
      if (this.started === null) throw error;
      return undefined;
    }
  }

  /** Opens a connection, and resolves when it has closed: true where the session had started on it. */
  private async connect(): Promise<boolean> {
    const credential = await this.credential();
    if (credential === undefined) return false;
    const socket = new WebSocket(this.address(), credential === null ? ["speech"] : ["speech", `token.${credential}`]);
    this.socket = socket;
    let hasStarted = false;
    socket.addEventListener("message", ({ data }) => {
      const message = readLiveMessage(data);
      if (message?.type === "session_started") hasStarted = true;
      if (message !== null) this.receive(message);
    });
    await new Promise((resolve) => socket.addEventListener("close", resolve));
    this.isOpen = false;
    return hasStarted;
  }

  private receive(message: LiveMessage): void {
    if (message.type === "error") {
      this.fault = new LiveSessionError(message);
      return;
    }
    if (message.type === "session_started") this.begin(message);
    if (message.type === "final") {
      this.lastId = Math.max(this.lastId, Number(message.id));
      if (message.from_finalize) this.isFinalizing = false;
    }
    this.queue.push(message);
    if (message.type === "session_ended") this.end();
  }

  private end(): void {
    this.socket?.close();
    if (this.fault !== null) return this.fail(this.fault);
    this.hasEnded = true;
    this.queue.end();
  }

  /** Sends what was not understood on an earlier connection, or was kept for this one. */
  private begin(started: LiveSessionStarted): void {
    this.started = started;
    const sound = this.kept.from(started.from_seconds ?? 0);
    if (sound === null) {
      this.socket?.close();
      return this.fail(new ConnectionError("The live session was interrupted for too long to be resumed."));
    }
    this.isOpen = true;
    this.transmit(sound);
    if (this.isFinalizing) this.say("finalize");
    if (this.isClosing) this.say("close");
  }
}
