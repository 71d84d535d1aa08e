import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { DetectedLanguage, EngineManifest, Recognition } from "#workers/speech/engine.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";
import { unavailableEngine } from "#workers/speech/unavailable-engine.ts";
import { calm } from "./synth-support.ts";

const audio = { path: "/nonexistent", sampleRate: 16_000, durationSeconds: 1 };

const unsupported = (language: string): string => `No engine reads ${language}.`;

interface EngineFacts extends Partial<EngineManifest> {
  readonly name: string;
  /** The language that it finds in all recordings; it finds none when this is absent. */
  readonly finds?: DetectedLanguage | null;
  /** The confidence of the one word that it reads, by alignment; it reads none when this is absent. */
  readonly confidence?: number;
  /** Whether it hears speech that it cannot read. Default: false. */
  readonly hearsSpeech?: boolean;
}

/** An engine that says its own name, or fails. */
function engine({ finds, confidence, hearsSpeech = false, ...manifest }: EngineFacts, failure?: Error) {
  const seen = { opened: 0, closed: 0 };
  const full: EngineManifest = {
    ...{ kind: "recognition", languages: ["en"], tier: "fast", detectsLanguage: false, memoryMb: 1, requires: "" },
    ...manifest,
  };
  const choice: EngineChoice = {
    manifest: full,
    open: () => {
      seen.opened += 1;
      return {
        manifest: full,
        transcribe: (_audio, { onProgress }) => {
          onProgress?.(50);
          const none: Omit<Recognition, "model"> = { text: "", segments: [], words: [], confidenceSource: "none" };
          if (failure !== undefined) return Promise.reject(failure);
          const words = confidence === undefined ? [] : [{ word: "word", start: 0, end: 1, confidence }];
          const source = confidence === undefined ? "none" : "alignment";
          const unintelligible = hearsSpeech ? [{ start: 0, end: 1 }] : [];
          return Promise.resolve({ ...none, words, unintelligible, confidenceSource: source, model: full.name });
        },
        ...(finds !== undefined && {
          findLanguage: () => (failure === undefined ? Promise.resolve(finds) : Promise.reject(failure)),
        }),
        status: () => ({ state: "ready" }),
        close: async () => {
          seen.closed += 1;
        },
      };
    },
  };
  return { choice, seen };
}

const open = (...engines: readonly ReturnType<typeof engine>[]) => {
  const logged: string[] = [];
  const recognizer = openRecognizer(
    engines.map(({ choice }) => choice),
    { log: (message) => void logged.push(message), unsupported },
  );
  const modelFor = async (language: string, model?: string): Promise<string> =>
    (await recognizer.transcribe(audio, { language, signal: calm(), ...(model !== undefined && { model }) })).model;
  return { recognizer, logged, modelFor };
};

test("an engine that is not offered is as if it were not there, until it is", async (t) => {
  let isOffered = false;
  const [first, later] = [engine({ name: "first" }), engine({ name: "later", languages: ["de"], tier: "accurate" })];
  const { recognizer, modelFor } = open(first, { ...later, choice: { ...later.choice, isOffered: () => isOffered } });
  const error = await t.throwsAsync(modelFor("de"));
  t.true(error instanceof DomainError && error.code === "language_unsupported");
  t.deepEqual(
    recognizer.snapshots().map(({ manifest }) => manifest.name),
    ["first"],
  );
  isOffered = true;
  t.is(await modelFor("de"), "later");
  t.is(recognizer.snapshots().length, 2);
});

test("the first engine that knows the language reads, and others are not even opened", async (t) => {
  const [first, second] = [engine({ name: "first" }), engine({ name: "second", languages: ["en", "de"] })];
  const { recognizer, modelFor } = open(first, second);
  t.is(first.seen.opened, 1, "at once");
  t.is(await modelFor("en"), "first");
  t.is(second.seen.opened, 0);
  t.is(await modelFor("de"), "second");
  t.is(await modelFor("de"), "second");
  t.deepEqual([first.seen.opened, second.seen.opened], [1, 1]);
  const error = await t.throwsAsync(async () => modelFor("hi"));
  t.true(error instanceof DomainError && error.code === "language_unsupported");
  await recognizer.close();
  t.deepEqual([first.seen.closed, second.seen.closed], [1, 1]);
});

test("an engine may be opened with the recognizer, so that its state is known before its first work", async (t) => {
  const watched = engine({ name: "watched" });
  const { recognizer } = open(engine({ name: "first" }), engine({ name: "second" }), {
    ...watched,
    choice: { ...watched.choice, opensAtOnce: true },
  });
  t.deepEqual(
    recognizer.snapshots().map(({ state }) => state),
    ["ready", "idle", "ready"],
  );
  await recognizer.close();
  t.is(watched.seen.closed, 1);
});

