import { readdir, stat } from "node:fs/promises";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { calm, espeakVoice, fliteVoice, peakOf, privateFolder, saying } from "./synth-support.ts";

const sentence = "The quick brown fox jumps over the lazy dog, and then it goes on running through the wood.";

for (const [engine, voice] of [
  [openFlite(), fliteVoice],
  [openEspeak(), espeakVoice],
] as const) {
  const speak = async (text: string, directory: string, speed = 1) =>
    engine.synthesize(saying(text, { directory, voice, speed }));

  test(`${engine.manifest.name}: a sentence becomes PCM of its real length, and nothing else stays in the folder`, async (t) => {
    const directory = await privateFolder(t);
    const pcm = await speak(sentence, directory);
    t.is((await stat(pcm.path)).size, Math.round(pcm.durationSeconds * pcm.sampleRate) * 2);
    t.true(pcm.durationSeconds > 3 && pcm.durationSeconds < 8);
    t.true((await peakOf(pcm)) > 0.1);
    t.is((await readdir(directory)).length, 1);
  });

  test(`${engine.manifest.name}: the speed scales the duration`, async (t) => {
    const directory = await privateFolder(t);
    const usual = await speak(sentence, directory);
    for (const speed of [0.5, 0.75, 1.5, 2]) {
      const { durationSeconds } = await speak(sentence, directory, speed);
      const factor = usual.durationSeconds / durationSeconds;
      t.true(Math.abs(factor / speed - 1) < 0.08, `at speed ${speed} it was ${factor} times as fast`);
    }
  });

  test(`${engine.manifest.name}: text is never an option, a file, markup or a command`, async (t) => {
    const directory = await privateFolder(t);
    const plain = await speak("one", directory);
    for (const text of [
      "-v hi --version one",
      "/etc/hostname",
      '<break time="60s"/> one',
      "<speak><audio src='/etc/passwd'/>one</speak>",
      "[[w'Vn]]",
      "[\u0001[w'Vn]]",
      "[\u00AD[w'Vn]]",
      "[\u200C[w'Vn]]",
    ]) {
      const { durationSeconds } = await speak(text, directory);
      t.true(durationSeconds > plain.durationSeconds * 1.05 && durationSeconds < 15, `${text}: ${durationSeconds} s`);
    }
  });

  test(`${engine.manifest.name}: control characters change nothing`, async (t) => {
    const directory = await privateFolder(t);
    const plain = await speak("one  50P two", directory);
    const control = await speak("one \u000150P two\u0000\u0001\u0007", directory);
    t.true(Math.abs(control.durationSeconds - plain.durationSeconds) < 0.05);
  });

  test(`${engine.manifest.name}: what has no sound is a short silence`, async (t) => {
    const directory = await privateFolder(t);
    for (const text of [" ", "\n\n", "\u200B", "…", "()[]"]) {
      const { durationSeconds } = await speak(text, directory);
      t.true(durationSeconds >= 0.2 && durationSeconds < 2, `${JSON.stringify(text)}: ${durationSeconds} s`);
    }
  });

  test(`${engine.manifest.name}: an abort stops it at once`, async (t) => {
    const directory = await privateFolder(t);
    const controller = new AbortController();
    const reason = new Error("the caller left");
    const text = sentence.repeat(200);
    const running = engine.synthesize(saying(text, { directory, voice, signal: controller.signal }));
    controller.abort(reason);
    t.is(await t.throwsAsync(running), reason);
  });

  test(`${engine.manifest.name}: the deadline is engine_timeout, an unknown language language_unsupported`, async (t) => {
    const directory = await privateFolder(t);
    const hurried = (engine.manifest.name === "flite" ? openFlite : openEspeak)({ timeoutMs: 5 });
    const text = sentence.repeat(50);
    const late = await t.throwsAsync(hurried.synthesize(saying(text, { directory, voice })), {
      instanceOf: DomainError,
    });
    t.is(late?.code, "engine_timeout");
    const foreign = await t.throwsAsync(engine.synthesize(saying("a", { directory, voice, language: "xx" })), {
      instanceOf: DomainError,
    });
    t.is(foreign?.code, "language_unsupported");
  });
}

test("espeak-ng: speech past the longest allowed is audio_too_long", async (t) => {
  const directory = await privateFolder(t);
  const brief = openEspeak({ maxSeconds: 2 });
  const error = await t.throwsAsync(brief.synthesize(saying(sentence, { directory, voice: espeakVoice })), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "audio_too_long");
  t.deepEqual(error?.facts, { max_seconds: 2 });
});

for (const [language, word] of [
  ["en", "banana"],
  ["ko", "안녕하세요"],
  ["am", "ሰላም"],
  ["ta", "வணக்கம்"],
  ["ja", "きようは"],
  ["th", "สวัสดีครับ"],
  ["zh", "今天天气很好"],
] as const) {
  test(`espeak-ng: nothing of a very long ${language} word is lost`, async (t) => {
    const directory = await privateFolder(t);
    const speak = async (text: string) =>
      openEspeak().synthesize(saying(text, { directory, language, voice: { ...espeakVoice, name: language } }));
    const apart = await speak(`${word} `.repeat(30));
    const joined = await speak(word.repeat(30));
    t.true(
      joined.durationSeconds > apart.durationSeconds * 0.5,
      `${joined.durationSeconds} of ${apart.durationSeconds} s`,
    );
  });
}

test("espeak-ng: neighbouring emoji are all named", async (t) => {
  const directory = await privateFolder(t);
  const speak = async (text: string) => openEspeak().synthesize(saying(text, { directory, voice: espeakVoice }));
  const one = await speak("😀");
  const five = await speak("😀😀😀😀😀");
  t.true(five.durationSeconds > one.durationSeconds * 3);
});

test("espeak-ng: half the speed takes twice the time", async (t) => {
  const directory = await privateFolder(t);
  const speak = (speed: number) => openEspeak().synthesize(saying(sentence, { directory, voice: espeakVoice, speed }));
  const factor = (await speak(0.5)).durationSeconds / (await speak(1)).durationSeconds;
  t.true(Math.abs(factor - 2) < 0.2, `${factor}`);
});

test("flite: letters with marks are spoken as their base letters, signs as words", async (t) => {
  const directory = await privateFolder(t);
  const seconds = async (text: string) => (await openFlite().synthesize(saying(text, { directory }))).durationSeconds;
  t.is(await seconds("Café Zürich naïve"), await seconds("Cafe Zurich naive"));
  t.is(await seconds("It’s “5 €”"), await seconds('It\'s "5 euros "'));
});

test("flite: a name that is not one of its voices is refused, not fetched", async (t) => {
  const directory = await privateFolder(t);
  const voice = { ...fliteVoice, name: "/tmp/voice.flitevox" };
  const error = await t.throwsAsync(openFlite().synthesize(saying("a", { directory, voice, signal: calm() })), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_unavailable");
});
