import test from "ava";
import { z } from "zod";
import { chargesOf } from "#harness/payments/credits.ts";
import { elevenLabsClient, refusalOf } from "#test/support/elevenlabs.ts";
import { sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/pronunciation-dictionaries";
const kept = z.object({ dictionary_id: z.uuid(), entries: z.array(z.object({ word: z.string() })) });
const keep = async (key: string, json: object) => {
  const answer = await service.call("POST", path, { key, json });
  return { answer, id: answer.status === 201 ? answer.data(kept).dictionary_id : "" };
};
const siobhan = { word: "Siobhan", respelling: "Shivawn the First of Ireland" };

const usualText = "Ask Siobhan, please.";
const spoken = z.object({
  request_id: z.uuid(),
  duration_seconds: z.number(),
  words: z.array(z.object({ word: z.string() })),
});
const speak = async (key: string, fields: object = {}, text = usualText) => {
  const json = { text, word_timestamps: true, ...fields };
  return (await service.call("POST", "/v1/speech/synthesize", { key, json })).data(spoken);
};
const usedIn = async (userId: string): Promise<readonly unknown[]> => {
  const rows = service.resources.db.selectFrom("speech_requests").select("options").where("user_id", "=", userId);
  const parsed = z.array(z.object({ options: z.object({ pronunciations: z.array(z.object({ word: z.string() })) }) }));
  return parsed.parse(await rows.orderBy("created_at").execute()).map(({ options }) => options.pronunciations.length);
};

test("a dictionary is kept, changed by its entries, and not seen by others", async (t) => {
  const [{ key }, stranger] = [await service.account(), await service.account()];
  const { id } = await keep(key, { name: "Names", entries: [siobhan, { word: " New  York ", ipa: "nuː ˈjɔːrk" }] });
  const own = `${path}/${id}`;
  const json = { remove: [{ word: "Siobhan" }], add: [{ word: "Nguyen", ipa: "wɪn", language: "en_gb" }] };
  const changed = await service.call("PATCH", own, { key, json });
  t.deepEqual(z.object({ entries: z.array(z.unknown()) }).parse(changed.data(z.unknown())).entries, [
    { word: "New York", respelling: null, ipa: "nuː ˈjɔːrk", language: null, case_sensitive: false },
    { word: "Nguyen", respelling: null, ipa: "wɪn", language: "en-GB", case_sensitive: false },
  ]);
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const refused = await service.call(method, own, { key: stranger.key, ...(method === "PATCH" && { json: {} }) });
    t.like([refused.status, refused.json], [404, { code: "pronunciation_dictionary_not_found" }]);
  }
  t.is((await service.call("DELETE", own, { key })).status, 200);
  t.like((await service.call("GET", path, { key })).json, { data: { items: [] } });
});

test("an entry without one way to say it, or with signs that are no IPA, and one too many are refused", async (t) => {
  const { key } = await service.account();
  for (const entry of [
    { word: "a" },
    { ...siobhan, ipa: "a" },
    { word: "!", respelling: "a" },
    { word: "a", ipa: "1" },
    { word: "a", respelling: "a", language: "xx" },
  ])
    t.is((await keep(key, { name: "Names", entries: [entry] })).answer.status, 422, JSON.stringify(entry));
  const entries = Array.from({ length: 999 }, (_none, at) => ({ word: `word ${at}`, respelling: "word" }));
  const { id } = await keep(key, { name: "Names", entries });
  t.like((await keep(key, { name: "More", entries: [siobhan, { ...siobhan, word: "b" }] })).answer.json, {
    code: "pronunciation_limit",
  });
  const add = await service.call("PATCH", `${path}/${id}`, { key, json: { add: [siobhan] } });
  t.is(add.status, 200);
});