test("an engine that is not available is replaced by the next, and the log says why", async (t) => {
  const broken = engine({ name: "broken" }, new DomainError("engine_unavailable", "its model is torn"));
  const { recognizer, logged, modelFor } = open(broken, engine({ name: "whole" }));
  t.is(await modelFor("en"), "whole");
  t.is(logged.length, 1);
  t.regex(logged[0] ?? "", /broken is not available, so whole is used. its model is torn/);
  const progress: number[] = [];
  await recognizer.transcribe(audio, { language: "en", signal: calm(), onProgress: (value) => progress.push(value) });
  t.deepEqual(progress, [50], "progress never falls, and nothing is said twice");
  t.is(logged.length, 1);
});

test("when no engine is available, the reason is that of the preferred one; other failures are thrown at once", async (t) => {
  const broken = engine({ name: "broken" }, new DomainError("engine_unavailable", "its model is torn"));
  const missing = engine({ name: "missing" }, new DomainError("engine_unavailable", "not installed"));
  t.regex((await t.throwsAsync(open(broken, missing).modelFor("en")))?.message ?? "", /torn/);
  const late = engine({ name: "late" }, new DomainError("engine_timeout"));
  const { modelFor } = open(late, engine({ name: "whole" }));
  t.is((await t.throwsAsync(modelFor("en"), { instanceOf: DomainError }))?.code, "engine_timeout");
});

test("a tier is a preference, and a name is not", async (t) => {
  const broken = engine({ name: "quick" }, new DomainError("engine_unavailable", "torn"));
  const { modelFor } = open(
    broken,
    engine({ name: "slow", tier: "accurate" }),
    engine({ name: "old", tier: "fallback" }),
  );
  t.is(await modelFor("en", "accurate"), "slow");
  t.is(await modelFor("en", "fast"), "slow");
  t.is(await modelFor("en", "old"), "old");
  for (const name of ["quick", "unknown"]) {
    const error = await t.throwsAsync(async () => modelFor("en", name));
    t.true(error instanceof DomainError && error.code === "engine_unavailable", name);
  }
});

test("a recognition says why its engine was taken", async (t) => {
  const reasons = async (engines: readonly ReturnType<typeof engine>[], language: string, model: string) => {
    const { recognizer } = open(...engines);
    return (await recognizer.transcribe(audio, { language, model, signal: calm() })).modelReason;
  };
  const quick = engine({ name: "quick" });
  const slow = engine({ name: "slow", tier: "accurate", languages: ["en", "fr"] });
  const broken = engine({ name: "broken" }, new DomainError("engine_unavailable", "torn"));
  t.is(await reasons([quick, slow], "en", "auto"), "the fast model for English");
  t.is(await reasons([quick, slow], "en", "accurate"), "the accurate model for English");
  t.is(await reasons([quick, slow], "en", "slow"), "the model that was asked for");
  t.is(await reasons([quick, slow], "fr", "auto"), "the only model that reads French");
  t.is(await reasons([broken, quick, slow], "en", "auto"), "broken was not available");
  const finder = engine({ name: "finder", detectsLanguage: true, finds: { language: "en", probability: 0.9 } });
  t.is(await reasons([quick, finder], "auto", "auto"), "the fast model for English");
  const cloud = engine({ name: "cloud", languages: ["en", "fr"], tier: "accurate", detectsLanguage: true });
  t.is(await reasons([cloud], "auto", "auto"), "the only model that reads any language");
  t.is(await reasons([quick, { ...quick }], "en", "accurate"), "no model for English is accurate");
});

test("what engines are like now is said of all, in the order of preference, and opens none", (t) => {
  const [first, second, third] = [engine({ name: "first" }), engine({ name: "second" }), engine({ name: "third" })];
  const missing = { state: "unavailable", reason: "It is not installed." } as const;
  const choices = [first.choice, second.choice, { ...third.choice, status: () => missing }];
  const recognizer = openRecognizer(choices, { log: () => undefined, unsupported });
  t.deepEqual(
    recognizer.snapshots().map(({ manifest, ...snapshot }) => ({ name: manifest.name, ...snapshot })),
    [
      { name: "first", state: "ready", pids: [] },
      { name: "second", state: "idle", pids: [] },
      { name: "third", ...missing, pids: [] },
    ],
  );
  t.deepEqual([second.seen.opened, third.seen.opened], [0, 0]);
});

test("an unusable engine reports it before any work", async (t) => {
  const broken = unavailableEngine(engine({ name: "broken" }).choice.manifest, "its model is torn");
  const whole = engine({ name: "whole" });
  const recognizer = openRecognizer([broken, whole.choice], { log: () => undefined, unsupported });
  t.like(recognizer.snapshots()[0], { state: "unavailable", reason: "its model is torn" });
  t.deepEqual(
    recognizer.manifests.map(({ name }) => name),
    ["whole"],
    "work for the other is left to workers that can do it",
  );
  t.is((await recognizer.transcribe(audio, { language: "en", signal: calm() })).model, "whole");
  await recognizer.close();
});

