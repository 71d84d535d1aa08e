import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { voiceAnswer } from "#src/api/voices/schemas.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
const kokoro = manifestOf("kokoro", { kind: "synthesis", languages: ["en", "hi"] });
await registerEngines(service.resources, randomUUID(), readyEngines([kokoro, ...defaultEnginesOf("synthesis")]));
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({ items: z.array(voiceAnswer), total: z.int(), nearest: z.boolean() });
const list = async (key: string, query: string) =>
  (await service.call("GET", `/v1/voices?limit=100&${query}`, { key })).data(page).items;
const namesOf = async (key: string, query: string) => (await list(key, query)).map(({ name }) => name);
const idOf = (name: string, engine = "kokoro"): string =>
  builtinVoices.find((voice) => voice.name === name && voice.engine === engine)?.id ?? "";
const favorite = (method: "PUT" | "DELETE", key: string, id: string) =>
  service.call(method, `/v1/voices/${id}/favorite`, { key });

test("voices are found by words: of their name, language, gender, accent, description and engine", async (t) => {
  const { key } = await service.account();
  for (const [search, names] of [
    ["hindi female natural", ["Anjali", "Bhavna"]],
    ["  HINDI\tFemale  kokoro ", ["Anjali", "Bhavna"]],
    ["anj", ["Anjali"]],
    ["njal", []],
    ["whispers", ["Nicole"]],
    ["whispering meditation", ["Nicole"]],
    ["deep british", ["Felix", "Lewis"]],
    ["old stories spanish", ["Santiago"]],
    ["hf_alpha", ["Anjali"]],
    [idOf("Anjali"), ["Anjali"]],
    ["scottish flite", ["Alan"]],
    ["british male kokoro", ["Daniel", "Felix", "George", "Lewis"]],
    ["a warm female narrator", ["Harper"]],
    ["the voice of a British man, for a podcast", ["Daniel", "Felix", "George", "Lewis"]],
    ["british lady storytelling", ["Emma", "Lily"]],
    ["hindi audio book", ["Anjali", "Om", "Prem"]],
    ["hindi audiobook guy", ["Om", "Prem"]],
    ["100%", []],
    ["_nj", []],
    ["\\", []],
  ] as const) {
    t.deepEqual(await namesOf(key, `search=${encodeURIComponent(search)}`), names, search);
  }
  t.is((await list(key, "search=")).length, 100, "no words exclude nothing");
  const men = await list(key, "search=english+man");
  t.true(men.length > 0 && men.every(({ gender, language }) => gender === "male" && language === "en"));
});

test("where no voice has all the words, those with the most of them are listed, and that is said", async (t) => {
  const { key } = await service.account();
  for (const [query, names, nearest] of [
    ["search=scottish+flite+whispering", ["Alan"], true],
    ["search=hindi+male+natural+trumpet&limit=1", ["Om"], true],
    ["search=hindi+male+natural+trumpet&limit=1&page=2", ["Prem"], true],
    ["search=scottish+flite&gender=male", ["Alan"], false],
    ["search=trumpet+xylophone", [], false],
    ["search=anjali&gender=male", [], false],
  ] as const) {
    const found = (await service.call("GET", `/v1/voices?${query}`, { key })).data(page);
    t.deepEqual([found.items.map(({ name }) => name), found.nearest], [names, nearest], query);
  }
});

test("the list can be asked for a gender, a quality, an engine, and voices that can speak now", async (t) => {
  const { key, userId } = await service.account();
  const own = await insertPendingVoice(service.resources, userId);
  t.deepEqual(await namesOf(key, "language=hi&gender=male&quality=natural"), ["Om", "Prem"]);
  t.deepEqual(await namesOf(key, "engine=flite&gender=female"), ["Sally"]);
  t.true((await list(key, "available=true")).every(({ available }) => available));
  const absent = await list(key, "available=false&type=builtin");
  t.deepEqual(absent, []);
  t.deepEqual(
    (await list(key, "available=false")).map(({ voice_id: id, engine }) => [id, engine]),
    [[own, null]],
  );
});

