import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import type { Reply } from "#src/api/route.ts";
import { always, ignored, unless } from "#src/api/dialects/ignored-options.ts";
import { submitSpeech } from "#src/api/dialects/speech-input.ts";
import { streamedSpeechRoute } from "#src/api/dialects/speech-route.ts";
import { audioTypes, contentsOf, streamReply } from "#src/api/speech/replies.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { synthesisText } from "#src/api/validation/synthesis-text.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { type RawSamples, wavHeader } from "#src/domain/speech/wav-header.ts";
import { deepgram } from "./dialect.ts";
import { uuidOfModel } from "./models.ts";
import { refused } from "#src/api/dialects/refused-options.ts";
import { checkSpokenEncoding, encodingFields, encodingOf, samplesInWav } from "./speak-encoding.ts";
import { voiceFields, voiceOf } from "./speak-voice.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const speakQuery = z
  .object({
    ...voiceFields,
    ...encodingFields,
    callback: refused("Audio is not sent to an address. Wait for the answer"),
  })
  .check(checkSpokenEncoding)
  .register(ignored, { callback_method: unless("post"), tag: always });

const headers = {
  "dg-model-name": "The voice as it was sent, percent-encoded where it is not ASCII.",
  "dg-model-uuid": "Of that name.",
  "dg-char-count": "A credit for each character of the text.",
};

/** Speaks a text. */
export const speak = streamedSpeechRoute(
  deepgram,
  {
    method: "post",
    path: "/deepgram/v1/speak",
    operationId: "deepgram.speak",
    summary: "Speak a text",
    params: noInput,
    query: speakQuery,
    body: jsonBody(z.object({ text: synthesisText(synthesisTextMax) })),
    responses: { 200: { description: "The spoken text.", mediaTypes: audioTypes, headers } },
    errors: ["body_too_large", "voice_not_found", "voice_not_ready", "voice_outdated", "audio_too_long"],
  },
  {
    submit: ({ query, body }, caller, context) =>
      submitSpeech(context, caller, {
        voice: voiceOf(query.model),
        text: body.text,
        options: { ...encodingOf(query), speed: query.speed },
        isStreamed: true,
      }),
    reply: (stream, { query }) => ({
      ...spokenReply(stream, samplesInWav(query)),
      headers: {
        "Speech-Language": stream.request.language,
        "dg-model-name": encodeURI(query.model),
        "dg-model-uuid": uuidOfModel(query.model),
        "dg-char-count": String(stream.request.characters),
      },
    }),
  },
);

/** Samples that are to stand in a WAV file get its header. */
function spokenReply(stream: SpeechStream, samples: RawSamples | null): Reply {
  if (samples === null) return streamReply(stream);
  const { contentType } = audioFormatFacts.wav;
  return { status: 200, stream: { contentType, parts: inWav(stream, samples) } };
}

/** The header comes with the first sound: a caller who hangs up before that ends the stream, too. */
async function* inWav({ chunks }: SpeechStream, samples: RawSamples): AsyncGenerator<Buffer> {
  let header = wavHeader(samples, null);
  for await (const content of contentsOf(chunks)) {
    yield Buffer.concat([header, content]);
    header = Buffer.alloc(0);
  }
}
