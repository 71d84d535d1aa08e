import { rm, truncate, writeFile } from "node:fs/promises";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { readConfiguration } from "#workers/speech/engines/piper/configuration.ts";
import { idsOf, readSentences } from "#workers/speech/engines/piper/sentences.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { piperConfiguration, samplesPerId, sampleRate } from "#test/support/toy-piper.ts";
import { frequencyOf } from "./kokoro-support.ts";
import { toyModel, openHosts, piperVoice } from "./piper-support.ts";
import { until } from "./recognition-support.ts";
import { calm, peakOf, privateFolder, saying } from "./synth-support.ts";

const near = (value: number, expected: number, off = 0.02): boolean => Math.abs(value / expected - 1) < off;
const configurationOf = (changes: object = {}) => readConfiguration(JSON.stringify(piperConfiguration(changes)));
const german = { voice: piperVoice("hum"), language: "de" };

test("symbols are padded, between a beginning and an end, and unknown ones and control symbols are left out", (t) => {
  const configuration = configurationOf({
    phoneme_id_map: { _: [0], "^": [1], $: [2], a: [7], b: [8, 9], c: [5] },
    phoneme_map: { x: ["c", "a"] },
  });
  t.deepEqual(idsOf("ab", configuration), [1, 0, 7, 0, 8, 9, 0, 2]);
  t.deepEqual(idsOf("a$_^?x", configuration), [1, 0, 7, 0, 5, 0, 7, 0, 2]);
  t.is(idsOf("?!", configuration), null);
});

test("sentences are spoken one by one, with the sounds of espeak-ng and the marks that Piper knows", async (t) => {
  const options = { directory: await privateFolder(t), signal: calm() };
  const read = async (text: string, changes: object = {}) =>
    (await readSentences(text, configurationOf(changes), options)).map(({ symbols }) => symbols);
  const english = { espeak: { voice: "en-us" }, language: { code: "en_US" } };
  t.deepEqual(await read("Hello, Joe! Is it late?", english), ["həlˈoʊ, dʒˈoʊ!", "ɪz ɪt lˈeɪt?"]);
  t.deepEqual(await read("Well — yes…", english), ["wˈɛl, jˈɛs."]);
  t.deepEqual(await read("Das ist cool.", {}), ["das ɪst kˈuːl."]);
  t.deepEqual(await read("!!!"), []);
  const letters = { phoneme_type: "text", espeak: undefined };
  t.deepEqual(await read("Größe, ja. Nein", letters), ["gro\u0308ße, ja.", "nein."]);
});

test("a long sentence is cut between words", async (t) => {
  const options = { directory: await privateFolder(t), signal: calm() };
  const parts = await readSentences("nun kommt noch ein Wort ".repeat(60), configurationOf(), options);
  t.true(parts.length > 1);
  t.true(parts.every(({ symbols }) => symbols.length <= 450));
  t.deepEqual(
    parts.map(({ isEnd }) => isEnd),
    parts.map((_, at) => at === parts.length - 1),
  );
});

test("a text is spoken at the requested speed, at the sample rate of its model", async (t) => {
  const { engine, directory } = await openHosts(t, [await toyModel(await privateFolder(t), "hum")]);
  const [sentence] = await readSentences("Guten Morgen", configurationOf(), { directory, signal: calm() });
  const count = idsOf(sentence?.symbols ?? "", configurationOf())?.length ?? 0;
  for (const speed of [0.5, 1, 2]) {
    const pcm = await engine.synthesize(saying("Guten Morgen", { directory, ...german, speed }));
    t.is(pcm.sampleRate, sampleRate);
    t.true(near(pcm.durationSeconds, (count * samplesPerId) / sampleRate / speed), `${pcm.durationSeconds} s`);
    t.true(near(await frequencyOf(pcm), 300));
  }
});

test("each speaker of a model is a voice of its own", async (t) => {
  const model = await toyModel(await privateFolder(t), "hum", { changes: { num_speakers: 3 } });
  const { engine, directory } = await openHosts(t, [model]);
  for (const speaker of [0, 1, 2]) {
    const voice = piperVoice(`hum/${speaker}`);
    const pcm = await engine.synthesize(saying("Guten Morgen", { directory, language: "de", voice }));
    t.true(near(await frequencyOf(pcm), 300 + 100 * speaker));
  }
  t.false(engine.canSpeak("Guten Morgen", "de", piperVoice("hum/3")));
});

