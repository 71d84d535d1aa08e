import { randomUUID } from "node:crypto";
import test from "ava";
import { type Aliases, chooseModel, chooseVoice, firstKnownModel } from "#src/api/dialects/aliases.ts";
import * as deepgram from "#src/api/dialects/deepgram/aliases.ts";
import * as assemblyAi from "#src/api/dialects/assemblyai/aliases.ts";
import * as elevenLabs from "#src/api/dialects/elevenlabs/aliases.ts";
import * as openAi from "#src/api/dialects/openai/aliases.ts";
import * as sarvam from "#src/api/dialects/sarvam/aliases.ts";
import { ConfigError, readConfig } from "#src/config.ts";
import { offeredEngines } from "#src/domain/engines/offered-engines.ts";
import { builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { DomainError } from "#src/errors.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  env: { VOICE_ALIASES: "Narrator=bm_george, nova = bf_emma", MODEL_ALIASES: "ours=fast" },
});
const { resources } = service;
const { userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const voiceOf = (engineVoice: string): string =>
  builtinVoices.find((voice) => voice.engineVoice === engineVoice)?.id ?? "";

/** The offer where these engines speak, beside the voices that every installation has. */
function engines(...names: readonly string[]) {
  const union = offeredEngines([]);
  const [first] = union.synthesis;
  if (first === undefined) throw new Error("An installation without engines.");
  const synthesis = [...union.synthesis, ...names.map((name) => ({ ...first, name }))];
  return { current: () => Promise.resolve({ ...union, synthesis }) };
}

const withKokoro = { resources, engines: engines("kokoro") };
const without = { resources, engines: engines() };
const wish = (name: string, language?: string, aliases: Aliases = openAi.voiceAliases) => ({
  ...{ name, language, userId, aliases },
});

test("every voice alias leads to a built-in voice", async (t) => {
  for (const { voiceAliases } of [openAi, deepgram, elevenLabs, sarvam]) {
    for (const [name, target] of Object.entries(voiceAliases)) {
      t.not(voiceOf(target), "", name);
      if (name === "nova") continue;
      t.deepEqual(await chooseVoice(withKokoro, wish(name, undefined, voiceAliases)), { voiceId: voiceOf(target) });
    }
  }
});

test("an alias whose engine is missing, or that speaks another language, speaks by the default voice", async (t) => {
  t.deepEqual(await chooseVoice(without, wish("alloy")), { language: "en" });
  t.deepEqual(await chooseVoice(withKokoro, wish("alloy", "de")), { language: "de" });
  t.deepEqual(await chooseVoice(withKokoro, wish("ALLOY", "en")), { voiceId: voiceOf("af_alloy"), language: "en" });
});

test("the operator's aliases come before those of a dialect", async (t) => {
  t.deepEqual(await chooseVoice(withKokoro, wish("nova")), { voiceId: voiceOf("bf_emma") });
  t.deepEqual(await chooseVoice(withKokoro, wish("narrator")), { voiceId: voiceOf("bm_george") });
});

test("a voice is found by its id, by its name, and by what its engine calls it", async (t) => {
  const harper = voiceOf("af_heart");
  for (const name of [harper, harper.toUpperCase(), "Harper", "harper", "af_heart"]) {
    t.deepEqual(await chooseVoice(withKokoro, wish(name)), { voiceId: harper }, name);
  }
  t.deepEqual(await chooseVoice(without, wish(defaultVoiceId("de"))), { voiceId: defaultVoiceId("de") });
});

test("a voice of the account is found by its name before a built-in one, and never that of another account", async (t) => {
  const owner = await service.account();
  const own = await insertPendingVoice(resources, owner.userId);
  await resources.db.updateTable("voices").set({ name: "Harper" }).where("id", "=", own).execute();
  t.deepEqual(await chooseVoice(withKokoro, { ...wish("harper"), userId: owner.userId }), { voiceId: own });
  await t.throwsAsync(chooseVoice(withKokoro, wish(own)), { instanceOf: DomainError, message: /does not exist/ });
});

test("an unknown name is not found, and the message repeats it", async (t) => {
  for (const name of ["nobody", randomUUID(), "__proto__", "constructor", ""]) {
    const message = `The voice '${name}' does not exist.`;
    await t.throwsAsync(chooseVoice(withKokoro, wish(name)), { instanceOf: DomainError, message });
  }
});

test("every model alias is accepted by transcriptions, and an unknown model is ignored unless strict", async (t) => {
  for (const { transcriptionModels } of [openAi, deepgram, elevenLabs, sarvam, assemblyAi]) {
    for (const [name, target] of Object.entries(transcriptionModels)) {
      t.is(await chooseModel(without, { name, aliases: transcriptionModels, isStrict: true }), target);
    }
  }
  const { transcriptionModels: aliases } = openAi;
  t.is(await chooseModel(without, { name: "ours", aliases }), "fast");
  t.is(await chooseModel(without, { name: "accurate", aliases }), "accurate");
  const { recognition } = await without.engines.current();
  for (const { name } of recognition) t.is(await chooseModel(without, { name, aliases, isStrict: true }), name);
  for (const name of ["another", "__proto__"]) {
    t.is(await chooseModel(without, { name, aliases }), "auto");
    await t.throwsAsync(chooseModel(without, { name, aliases, isStrict: true }), {
      message: `The model '${name}' does not exist.`,
    });
  }
});

test("aliases that are no pairs are refused at the start", (t) => {
  for (const aliases of ["alloy", "alloy=", "=af_heart", "a=b=c"]) {
    t.throws(() => readConfig({ VOICE_ALIASES: aliases }), { instanceOf: ConfigError, message: /VOICE_ALIASES/ });
  }
  t.deepEqual(readConfig({ MODEL_ALIASES: " a = b ,, C=d" }).dialects.models, { a: "b", c: "d" });
});

test("of several models the first that is known counts", async (t) => {
  const { transcriptionModels } = assemblyAi;
  const first = (...names: readonly string[]) => firstKnownModel(without, names, transcriptionModels);
  t.is(await first("universal-9", "nano", "best"), "nano");
  t.is(await first("universal-9", "ours"), "ours");
  t.is(await first("universal-9", "accurate"), "accurate");
  t.is(await first("universal-9"), undefined);
  t.is(await first(), undefined);
});
