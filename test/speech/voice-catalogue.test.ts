import test from "ava";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { builtinVoice, builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { isPlausibleAudio } from "#workers/speech/synthesis/plausible-audio.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { medianPitch } from "#workers/speech/voices/voiced-frames.ts";
import { calm, privateFolder, readSamples, saying } from "./synth-support.ts";

const engineVoiceOf = ({ engine, engineVoice }: (typeof builtinVoices)[number]) => ({
  engine,
  name: engineVoice,
  profile: null,
});

test("the ids are distinct, of version 5, and never change", (t) => {
  t.is(new Set(builtinVoices.map(({ id }) => id)).size, builtinVoices.length);
  for (const { id } of builtinVoices)
    t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(defaultVoiceId("en"), "e14bddf4-9393-5bea-826f-8b4bf2120c11");
  t.is(defaultVoiceId("hi"), "f4792e01-b6f4-54af-9aab-2faa2481f43b");
});

const voiceOf = (id: string) => builtinVoices.find((voice) => voice.id === id);
const withKokoro = ["espeak-ng", "flite", "kokoro"].map((name) => ({ name }));

test("where Kokoro is offered it is the default voice, except of Japanese, of which it reads kana only", (t) => {
  const spoken = {
    en: "af_heart",
    hi: "hf_alpha",
    es: "ef_dora",
    fr: "ff_siwis",
    it: "if_sara",
    pt: "pf_dora",
    ja: "ja",
  };
  for (const [language, name] of Object.entries(spoken)) {
    const voice = voiceOf(defaultVoiceId(language, withKokoro));
    t.deepEqual([voice?.language, voice?.engineVoice], [language, name]);
  }
  t.is(voiceOf(defaultVoiceId("de", withKokoro))?.engine, "espeak-ng");
  t.is(voiceOf(defaultVoiceId("xx", withKokoro))?.engineVoice, "af_heart");
  t.is(
    voiceOf(defaultVoiceId("de", [{ name: "kokoro" }]))?.engine,
    "espeak-ng",
    "work waits for the engine of the language",
  );
});

test("a voice that an engine prefers is the default where Kokoro has none that reads everything", (t) => {
  const preferredVoices = { de: "of-mine", en: "piper-en-us-joe", ja: "of-hers" };
  const offered = [...withKokoro, { name: "piper", preferredVoices }];
  const facts = { name: "Mine", description: "", gender: null, accent: null, licence: "None." };
  const idOf = (engineVoice: string, language: string): string =>
    builtinVoice({ ...facts, engine: "piper", engineVoice, language, quality: "natural", deprecated: false }).id;
  t.is(defaultVoiceId("de", offered), idOf("of-mine", "de"));
  t.is(defaultVoiceId("ja", offered), idOf("of-hers", "ja"));
  t.is(defaultVoiceId("en", offered), defaultVoiceId("en", withKokoro));
  const withoutKokoro = offered.filter(({ name }) => name !== "kokoro");
  t.is(defaultVoiceId("en", withoutKokoro), idOf("piper-en-us-joe", "en"));
});

test("a language has one female and one male basic voice, and Chinese none of Kokoro", (t) => {
  for (const language of synthesisLanguages) {
    const basic = builtinVoices.filter((voice) => voice.language === language && voice.engine === "espeak-ng");
    t.deepEqual(
      basic.map(({ gender, quality }) => [gender, quality]),
      [
        ["male", "basic"],
        ["female", "basic"],
      ],
    );
  }
  t.true(builtinVoices.filter(({ language }) => language === "zh").every(({ engine }) => engine === "espeak-ng"));
  t.is(builtinVoices.filter(({ quality }) => quality === "natural").length, 46);
});

test("a deprecated voice is never a default", (t) => {
  const defaults = synthesisLanguages.flatMap((tag) => [defaultVoiceId(tag), defaultVoiceId(tag, withKokoro)]);
  t.false(builtinVoices.some(({ id, deprecated }) => deprecated && defaults.includes(id)));
});

test("every language has a default voice that speaks it; English without Kokoro is flite's rms", (t) => {
  for (const language of synthesisLanguages) {
    const voice = builtinVoices.find(({ id }) => id === defaultVoiceId(language));
    t.is(voice?.language, language);
  }
  const english = builtinVoices.find(({ id }) => id === defaultVoiceId("en"));
  t.is(`${english?.engine}/${english?.engineVoice}`, "flite/rms");
  t.is(defaultVoiceId("xx"), defaultVoiceId("en"));
});

test("names are there, and distinct within a language", (t) => {
  const names = builtinVoices.map(({ language, name }) => `${language} ${name}`);
  t.is(new Set(names).size, names.length);
  t.true(
    builtinVoices.every(({ name, description }) => name.length > 0 && name.length <= 100 && description.length > 0),
  );
});

test("every built-in voice that needs no model is audible", async (t) => {
  const directory = await privateFolder(t);
  const synthesizer = openSynthesizer();
  for (const voice of builtinVoices.filter(({ engine }) => engine !== "kokoro")) {
    const { language } = voice;
    const pcm = await synthesizer.synthesize(saying("1 2 3", { directory, language, voice: engineVoiceOf(voice) }));
    t.true(pcm.durationSeconds > 0.5 && (await isPlausibleAudio(pcm, "1 2 3", 1)), `${language} ${voice.engineVoice}`);
  }
});

test("the female voice of a language is at least half an octave above its male one", async (t) => {
  const directory = await privateFolder(t);
  const synthesizer = openSynthesizer();
  const pitchOf = async (language: string, engineVoice: string) => {
    const voice = { engine: "espeak-ng", name: engineVoice, profile: null };
    const pcm = await synthesizer.synthesize(saying("12 345 678 910", { directory, language, voice }));
    const wanted = { path: `${pcm.path}.16k`, sampleRate: 16_000, signal: calm() };
    return medianPitch(await readSamples(await convertPcm(pcm, wanted)), wanted.sampleRate);
  };
  for (const language of ["hi", "de", "zh"]) {
    const basic = builtinVoices.filter((voice) => voice.language === language && voice.engine === "espeak-ng");
    const [male, female] = basic;
    const octaves = Math.log2(
      (await pitchOf(language, female?.engineVoice ?? "")) / (await pitchOf(language, male?.engineVoice ?? "")),
    );
    t.true(octaves > 0.5, `${language}: ${octaves} octaves`);
  }
});
