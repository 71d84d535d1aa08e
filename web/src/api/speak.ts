import { audioFormatFacts } from "./audio-formats.ts";
import { dataOf, send } from "./call.ts";
import { ConnectionError } from "./problem.ts";
import { bodyOf, type FormValues } from "./synthesize.ts";

const operation = "POST /v1/speech/synthesize";

/** A text that can be heard while it is being spoken. */
export interface LiveSpeech {
  readonly address: string;
  /** All of it, once it has arrived. */
  readonly content: () => Promise<Blob>;
}

/** A text with its settings, and whether the times of its words are found. */
export interface SpokenValues extends FormValues {
  readonly withWords: boolean;
}

export interface SpeakOptions {
  /** Hangs up: what was sent by then is kept, and charged. */
  readonly signal: AbortSignal;
  /** Called once, with the id of the request; `live` is null where the audio can be heard only when it is done. */
  readonly onBegin: (requestId: string, live: LiveSpeech | null) => void;
}

const canStream = (contentType: string): boolean =>
  "MediaSource" in globalThis && MediaSource.isTypeSupported(contentType);

/**
 * Speaks a text and lets it be heard from its first sentence on, where the browser can. Hanging up would end the work, so the
 * stream is read to its end also when the page that asked for it was left, unless `signal` is aborted.
 * @throws Problem, ConnectionError
 */
export async function speak(values: SpokenValues, options: SpeakOptions): Promise<void> {
  try {
    await stream(values, options);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
}

async function stream({ withWords, ...values }: SpokenValues, { signal, onBegin }: SpeakOptions): Promise<void> {
  const { contentType } = audioFormatFacts[values.format];
  const answer = await send("/v1/speech/synthesize?stream=true", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...bodyOf(values), ...(withWords && { word_timestamps: true }) }),
    signal,
  });
  if (answer.status === 202 || answer.body === null) {
    onBegin(dataOf<typeof operation>(await answer.json()).request_id, null);
    return;
  }
  const source = canStream(contentType) ? new MediaSource() : null;
  const append = source === null ? null : appendTo(source, contentType);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const ended = read(answer.body, (chunk) => {
    if (chunk !== null && append !== null) parts.push(chunk);
    append?.(chunk);
  });
  // The part that has arrived is drawn also where the stream broke off, or was stopped.
  const content = () => ended.catch(() => undefined).then(() => new Blob(parts, { type: contentType }));
  const live = source === null ? null : { address: URL.createObjectURL(source), content };
  onBegin(answer.headers.get("X-Request-Id") ?? "", live);
  await ended;
}

/** Takes the chunks of a stream; null is its end. */
type Append = (chunk: Uint8Array<ArrayBuffer> | null) => void;

/** @throws ConnectionError when the stream breaks off */
async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, append: Append): Promise<void> {
  try {
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) append(part.value);
  } catch (error) {
    throw new ConnectionError("The stream has ended early.", { cause: error });
  } finally {
    append(null);
  }
}

/** Appends chunks one after the other as soon as a player has opened the source. */
function appendTo(source: MediaSource, contentType: string): Append {
  const opened = once(source, "sourceopen").then(() => source.addSourceBuffer(contentType));
  let last: Promise<unknown> = opened;
  return (chunk) => {
    last = Promise.all([opened, last])
      .then(async ([buffer]) => {
        if (chunk === null) return source.endOfStream();
        const updated = once(buffer, "updateend");
        buffer.appendBuffer(chunk);
        await updated;
      })
      // The player is gone, or cannot play it: what has arrived is stored all the same.
      .catch(() => undefined);
  };
}

const once = (target: EventTarget, event: string): Promise<unknown> =>
  new Promise((done) => target.addEventListener(event, done, { once: true }));