test("an engine that detects languages takes auto", async (t) => {
  const { modelFor } = open(engine({ name: "english" }), engine({ name: "many", detectsLanguage: true }));
  t.is(await modelFor("auto"), "many");
});

const many = { name: "many", languages: ["en", "es"], tier: "accurate", detectsLanguage: true } as const;
const torn = () => new DomainError("engine_unavailable", "torn");

test("a translation is made by engines that translate, and refused where none does", async (t) => {
  const task = "translate";
  const detecting = { languages: ["en", "es"], detectsLanguage: true, finds: { language: "es", probability: 0.9 } };
  const { recognizer } = open(
    engine({ name: "english" }),
    engine({ name: "hearing", ...detecting }),
    engine({ name: "translating", ...detecting, translates: true }),
  );
  for (const language of ["es", "en", "auto"]) {
    t.is((await recognizer.transcribe(audio, { language, task, signal: calm() })).model, "translating");
  }
  const refused = recognizer.transcribe(audio, { language: "fr", task, signal: calm() });
  t.like(await t.throwsAsync(refused, { instanceOf: DomainError }), { code: "language_unsupported" });
  t.is((await recognizer.transcribe(audio, { language: "es", signal: calm() })).model, "hearing");
});

test("a language that is found decides which engine reads, and is in the answer with its probability", async (t) => {
  const read = (finds: DetectedLanguage | null, model = "auto") =>
    open(engine({ name: "english" }), engine({ ...many, finds })).recognizer.transcribe(audio, {
      ...{ language: "auto", model, signal: calm() },
    });
  const [english, spanish] = [
    { language: "en", probability: 0.98 },
    { language: "es", probability: 0.7 },
  ];
  t.like(await read(english), { model: "english", language: "en", languageProbability: 0.98 });
  t.like(await read(english, "accurate"), { model: "many", language: "en" });
  t.like(await read(spanish), { model: "many", language: "es", languageProbability: 0.7 });
  const silent = await read(null);
  t.deepEqual([silent.model, silent.language, silent.languageProbability], ["english", "en", undefined]);
});

test("words that fit the sound badly are of another language when an engine finds that one in it", async (t) => {
  const finding = (finds: DetectedLanguage | null, failure?: Error) =>
    engine({ name: "finding", languages: ["en", "es"], detectsLanguage: true, finds }, failure);
  const isOther = async (confidence: number, ...others: readonly ReturnType<typeof engine>[]) => {
    const { recognizer } = open(engine({ name: "english", confidence }), ...others);
    const { isOtherLanguage } = await recognizer.transcribe(audio, { language: "en", signal: calm() });
    return isOtherLanguage ?? false;
  };
  const spanish = { language: "es", probability: 0.9 };
  t.true(await isOther(0.5, engine({ name: "remote", languages: ["es"], detectsLanguage: true }), finding(spanish)));
  const isMuteOther = async (hearsSpeech: boolean) => {
    const { recognizer } = open(engine({ name: "english", hearsSpeech }), finding(spanish));
    return (await recognizer.transcribe(audio, { language: "en", signal: calm() })).isOtherLanguage ?? false;
  };
  t.deepEqual([await isMuteOther(true), await isMuteOther(false)], [true, false], "speech without words, and none");
  t.false(await isOther(0.8, finding(spanish)), "words that fit");
  t.false(await isOther(0.5, finding({ ...spanish, probability: 0.4 })), "nothing that is sure");
  t.false(await isOther(0.5, finding({ language: "en", probability: 0.9 })));
  t.false(await isOther(0.5, finding(null)), "no speech");
  t.false(await isOther(0.5), "no engine that finds languages");
  t.false(await isOther(0.5, finding(spanish, new DomainError("engine_unavailable", "It does not start."))));
});

test("speech in a language that no engine reads, or not the one that was named, is refused", async (t) => {
  const hindi = engine({ ...many, finds: { language: "hi", probability: 0.9 } });
  const refused = { instanceOf: DomainError, code: "language_unsupported", message: "No engine reads hi." } as const;
  await t.throwsAsync(open(engine({ name: "english" }), hindi).modelFor("auto"), refused);
  const reader = engine({ name: "other", languages: ["hi"] });
  t.is(await open(reader, hindi).modelFor("auto"), "other");
  await t.throwsAsync(open(reader, hindi).modelFor("auto", "many"), refused);
});

test("where the engine that finds languages is not available, the next one that takes auto reads", async (t) => {
  const broken = engine({ ...many, finds: { language: "es", probability: 0.7 } }, torn());
  t.is(await open(broken, engine({ name: "remote", detectsLanguage: true })).modelFor("auto"), "remote");
  await t.throwsAsync(open(engine({ name: "english" }), broken).modelFor("auto"), { message: "torn" });
});
