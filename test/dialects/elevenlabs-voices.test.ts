import test from "ava";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { speech, wav } from "#harness/audio/sounds.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { allVoices, elevenLabsClient, refusalOf } from "#test/support/elevenlabs.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "training"] });
const { key } = await service.account();
const client = elevenLabsClient(service.baseUrl, key);
const sample = await speech(
  "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It is easy to tell the depth of a well.",
  "slt",
);
test.after.always(() => service[Symbol.asyncDispose]());

const fileOf = (content: Uint8Array<ArrayBuffer>) => new File([content], "sample.wav", { type: "audio/wav" });

test("a voice is made of a sample, can speak at once, is listed, read, and deleted", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const made = await own.voices.ivc.create({
    name: "Grandma 😀",
    files: [fileOf(sample)],
    description: "At the fire.",
    labels: { accent: "american" },
    removeBackgroundNoise: false,
  });
  t.false(made.requiresVerification);
  const { voiceId } = made;
  const spoken = await own.textToSpeech.convert(voiceId, { text: "Good night.", outputFormat: "pcm_16000" });
  t.true(Buffer.concat(await Array.fromAsync(spoken)).length > 10_000);
  const expected = { name: "Grandma 😀", description: "At the fire.", category: "cloned", isOwner: true };
  t.like(await own.voices.get(voiceId), expected);
  t.like((await allVoices(own)).voices[0], { voiceId, ...expected });
  t.deepEqual(
    (await own.voices.search({ voiceType: "personal" })).voices.map((voice) => voice.voiceId),
    [voiceId],
  );
  t.is((await own.user.subscription.get()).voiceSlotsUsed, 1);
  t.is((await own.voices.delete(voiceId)).status, "ok");
  for (const call of [own.voices.get(voiceId), own.voices.delete(voiceId)]) {
    t.like(await refusalOf(t, call), { status: 404, words: ["voice_not_found"] });
  }
});

test("several samples, one without speech and one that is no audio are refused, and no voice is left", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const create = (...files: readonly Uint8Array<ArrayBuffer>[]) =>
    own.voices.ivc.create({ name: "Mine", files: files.map(fileOf) });
  const several = await refusalOf(t, create(sample, sample));
  t.is(several.status, 400);
  t.is(several.sentence, "Send one sample: a voice is made of a single file.");
  const silent = await refusalOf(t, create(wav(3)));
  t.is(silent.status, 422);
  t.regex(silent.sentence, /silent/);
  t.like(await refusalOf(t, create(Uint8Array.from([1, 2, 3]))), { status: 422, words: ["files"] });
  t.like(await refusalOf(t, own.voices.ivc.create({ name: "", files: [fileOf(sample)] })), { words: ["name"] });
  t.deepEqual((await own.voices.search({ voiceType: "personal" })).voices, []);
});

test("the list has the built-in voices, and deprecated ones only on request", async (t) => {
  const { voices } = await allVoices(client);
  t.is(voices.length, builtinVoices.filter(({ deprecated }) => !deprecated).length);
  t.is((await allVoices(client, true)).voices.length, builtinVoices.length);
  t.true(voices.every(({ category, isOwner, labels }) => category === "premade" && !isOwner && labels?.["language"]));
});

test("a search goes through its pages without a voice twice or left out", async (t) => {
  const found: string[] = [];
  let nextPageToken: string | undefined;
  do {
    const page = await client.voices.search({ pageSize: 100, ...(nextPageToken && { nextPageToken }) });
    t.is(page.totalCount, builtinVoices.length);
    found.push(...page.voices.map(({ voiceId }) => voiceId));
    t.is(page.hasMore, page.nextPageToken !== undefined);
    ({ nextPageToken } = page);
  } while (nextPageToken !== undefined);
  t.deepEqual(found.toSorted(), builtinVoices.map(({ id }) => id).toSorted());
  t.is((await client.voices.search()).voices.length, 10);
});

