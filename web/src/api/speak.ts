import { audioFormatFacts } from "./audio-formats.ts";
import { dataOf, send } from "./call.ts";
import { ConnectionError } from "./problem.ts";
import { bodyOf, type FormValues } from "./synthesize.ts";

const operation = "POST /v1/speech/synthesize";
const path = "/v1/speech/synthesize";

/** A text that can be heard while it is being spoken. */
export interface LiveSpeech {
  readonly address: string;
  /** Fulfilled when all of it has arrived, and is stored. */
  readonly ended: Promise<void>;
}

/** Called once, with the id of the request; `live` is null where the audio can be heard only when it is done. */
type OnBegin = (requestId: string, live: LiveSpeech | null) => void;

const canStream = (contentType: string): boolean =>
  "MediaSource" in globalThis && MediaSource.isTypeSupported(contentType);

/**
 * Speaks a text and lets it be heard from its first sentence on, where the browser can. Hanging up would end the work, so the
 * stream is read to its end also when the page that asked for it was left.
 * @throws Problem, ConnectionError
 */
export async function speak(values: FormValues, onBegin: OnBegin): Promise<string> {
  const { contentType } = audioFormatFacts[values.format];
  const isStreamed = canStream(contentType);
  const answer = await send(isStreamed ? `${path}?stream=true` : path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(!isStreamed && { Prefer: "respond-async" }) },
    body: JSON.stringify(bodyOf(values)),
  });
  if (!isStreamed || answer.status === 202 || answer.body === null) {
    const { request_id: accepted } = dataOf<typeof operation>(await answer.json());
    onBegin(accepted, null);
    return accepted;
  }
  const requestId = answer.headers.get("X-Request-Id") ?? "";
  const source = new MediaSource();
  const ended = read(answer.body, appendTo(source, contentType));
  onBegin(requestId, { address: URL.createObjectURL(source), ended });
  await ended;
  return requestId;
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
