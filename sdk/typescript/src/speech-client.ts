import { type BatchOptions, type BatchRecordings, type BatchResult, recordingsOf, resultsIn } from "./batches.ts";
import { WorkFailedError } from "./errors.ts";
import { formDataBodySerializer } from "./generated/client/index.ts";
import type { Api } from "./generated/sdk.gen.ts";
import type {
  Batch,
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
import { type LiveOptions, LiveTranscription } from "./live-transcription.ts";
import {
  addressOf,
  type CreateOptions,
  creating,
  explainRefusal,
  openApi,
  type SpeechClientOptions,
  throwing,
} from "./open-api.ts";
import { itemsOf } from "./pages.ts";
import { type AudioSource, fileOf, isSent } from "./source.ts";
import { audioOf, type SpokenAudio } from "./spoken-audio.ts";
import { type WaitOptions, waitFor } from "./wait.ts";

/** The options of a synthesis, beside the text. */
export type SpeakOptions = Omit<SpeechSynthesizeRequest, "text" | "word_timestamps"> & CreateOptions;

type TranscriptQuery = NonNullable<RequestsGetTranscriptData["query"]>;

/** The formats of a transcript. */
export type TranscriptFormat = NonNullable<TranscriptQuery["format"]>;

/** The layout of subtitles; without effect on other formats. */
export type SubtitleLayout = Omit<TranscriptQuery, "format">;

/** Options of a transcription. */
export type TranscribeOptions = Omit<
  SpeechTranscribeRequest,
  "audio" | "url" | "response_format" | keyof SubtitleLayout
> &
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

/** The credential of a live transcription, beside its options. */
interface LiveCredential {
  /** A temporary token in place of the API key, for pages; called for each connection. */
  readonly token?: () => string | Promise<string>;
}

const mediaTypes = {
  ...{ wav: "audio/wav", mp3: "audio/mpeg", ogg: "audio/ogg", flac: "audio/flac", aac: "audio/aac", pcm: "audio/pcm" },
  ...{ mulaw: "audio/pcmu", alaw: "audio/pcma" },
} as const;

/** A client of the speech service. */
export class SpeechClient {
  /** Every call of the service by its operation: `client.api.usage.get()`. */
  readonly api: Api;
  private readonly options: SpeechClientOptions;

  constructor(options: SpeechClientOptions) {
    this.options = { ...options, baseUrl: addressOf(options.baseUrl) };
    this.api = openApi(this.options);
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
    source: AudioSource | URL,
    options: TranscribeOptions = {},
  ): Promise<Work<CompletedTranscription>> {
    const { idempotencyKey, signal, ...fields } = options;
    const recording = isSent(source) ? { audio: await fileOf(source) } : { url: String(source) };
    const { response } = await this.api.speech.transcribe({
      ...creating({ idempotencyKey, signal }, { Prefer: "respond-async" }),
      body: { ...fields, ...recording },
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

  /** Transcribes a recording, or one that the service fetches from an address. */
  async transcribe(
    source: AudioSource | URL,
    options: TranscribeOptions & WaitOptions = {},
  ): Promise<CompletedTranscription> {
    const { onProgress, intervalMs, patienceMs, ...others } = options;
    const work = await this.startTranscription(source, others);
    const { signal } = others;
    return work.wait({ onProgress, intervalMs, patienceMs, signal });
  }

  /**
   * Starts the transcription of up to 10,000 recordings, after all other work and at a lower price. Their files are sent as one zip, in
   * which the path of each begins with its place.
   */
  async startBatch(recordings: BatchRecordings, options: BatchOptions & CreateOptions = {}): Promise<Work<Batch>> {
    const { idempotencyKey, signal, ...fields } = options;
    const given = await recordingsOf(recordings);
    const form = "archive" in given && formDataBodySerializer;
    const call = creating({ idempotencyKey, signal }, form ? { "Content-Type": null } : {});
    const created = await this.api.batches.create({ ...call, ...form, body: { ...fields, ...given } });
    return this.batch(created.data.data.batch_id);
  }

  /** A batch that was started before. It has ended when all its recordings have, failed ones among them. */
  batch(id: string): Work<Batch> {
    const read = async () => (await this.api.batches.get({ ...throwing, path: { batch_id: id } })).data.data;
    const isEnded = ({ finished_at: finishedAt }: Batch) => finishedAt !== null;
    return { id, wait: (options = {}) => waitFor({ read, progressOf: ({ progress }) => progress, isEnded }, options) };
  }

  /** The results of a batch, one for each recording in their order. */
  async *batchResults(id: string): AsyncGenerator<BatchResult, void> {
    const path = { batch_id: id };
    yield* resultsIn((await this.api.batches.results({ ...throwing, path, parseAs: "stream" })).response);
  }

  /** Opens a live transcription: send sound while people speak, and iterate over the events with their words. */
  transcribeLive({ token, ...options }: LiveOptions & LiveCredential = {}): LiveTranscription {
    const { baseUrl, apiKey = null } = this.options;
    const explain = () => explainRefusal(token === undefined ? this.api : null);
    return new LiveTranscription({ baseUrl, credential: token ?? (() => apiKey), explain }, options);
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
        if (voice.error !== null) throw this.failureOf(id, voice.error);
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

  /** The error of work that has failed, as a result tells it. */
  failureOf(id: string, failure: { readonly code: string; readonly message: string }): WorkFailedError {
    return new WorkFailedError(id, { ...failure, docsUrl: `${this.options.baseUrl}/docs/errors#${failure.code}` });
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
    if (request.error !== null) throw this.failureOf(id, request.error);
    return request;
  }
}
