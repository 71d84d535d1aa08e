import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { readBacksOf, soundDistance, soundsHeard, soundsMeant } from "#bench/phonetic-read-back.ts";
import { classesOfIpa, classesOfPhones, syllablesIn } from "#bench/sound-classes.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";

const limits = { timeoutMs: 60_000, maxOutputBytes: 65_536 } as const;

test("the sounds of IPA and of pocketsphinx meet in the same classes", (t) => {
  t.is(classesOfPhones("SIL K AE SIL S AH SIL").join(""), "KASA");
  t.is(classesOfIpa("kˈasa").join(""), "KASA");
  t.is(classesOfIpa("tˈuːtːo").join(""), "TUTU");
  t.is(classesOfPhones("+NOISE+ SIL").length, 0);
});

test("a syllable is counted for every vowel", (t) => {
  t.is(syllablesIn(classesOfIpa("kˌatoɾθeðemˈaɾθo")), 6);
});

test("the distance is 0 for the same sounds and 1 for others", (t) => {
  t.is(soundDistance(["K", "A"], ["K", "A"]), 0);
  t.is(soundDistance(["K", "A"], ["S", "I"]), 1);
  t.is(soundDistance(["K", "A", "S", "A"], ["K", "A"]), 0.5);
  t.is(soundDistance(["K"], []), 1);
});

test("a read-back is compared with its own sentence and with the others", (t) => {
  const meant = [
    ["K", "A"],
    ["S", "I"],
  ] as const;
  t.deepEqual(
    readBacksOf(meant, [
      ["K", "A"],
      ["K", "A"],
    ]),
    [
      { own: 0, nearestOther: 1 },
      { own: 1, nearestOther: 0 },
    ],
  );
});

test("sentences of espeak-ng's Spanish voice are nearest to their own phonemes", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "read-back-"));
  t.teardown(() => rm(directory, { recursive: true }));
  const { signal } = new AbortController();
  const texts = ["La casa es muy grande.", "El tren llega a las ocho.", "Quiero un vaso de agua, por favor."];
  const paths = texts.map((_text, index) => join(directory, `${index}.wav`));
  for (const [index, text] of texts.entries()) {
    await runProcess("espeak-ng", ["-v", "es", "-w", paths[index] ?? "", text], { ...limits, signal });
  }
  const meant = await Promise.all(texts.map((text) => soundsMeant(text, "es", signal)));
  const readBacks = readBacksOf(meant, await soundsHeard(paths, { directory, signal }));
  for (const { own, nearestOther } of readBacks) t.true(own < nearestOther);
});
