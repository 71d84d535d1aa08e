import { readFileSync } from "node:fs";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { openSession } from "#workers/speech/process/open-session.ts";
import { openVoiceActivityDetector } from "#workers/speech/recognition/voice-activity.ts";
import { floatsOf } from "#workers/speech/voices/matching/sound.ts";
import { dot } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { hearOverlap } from "./find-overlaps.ts";
import { followSpeakers } from "./follow-speakers.ts";
import { speakerModels, type SpeakerRequest, speakerRequest } from "./speaker-requests.ts";
import { openVoiceEncoder, voiceLimits } from "./voice-encoder.ts";

/** A sentence of flite's voice slt. */
const clip = new URL("../../recognition/test-clip.raw", import.meta.url);
const remedy = "Run: npm run models -- verify";
/** The embedding of a voice has the length 1. */
const rounding = 0.01;

/** A host that tells speakers apart. It keeps nothing of what it hears. */
serveHost(async (told) => {
  const models = speakerModels.parse(told);
  const detectSpeech = openVoiceActivityDetector(models.vad);
  const hearVoices = await openVoiceEncoder(models.encoder);
  const overlaps =
    models.overlaps === null ? null : await openSession(models.overlaps, { threads: 1, keepsMemory: false });
  const limits = voiceLimits[models.encoder.loader];
  const hear = async (samples: Int16Array, starts: readonly number[]) =>
    // Copied, since rows of one array would each be sent with all of it.
    (await hearVoices(floatsOf(samples), starts)).map((row) => row.slice());
  const answer = (request: SpeakerRequest): unknown => {
    if (request.kind === "find speech") return detectSpeech(floatsOf(request.samples));
    if (request.kind === "hear") return hear(request.samples, request.starts);
    if (request.kind === "hear overlap") return overlaps && hearOverlap(overlaps, floatsOf(request.samples));
    return followSpeakers(request.windows, request.frames, { ...request.count, ...limits });
  };
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  return {
    selfTest: async () => {
      const { ranges } = await detectSpeech(floatsOf(test));
      const [voice] = await hear(test, [0]);
      const isHeard = voice !== undefined && Math.abs(dot(voice, voice) - 1) < rounding;
      return ranges.length > 0 && isHeard
        ? null
        : `No voice was heard in the test clip: a model may be damaged. ${remedy}`;
    },
    run: async (asked) => answer(speakerRequest.parse(asked)),
  } satisfies LoadedModels;
});