test("a filter with an unknown value is 422 with the values that there are", async (t) => {
  const { key } = await service.account();
  const { status, json } = await service.call("GET", "/v1/voices?gender=x&quality=y&engine=z&favorite=maybe", { key });
  t.is(status, 422);
  t.like(json, {
    detail: [
      { loc: ["query", "gender"], msg: "Input should be 'female' or 'male'" },
      { loc: ["query", "quality"], msg: "Input should be 'natural', 'standard' or 'basic'" },
      { loc: ["query", "engine"], msg: "Input should be 'kokoro', 'piper', 'flite', 'espeak-ng' or 'remote-speech'" },
      { loc: ["query", "favorite"], type: "bool_parsing" },
    ],
  });
  const long = await service.call("GET", `/v1/voices?search=${"x".repeat(101)}`, { key });
  t.like(long.json, { detail: [{ loc: ["query", "search"], type: "string_too_long" }] });
});

test("favorites are those of the account alone, can be listed, and repeating changes nothing", async (t) => {
  const [ann, ben] = [await service.account(), await service.account()];
  const own = await insertPendingVoice(service.resources, ann.userId);
  const added = await favorite("PUT", ann.key, idOf("Anjali"));
  t.deepEqual([added.status, added.json], [200, { success: true, data: { voice_id: idOf("Anjali"), favorite: true } }]);
  t.is((await favorite("PUT", ann.key, idOf("Anjali"))).status, 200);
  await favorite("PUT", ann.key, own);
  const [first] = await namesOf(ann.key, "type=builtin");
  t.is(first, "Anjali", "a favorite comes first of the built-in voices");
  const listed = await list(ann.key, "favorite=true");
  t.deepEqual(
    listed.map((voice) => [voice.voice_id, voice.favorite]),
    [
      [own, true],
      [idOf("Anjali"), true],
    ],
  );
  t.deepEqual(await list(ben.key, "favorite=true"), []);
  t.deepEqual(await namesOf(ann.key, "favorite=false&search=hindi&gender=female&quality=natural"), ["Bhavna"]);
  const show = async (key: string) =>
    (await service.call("GET", `/v1/voices/${idOf("Anjali")}`, { key })).data(voiceAnswer);
  t.deepEqual([(await show(ann.key)).favorite, (await show(ben.key)).favorite], [true, false]);

  for (let time = 0; time < 2; time += 1) {
    const removed = await favorite("DELETE", ann.key, idOf("Anjali"));
    t.like(removed.json, { data: { voice_id: idOf("Anjali"), favorite: false } });
  }
  t.deepEqual((await list(ann.key, "favorite=true")).length, 1);
});

test("a voice of another account and one that does not exist become no favorites", async (t) => {
  const [owner, stranger] = [await service.account(), await service.account()];
  const foreign = await insertPendingVoice(service.resources, owner.userId);
  for (const id of [foreign, randomUUID()]) {
    for (const method of ["PUT", "DELETE"] as const) {
      const { status, json } = await favorite(method, stranger.key, id);
      t.is(status, 404);
      t.like(json, { code: "voice_not_found" });
    }
  }
});

test("favorites end with their voice and with their account", async (t) => {
  const { key, userId } = await service.account();
  const own = await insertPendingVoice(service.resources, userId);
  await favorite("PUT", key, own);
  await favorite("PUT", key, idOf("Anjali"));
  const rows = () => db.selectFrom("favorite_voices").select("voice_id").where("user_id", "=", userId).execute();
  t.is((await service.call("DELETE", `/v1/voices/${own}`, { key })).status, 200);
  t.deepEqual(await rows(), [{ voice_id: idOf("Anjali") }]);
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  t.deepEqual(await rows(), []);
});
