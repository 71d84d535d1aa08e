import { errorOf, WorkFailedError } from "./errors.ts";
import { createClient } from "./generated/client/index.ts";
import { Api } from "./generated/sdk.gen.ts";
import type {
  CreatedVoice,
  RequestsGetTranscriptData,
  RequestsListData,
  SpeechRequest,
  SpeechRequestSummary,
  SpeechSynthesizeRequest,
  SpeechTranscribeRequest,
  TranscriptionRequest,
  Voice,
  VoicesCreateRequest,
  VoicesListData,
} from "./generated/types.gen.ts";
import { itemsOf } from "./pages.ts";
import { retryingFetch } from "./retry.ts";
import { type AudioSource, fileOf } from "./source.ts";
import { audioOf, type SpokenAudio } from "./spoken-audio.ts";
import { type WaitOptions, waitFor } from "./wait.ts";

export interface SpeechClientOptions {
  /** The address of the service, as `https://speech.example.com`. */
  readonly baseUrl: string;
  /** Absent where only calls are made that need none. */
  readonly apiKey?: string | undefined;
  /** The number of times a call is sent again when the connection breaks or the service asks for it; 2 when absent. */
  readonly maxRetries?: number;
  /** Milliseconds before the first of these attempts; 500 when absent. */
  readonly backoffMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Options of a call that creates something. */
export interface CreateOptions {
  /** Identifies the call, so that another run of the program does not make the same thing twice; a random one when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The options of a synthesis, beside the text. */
export type SpeakOptions = Omit<SpeechSynthesizeRequest, "text" | "word_timestamps"> & CreateOptions;

type TranscriptQuery = NonNullable<RequestsGetTranscriptData["query"]>;

/** The formats of a transcript. */
export type TranscriptFormat = NonNullable<TranscriptQuery["format"]>;

/** The layout of subtitles; without effect on other formats. */
export type SubtitleLayout = Omit<TranscriptQuery, "format">;

/** Options of a transcription. */
export type TranscribeOptions = Omit<SpeechTranscribeRequest, "audio" | "response_format" | keyof SubtitleLayout> &
  CreateOptions;

/** A transcription that has ended well, which always has its text; it is empty where nothing was said. */
export type CompletedTranscription = TranscriptionRequest & {
  readonly [Part in "text" | "segments" | "words"]: NonNullable<TranscriptionRequest[Part]>;
};

/** Work of the service that takes its time. */
export interface Work<Result> {
  /** The id of the speech request or the voice: `client.transcription(id)` goes on waiting for it, also in another program. */
  readonly id: string;
  /** @throws WorkFailedError */
  wait(options?: WaitOptions): Promise<Result>;
}

const mediaTypes = {
  ...{ wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg", flac: "audio/flac", aac: "audio/aac", pcm: "audio/pcm" },
  ...{ mulaw: "audio/pcmu", alaw: "audio/pcma" },
} as const;

const usualRetries = 2;
const usualBackoffMs = 500;

/** The calls of the service by their operations, with an API key, retries and typed errors. */
function openApi({
  baseUrl,
  apiKey,
  maxRetries = usualRetries,
  backoffMs = usualBackoffMs,
  fetch,
}: SpeechClientOptions) {
  const send = retryingFetch({ fetch: fetch ?? ((request) => globalThis.fetch(request)), maxRetries, backoffMs });
  const client = createClient({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: apiKey === undefined ? {} : { "X-API-Key": apiKey },
    throwOnError: true,
    fetch: (input, init) => send(new Request(input, init)),
  });
  client.interceptors.request.use((request) => {
    if (request.method === "POST" && !request.headers.has("idempotency-key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    return request;
  });
  client.interceptors.error.use((error, response) => errorOf(error, response));
  return new Api({ client });
}

const throwing = { throwOnError: true } as const;

/** The part of a request that follows from the options of a call that creates something. */
const creating = ({ idempotencyKey, signal }: CreateOptions, headers: Readonly<Record<string, string>> = {}) => ({
  ...throwing,
  headers: { ...headers, ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }) },
  ...(signal !== undefined && { signal }),
});

/** A client of the speech service. */
export class SpeechClient {
  /** Every call of the service by its operation: `client.api.usage.get()`. */
  readonly api: Api;
  private readonly docsUrl: string;

  constructor(options: SpeechClientOptions) {
    this.docsUrl = `${options.baseUrl.replace(/\/+$/, "")}/docs/errors`;
    this.api = openApi(options);
  }

  /** Speaks a text. The audio arrives while it is being spoken. */
  async speak(text: string, { idempotencyKey, signal, ...fields }: SpeakOptions = {}): Promise<SpokenAudio> {
    const { response } = await this.api.speech.synthesize({
      ...creating({ idempotencyKey, signal }, { Accept: mediaTypes[fields.format ?? "wav"] }),
      ...{ query: { stream: true }, body: { ...fields, text }, parseAs: "stream" },
    });
    const requestId = response.headers.get("x-request-id") ?? "";
    if (response.status !== 202) return audioOf(requestId, response);
    // Nothing was heard in the time for which the service lets a caller wait.
    await response.body?.cancel();
    await this.waitForRequest(requestId, { signal });
    return this.audio(requestId);
  }

  /** The stored audio of a speech request. */
  async audio(requestId: string): Promise<SpokenAudio> {
    const path = { request_id: requestId };
    const { response } = await this.api.requests.getAudio({ ...throwing, path, parseAs: "stream" });
    return audioOf(requestId, response);
  }

  /** Sends a recording, and returns as soon as it has arrived. */
  async startTranscription(
    source: AudioSource,
    options: TranscribeOptions = {},
  ): Promise<Work<CompletedTranscription>> {
    const { idempotencyKey, signal, ...fields } = options;
    const audio = await fileOf(source);
    const { response } = await this.api.speech.transcribe({
      ...creating({ idempotencyKey, signal }, { Prefer: "respond-async" }),
      body: { ...fields, audio },
    });
    return this.transcription(response.headers.get("x-request-id") ?? "");
  }

  /** A transcription that was started before. */
  transcription(id: string): Work<CompletedTranscription> {
    return {
      id,
      wait: async (options = {}) => {
        const request = await this.waitForRequest(id, options);
        if (request.request_type !== "asr") throw new TypeError(`The request ${id} is no transcription.`);
        const { text, segments, words } = request;
        return { ...request, text: text ?? "", segments: segments ?? [], words: words ?? [] };
      },
    };
  }

  /** Transcribes a recording. */
  async transcribe(
    source: AudioSource,
    options: TranscribeOptions & WaitOptions = {},
  ): Promise<CompletedTranscription> {
    const { onProgress, intervalMs, patienceMs, ...others } = options;
    const work = await this.startTranscription(source, others);
    const { signal } = others;
    return work.wait({ onProgress, intervalMs, patienceMs, signal });
  }

  /** The transcript of a completed transcription, as text, as subtitles or as JSON. */
  async transcript(requestId: string, format: TranscriptFormat = "text", layout: SubtitleLayout = {}): Promise<string> {
    const path = { request_id: requestId };
    const call = { ...throwing, path, query: { format, ...layout }, parseAs: "text" } as const;
    const { data }: { readonly data: unknown } = await this.api.requests.getTranscript(call);
    return String(data);
  }

  /** Makes a voice from a sample; `wait()` returns it when it can speak. */
  async createVoice(
    sample: AudioSource,
    { idempotencyKey, signal, ...fields }: Omit<VoicesCreateRequest, "audio"> & CreateOptions,
  ): Promise<CreatedVoice & Work<Voice>> {
    const audio = await fileOf(sample);
    const { data } = await this.api.voices.create({
      ...creating({ idempotencyKey, signal }),
      body: { ...fields, audio },
    });
    return { ...data.data, ...this.voice(data.data.voice_id) };
  }

  /** A voice that is being made. */
  voice(id: string): Work<Voice> {
    return {
      id,
      wait: async (options = {}) => {
        const voice = await waitFor(
          {
            read: async () => (await this.api.voices.get({ ...throwing, path: { voice_id: id } })).data.data,
            progressOf: ({ progress }) => progress,
            isEnded: ({ status }) => status === "ready" || status === "failed",
          },
          options,
        );
        if (voice.error !== null) throw this.failed(id, voice.error);
        return voice;
      },
    };
  }

  /** All voices that fit, page by page. */
  voices(query: NonNullable<VoicesListData["query"]> = {}): AsyncGenerator<Voice, void> {
    return itemsOf(async (page) => (await this.api.voices.list({ ...throwing, query: { ...query, page } })).data.data);
  }

  /** All speech requests that fit, newest first, page by page. */
  requests(query: NonNullable<RequestsListData["query"]> = {}): AsyncGenerator<SpeechRequestSummary, void> {
    return itemsOf(
      async (page) => (await this.api.requests.list({ ...throwing, query: { ...query, page } })).data.data,
    );
  }

  private failed(id: string, failure: { readonly code: string; readonly message: string }): WorkFailedError {
    return new WorkFailedError(id, { ...failure, docsUrl: `${this.docsUrl}#${failure.code}` });
  }

  private async waitForRequest(id: string, options: WaitOptions): Promise<SpeechRequest> {
    const request = await waitFor(
      {
        read: async () => (await this.api.requests.get({ ...throwing, path: { request_id: id } })).data.data,
        progressOf: ({ progress }) => progress,
        isEnded: ({ finished_at: finishedAt }) => finishedAt !== null,
      },
      options,
    );
    if (request.error !== null) throw this.failed(id, request.error);
    return request;
  }
}