test("every synthesis uses the entries of its words, its words are those that are written, and more than twice as many letters are paid", async (t) => {
  const { key, userId } = await service.account();
  const plain = await speak(key);
  await keep(key, { name: "Names", entries: [siobhan, { word: "absent", respelling: "x" }] });
  await keep(key, { name: "Others", always: false, entries: [{ word: "please", respelling: "if you please" }] });
  const respelled = await speak(key);
  t.true(respelled.duration_seconds > plain.duration_seconds + 0.5);
  t.deepEqual(
    respelled.words.map(({ word }) => word),
    ["Ask", "Siobhan,", "please."],
  );
  t.is((await speak(key, { pronunciation: false })).duration_seconds, plain.duration_seconds);
  const both = await speak(key, { pronunciation_dictionary: "Others" });
  t.true(both.duration_seconds > respelled.duration_seconds);
  t.deepEqual(await usedIn(userId), [0, 1, 0, 2]);
  const charges = await chargesOf(service.resources, userId);
  const letters = usualText.length - siobhan.word.length + siobhan.respelling.length;
  const withBoth = letters - "please".length + "if you please".length;
  t.deepEqual(
    new Set(charges.map(([, credits]) => credits)),
    new Set([usualText.length, letters, withBoth]),
    "more than twice the letters",
  );
  const json = { text: "A text.", pronunciation_dictionary: "None" };
  const refused = await service.call("POST", "/v1/speech/synthesize", { key, json });
  t.like([refused.status, refused.json], [404, { code: "pronunciation_dictionary_not_found" }]);
});

test("ElevenLabs' client keeps dictionaries, changes their rules and names them", async (t) => {
  const { key, userId } = await service.account();
  const client = elevenLabsClient(service.baseUrl, key);
  const { pronunciationDictionaries: dictionaries } = client;
  const rules = [{ type: "alias", stringToReplace: "Siobhan", alias: "Shivawn" }] as const;
  const made = await dictionaries.createFromRules({ name: "Names", rules: [...rules] });
  t.like(made, { name: "Names", versionRulesNum: 1 });
  const phoneme = { type: "phoneme", stringToReplace: "Nguyen", phoneme: "wɪn", alphabet: "ipa" } as const;
  const added = await dictionaries.rules.add(made.id, { rules: [phoneme] });
  t.is(added.versionRulesNum, 2);
  t.not(added.versionId, made.versionId);
  t.like((await dictionaries.get(made.id)).rules[1], { type: "phoneme", phoneme: "wɪn", caseSensitive: true });
  t.is((await dictionaries.rules.remove(made.id, { ruleStrings: ["Nguyen"] })).versionRulesNum, 1);
  t.like((await dictionaries.list()).pronunciationDictionaries, [{ id: made.id, name: "Names" }]);
  const locators = [{ pronunciationDictionaryId: made.id, versionId: made.versionId }];
  for (const more of [{}, { pronunciationDictionaryLocators: locators }]) {
    const heard = await client.textToSpeech.convert("JBFqnCBsd6RMkjVDRZzb", { text: "Ask Siobhan.", ...more });
    t.true(Buffer.concat(await Array.fromAsync(heard)).length > 1_000);
  }
  t.deepEqual(await usedIn(userId), [0, 1]);
  const part = { ...rules[0], wordBoundaries: false };
  t.is((await refusalOf(t, dictionaries.createFromRules({ name: "N", rules: [part] }))).status, 422);
  await dictionaries.update(made.id, { archived: true });
  t.is((await refusalOf(t, dictionaries.get(made.id))).status, 404);
});

test("Sarvam's client keeps dictionaries of a file, replaces and names them", async (t) => {
  const { key, userId } = await service.account();
  const client = sarvamClient(service.baseUrl, key);
  const { pronunciationDictionary: dictionaries } = client;
  const fileOf = (content: unknown) => new File([JSON.stringify(content)], "words.json", { type: "application/json" });
  const pronunciations = { "en-IN": { Siobhan: "Shivawn" }, "hi-IN": { NAIC: "N A I C" } };
  const { dictionary_id: id } = await dictionaries.create({ file: fileOf({ pronunciations }) });
  t.deepEqual(await dictionaries.get(id), { pronunciations });
  t.deepEqual(await dictionaries.list(), { dictionary_count: 1, dictionaries: [id] });
  const text = "Ask Siobhan.";
  await client.textToSpeech.convert({ text, language_code: "en-IN", dict_id: id });
  await client.textToSpeech.convert({ text, language_code: "en-IN" });
  t.deepEqual(await usedIn(userId), [1, 0]);
  const changed = { "en-IN": { Siobhan: "Shivaun" } };
  const updated = await dictionaries.update({ dict_id: id, file: fileOf({ pronunciations: changed }) });
  t.deepEqual(updated.updated_pronunciations, changed);
  await t.throwsAsync(dictionaries.create({ file: fileOf({ pronunciations: { "en-IN": { a: "" } } }) }), {
    message: /file/,
  });
  t.true((await dictionaries.delete({ dict_id: id })).success);
  await t.throwsAsync(dictionaries.get(id));
});
