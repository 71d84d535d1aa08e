import test, { type ExecutionContext } from "ava";
import { fakeAnalyzer, heardAt, speakOffset } from "#test/support/fake-voice-matching.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import { matchVoice } from "#workers/speech/voices/matching/match-voice.ts";
import { styleSize } from "#workers/speech/voices/matching/style-space.ts";
import { voicesOf } from "#workers/speech/voices/matching/style-voice.ts";
import { calm, privateFolder } from "./synth-support.ts";

const language = "es";
const ofLanguage = voicesOf(language, kokoroVoices);

/** A sample of this pitch sounds most alike with the pitch of the voices lowered; those of the language have another pitch. */
async function resamplingFor(t: ExecutionContext, pitchHz: number, voicesHz: number): Promise<number> {
  const analyzer = fakeAnalyzer();
  const embed: typeof analyzer.embed = async ({ clips, resampling }) =>
    clips.map(() => heardAt(resampling < 1 ? 0.1 : 0.5).embedding);
  const heard = kokoroVoices.map((_, index) => {
    return { pitchHz: ofLanguage.includes(index) ? voicesHz : pitchHz, embedding: heardAt(0.7).embedding };
  });
  const points = kokoroVoices.map((_, base) => ({ base, offset: new Float32Array(styleSize) }));
  const directory = await privateFolder(t);
  const { profile } = await matchVoice(heardAt(0), {
    tools: { speak: speakOffset, analyzer: { ...analyzer, embed }, hear: async () => null, directory, signal: calm() },
    reference: { points, heard, clip: async () => new Int16Array(1) },
    ...{ voiceNames: kokoroVoices, language, pitchHz, warnings: [] },
  });
  return profile.resampling;
}

test("voices of the sample's pitch are resampled as sounds most alike", async (t) => {
  t.is(await resamplingFor(t, 200, 205), 0.94);
});

test("voices are not resampled away from the sample's pitch", async (t) => {
  t.is(await resamplingFor(t, 206, 195), 1);
  t.is(await resamplingFor(t, 206, 191), 1.06);
  t.is(await resamplingFor(t, 300, 191), 1.06);
});