test("a voice speaks its language alone, and letters that it knows", async (t) => {
  const folder = await privateFolder(t);
  const letters = { phoneme_type: "text", language: { code: "en_US" } };
  const models = [await toyModel(folder, "hum"), await toyModel(folder, "spell", { changes: letters })];
  const { engine, directory } = await openHosts(t, models);
  t.deepEqual(engine.manifest.languages, ["de", "en"]);
  for (const [text, language, name, can] of [
    ["Straße 12", "de", "hum", true],
    ["Hello", "en", "hum", false],
    ["Привет", "de", "hum", false],
    ["Hello", "en", "spell", true],
    ["Hello 5", "en", "spell", false],
    ["Hello", "en", "gone", false],
  ] as const)
    t.is(engine.canSpeak(text, language, piperVoice(name)), can, `${text} by ${name}`);
  const refuse = async (options: Parameters<typeof saying>[1]) =>
    (await t.throwsAsync(engine.synthesize(saying("a", options)), { instanceOf: DomainError }))?.code;
  t.is(await refuse({ directory, voice: piperVoice("hum"), language: "en" }), "language_unsupported");
  t.is(await refuse({ directory, voice: piperVoice("../hum"), language: "de" }), "engine_unavailable");
});

test("what a voice cannot pronounce is spoken by another, and a long text in pieces of 300 letters", async (t) => {
  const folder = await privateFolder(t);
  const { engine, directory } = await openHosts(t, [await toyModel(folder, "hum")]);
  const fallback = openEspeak();
  const texts: string[] = [];
  const listening = {
    ...engine,
    synthesize: (options: Parameters<typeof engine.synthesize>[0]) => {
      texts.push(options.text);
      return engine.synthesize(options);
    },
  };
  const synthesizer = openSynthesizer({ engines: [listening, fallback], fallback });
  const speak = (text: string) => synthesizer.synthesize(saying(text, { directory, ...german }));
  t.is((await speak("Привет, мир")).engine, "espeak-ng");
  t.deepEqual(texts, []);
  t.is((await speak("nun kommt noch ein Wort ".repeat(60).trim())).engine, "piper");
  t.true(texts.length > 4 && texts.every((text) => text.length <= 300));
});

test("of many models those that were used last are loaded, and all speak", async (t) => {
  const folder = await privateFolder(t);
  const names = ["a", "b", "c", "d", "e"];
  const models = await Promise.all(names.map((name) => toyModel(folder, name)));
  const { engine, directory } = await openHosts(t, models);
  await until(() => engine.status().state === "ready");
  // The host has them open already, as it must: later it may not read their folder.
  await rm(folder, { recursive: true });
  for (const name of [...names, "e", "a", "d"]) {
    const pcm = await engine.synthesize(saying("Ja", { directory, language: "de", voice: piperVoice(name) }));
    t.true((await peakOf(pcm)) > 0.2, name);
  }
});

test("a damaged model is named with what to do, and the others speak", async (t) => {
  const folder = await privateFolder(t);
  const models = await Promise.all(["cut", "silent", "hum"].map((name) => toyModel(folder, name)));
  await truncate(models[0]?.path ?? "", 100);
  await toyModel(folder, "silent", { level: 0 });
  const { engine, directory } = await openHosts(t, models);
  const speak = (name: string) =>
    engine.synthesize(saying("Guten Morgen", { directory, language: "de", voice: piperVoice(name) }));
  t.true((await speak("hum")).durationSeconds > 0.5);
  for (const [name, problem] of [
    ["cut", ".*"],
    ["silent", "a short test became .* at a level of 0"],
  ] as const) {
    const error = await t.throwsAsync(speak(name), { instanceOf: DomainError, code: "engine_unavailable" });
    t.regex(
      error.message,
      /model\.onnx of (?:cut|silent) cannot be used: .*\. Run: npm run models -- verify (?:cut|silent)$/,
    );
    t.true(error.message.includes(name) && (problem === ".*" || error.message.includes("a short test became")));
  }
  await engine.close();

  await writeFile(models[2]?.path ?? "", "no model");
  const none = await openHosts(t, models);
  await until(() => none.engine.status().state === "unavailable");
  t.regex(none.engine.status().reason ?? "", /cut cannot be used.* silent cannot be used.* hum cannot be used/);
});

test("a configuration that cannot be used says why", (t) => {
  const refused = (content: object | string) =>
    t.throws(() => readConfiguration(typeof content === "string" ? content : JSON.stringify(content)))?.message;
  t.is(refused("{"), "it is not JSON");
  t.regex(refused({}) ?? "", /^at audio: /);
  t.regex(refused(piperConfiguration({ phoneme_type: "pinyin" })) ?? "", /^at phoneme_type: /);
  t.regex(refused(piperConfiguration({ phoneme_id_map: { a: [1] } })) ?? "", /^at phoneme_id_map\./);
  t.is(refused(piperConfiguration({ espeak: undefined })), "it names no voice of espeak-ng");
  t.regex(refused(piperConfiguration({ espeak: { voice: "-f /etc/passwd" } })) ?? "", /^at espeak\.voice: /);
});