test("a search is narrowed by words, languages, ids and kinds, and sorted", async (t) => {
  const idsOf = async (...asked: Parameters<typeof client.voices.search>) =>
    (await client.voices.search({ pageSize: 100, ...asked[0] })).voices.map(({ voiceId }) => voiceId);
  const inCatalogue = (isMeant: (voice: (typeof builtinVoices)[number]) => boolean) =>
    builtinVoices.filter(isMeant).map(({ id }) => id);
  const languages = inCatalogue(({ language }) => language === "de" || language === "it");
  t.deepEqual((await idsOf({ language: ["de", "it"] })).toSorted(), languages.toSorted());
  t.deepEqual((await idsOf({ language: ["deu", "ita-IT"] })).toSorted(), languages.toSorted());
  const { voiceId: george } = await client.voices.get("JBFqnCBsd6RMkjVDRZzb");
  t.deepEqual(await idsOf({ voiceIds: "JBFqnCBsd6RMkjVDRZzb" }), [george]);
  const [first, second] = languages;
  const both = [first ?? "", second ?? ""];
  t.deepEqual((await idsOf({ voiceIds: both })).toSorted(), both.toSorted());
  const women = inCatalogue(({ language, gender }) => language === "de" && gender === "female");
  t.deepEqual((await idsOf({ language: "de", gender: "female" })).toSorted(), women.toSorted());
  t.true((await idsOf({ search: "SALLY" })).length > 0);
  t.deepEqual(await idsOf({ search: "no voice has this" }), []);
  t.deepEqual(await idsOf({ category: "cloned" }), []);
  t.true((await idsOf({ category: "premade", voiceType: "default" })).length > 0);
  const { voices } = await client.voices.search({ pageSize: 100, language: "en", sort: "name", sortDirection: "desc" });
  const names = voices.map(({ name = "" }) => name);
  t.deepEqual(
    names,
    names.toSorted((a, b) => b.localeCompare(a, "en")),
  );
  t.like(await refusalOf(t, client.voices.search({ pageSize: 101, sort: "age" })), {
    status: 422,
    words: ["page_size", "sort"],
  });
});

test("a voice is read by ElevenLabs' id, by its own and by its name, with its settings", async (t) => {
  const [one] = builtinVoices;
  const id = one?.id ?? "";
  for (const name of [id, one?.name ?? ""]) t.like(await client.voices.get(name), { voiceId: id, name: one?.name });
  t.is((await client.voices.get("JBFqnCBsd6RMkjVDRZzb")).labels?.["language"], "en");
  const { labels } = await client.voices.get(id);
  t.like(labels, { language: "en", accent: "american", age: "adult", descriptive: "warm", use_case: "assistants" });
  t.like(await client.voices.settings.get(id), { stability: 0.5, similarityBoost: 0.75, speed: 1 });
  for (const call of [client.voices.get("nobody"), client.voices.settings.get("nobody"), client.voices.delete(id)]) {
    t.like(await refusalOf(t, call), { status: 404, words: ["voice_not_found"] });
  }
});

test("the settings of a voice can be read, and set to what they are", async (t) => {
  const usual = await client.voices.settings.getDefault();
  t.like(usual, { stability: 0.5, similarityBoost: 0.75, speed: 1 });
  const george = "JBFqnCBsd6RMkjVDRZzb";
  t.is((await client.voices.settings.update(george, usual)).status, "ok");
  const refusal = await refusalOf(t, client.voices.settings.update(george, { ...usual, speed: 1.2, stability: 1 }));
  t.like(refusal, { status: 422, words: ["stability", "speed"] });
  t.regex(refusal.sentence, /not kept\. Send `voice_settings` with each call/);
  t.like(await refusalOf(t, client.voices.settings.update("nobody", {})), { status: 404, words: ["voice_not_found"] });
});

test("a voice of the account is renamed, and takes no other sample", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const voiceId = await insertPendingVoice(service.resources, account.userId);
  t.is((await own.voices.update(voiceId, { name: "Narrator", description: "Deep.", labels: {} })).status, "ok");
  t.like(await own.voices.get(voiceId), { name: "Narrator", description: "Deep." });
  t.is((await own.voices.update(voiceId, { name: "Storyteller" })).status, "ok");
  t.like(await own.voices.get(voiceId), { name: "Storyteller", description: "Deep." });
  const refusal = await refusalOf(t, own.voices.update(voiceId, { name: "", files: [fileOf(sample)] }));
  t.like(refusal, { status: 422, words: ["files", "name"] });
  t.like(await own.voices.get(voiceId), { name: "Storyteller" });
  const builtin = builtinVoices[0]?.id ?? "";
  for (const other of [builtin, "nobody"])
    t.like(await refusalOf(t, own.voices.update(other, { name: "Mine" })), { status: 404, words: ["voice_not_found"] });
  t.like(await refusalOf(t, client.voices.update(voiceId, { name: "Mine" })), { status: 404 });
});

test("equal calls with a sample that no voice can be made of both get the reason, and no voice is left", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const refusals = await Promise.all(
    [1, 2].map(() => refusalOf(t, own.voices.ivc.create({ name: "Mine", files: [fileOf(wav(3))] }))),
  );
  for (const refusal of refusals) t.like(refusal, { status: 422, words: ["files"] });
  t.deepEqual((await own.voices.search({ voiceType: "personal" })).voices, []);
});

test("a voice whose training has failed is not listed, and can be deleted", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const voiceId = await insertPendingVoice(service.resources, account.userId);
  const failure = { status: "failed", error_code: "audio_unusable", error_message: "No speech." } as const;
  await service.resources.db.updateTable("voices").set(failure).where("id", "=", voiceId).execute();
  t.deepEqual((await own.voices.search({ voiceType: "personal" })).voices, []);
  t.false((await allVoices(own)).voices.some((voice) => voice.voiceId === voiceId));
  t.is((await own.voices.delete(voiceId)).status, "ok");
});
