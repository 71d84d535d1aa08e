import { readFileSync } from "node:fs";
import { powersAbove, powerSpectra } from "#workers/speech/audio/spectra.ts";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { openSession } from "#workers/speech/process/open-session.ts";
import { openVoiceActivityDetector } from "#workers/speech/recognition/voice-activity.ts";
import { floatsOf } from "#workers/speech/voices/matching/sound.ts";
import { dot } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { hearOverlap } from "./find-overlaps.ts";
import { followSpeakers } from "./follow-speakers.ts";
import { speakerModels, type SpeakerRequest, speakerRequest, windowSamples } from "./speaker-requests.ts";
import { openVoiceEncoder, voiceLimits } from "./voice-encoder.ts";

/** A sentence of flite's voice slt. */
const clip = new URL("../../recognition/test-clip.raw", import.meta.url);
const remedy = "Run: npm run models -- verify";
/** The embedding of a voice has the length 1. */
const rounding = 0.01;
/** A telephone carries nothing above; what its resampling leaves there is nearer to it than this. */
const telephoneHz = 4200;

/** A host that tells speakers apart. It keeps nothing of what it hears. */
serveHost(async (told) => {
  const models = speakerModels.parse(told);
  const detectSpeech = openVoiceActivityDetector(models.vad);
  const hearVoices = await openVoiceEncoder(models.encoder);
  const overlaps =
    models.overlaps === null ? null : await openSession(models.overlaps, { threads: 1, keepsMemory: false });
  const limits = voiceLimits[models.encoder.loader];
  const hear = async (samples: Int16Array, starts: readonly number[]) => {
    const sound = floatsOf(samples);
    const voices = await hearVoices(sound, starts);
    const power = powersAbove(powerSpectra(sound.subarray(0, windowSamples)), telephoneHz);
    // Copied, since rows of one array would each be sent with all of it.
    return { voices: voices.map((row) => row.slice()), power };
  };
  const answer = (request: SpeakerRequest): unknown => {
    if (request.kind === "find speech") return detectSpeech(floatsOf(request.samples));
    if (request.kind === "hear") return hear(request.samples, request.starts);
    if (request.kind === "hear overlap") return overlaps && hearOverlap(overlaps, floatsOf(request.samples));
    const oneVoice = request.isByTelephone ? limits.oneVoiceByTelephone : limits.oneVoice;
    return followSpeakers(request.windows, request.frames, { ...request.count, ...limits, oneVoice });
  };
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  return {
    selfTest: async () => {
      const { ranges } = await detectSpeech(floatsOf(test));
      const [voice] = (await hear(test, [0])).voices;
      const isHeard = voice !== undefined && Math.abs(dot(voice, voice) - 1) < rounding;
      return ranges.length > 0 && isHeard
        ? null
        : `No voice was heard in the test clip: a model may be damaged. ${remedy}`;
    },
    run: async (asked) => answer(speakerRequest.parse(asked)),
  } satisfies LoadedModels;
});
