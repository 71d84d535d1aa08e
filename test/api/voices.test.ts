import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { createdVoice, voiceAnswer } from "#src/api/voices/schemas.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { type Answer, audioForm } from "#harness/clients/client.ts";
import { leftoversAfter, nothing, objectKeys } from "#harness/service/leftovers.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { speech, tone, wav } from "#harness/audio/sounds.ts";

const voices = "/v1/voices";
const service = await startService({ workers: ["synthesis", "training"] });
const { db } = service.resources;
const sample = await speech(
  "The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. It is easy to tell the depth of a well.",
  "slt",
);
test.after.always(() => service[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string>>;
const upload = (key: string, audio: Uint8Array<ArrayBuffer>, fields?: Fields) =>
  service.call("POST", voices, { key, form: audioForm(audio, fields ?? { name: "Mine" }) });
const read = async (key: string, id: string) =>
  (await service.call("GET", `${voices}/${id}`, { key })).data(voiceAnswer);

/** The voice when its training is over, and every status on the way. */
async function trained(key: string, id: string) {
  const seen = new Set<string>();
  for (;;) {
    const voice = await read(key, id);
    seen.add(voice.status);
    if (voice.status === "ready" || voice.status === "failed") return { voice, seen };
    await delay(20);
  }
}

const notFound = async (t: ExecutionContext, answer: Promise<Answer>): Promise<void> => {
  const { status, json } = await answer;
  t.is(status, 404);
  t.like(json, { success: false, code: "voice_not_found", detail: "Voice not found." });
};

test("a sample becomes a voice that speaks, is listed, and can be deleted with all that it left", async (t) => {
  const { key, userId } = await service.account();
  const made = await upload(key, sample, { name: "Grandma 😀", description: "At the fire.", language: "en-GB" });
  t.is(made.status, 201);
  const created = made.data(createdVoice);
  t.is(made.headers.get("location"), `${voices}/${created.voice_id}`);
  t.is(made.headers.get("x-request-id"), created.voice_id);
  t.deepEqual(made.data(z.strictObject(createdVoice.shape)), created, "exactly the fields of the answer");
  t.like(created, { name: "Grandma 😀", description: "At the fire.", status: "pending" });

  const { voice, seen } = await trained(key, created.voice_id);
  t.is(voice.status, "ready");
  for (const status of seen) t.true(["pending", "training", "ready"].includes(status), status);
  t.like(voice, { user_id: userId, type: "custom", language: "en", error: null, created_at: created.created_at });
  t.true((voice.match?.sample_pitch_hz ?? 0) > 120, "flite's slt is a woman");

  const id = voice.voice_id;
  const said = await service.call("POST", "/v1/speech/synthesize", {
    key,
    json: { text: "Good night.", voice_id: id },
  });
  t.is(said.status, 200);
  const spoken = said.data(synthesisAnswer);
  t.deepEqual(spoken.voice, { voice_id: id, name: "Grandma 😀" });
  t.true(spoken.duration_seconds > 0.3);

  const listed = await service.call("GET", `${voices}?limit=1`, { key });
  t.like(listed.json, { data: { items: [{ voice_id: id }], total: builtinVoices.length + 1, has_next: true } });

  const row = await db.selectFrom("voices").select("sample_key").where("id", "=", id).executeTakeFirst();
  t.true((await objectKeys(service)).includes(row?.sample_key ?? ""));
  const gone = await service.call("DELETE", `${voices}/${id}`, { key });
  t.deepEqual([gone.status, gone.json], [200, { success: true, data: { voice_id: id, deleted: true } }]);
  t.false((await objectKeys(service)).includes(row?.sample_key ?? ""));
  t.is(await db.selectFrom("voices").select("id").where("id", "=", id).executeTakeFirst(), undefined);
  await notFound(t, service.call("GET", `${voices}/${id}`, { key }));
  await notFound(t, service.call("DELETE", `${voices}/${id}`, { key }));
  const late = await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello?", voice_id: id } });
  t.like(late.json, { code: "voice_not_found" });
  const old = await service.call("GET", `/v1/speech/requests/${spoken.request_id}`, { key });
  t.like(old.json, { data: { status: "completed", voice: { voice_id: id, name: "Deleted voice" } } });
});

for (const [title, audio, code] of [
  ["silence", wav(3), "sample_without_speech"],
  ["a tone", tone(3), "sample_without_speech"],
  [
    "damaged audio",
    Uint8Array.from([...wav(0).subarray(0, 20), ...Array.from({ length: 99 }, () => 0)]),
    "audio_unusable",
  ],
] as const) {
  test(`${title} makes no voice: the row says why, the sample goes`, async (t) => {
    const { key } = await service.account();
    const made = await upload(key, audio);
    t.is(made.status, 201);
    const { voice } = await trained(key, made.data(createdVoice).voice_id);
    t.is(voice.status, "failed");
    t.is(voice.error?.code, code);
    t.true((voice.error?.message ?? "").length > 10);
    // The sample goes after the row says why.
    while ((await objectKeys(service)).some((object) => object.includes(voice.voice_id))) await delay(20);
    const json = { text: "Hello?", voice_id: voice.voice_id };
    t.like((await service.call("POST", "/v1/speech/synthesize", { key, json })).json, { code: "voice_not_ready" });
    t.is((await service.call("DELETE", `${voices}/${voice.voice_id}`, { key })).status, 200);
  });
}

test("a sample shorter than a second is refused, one of a second is not", async (t) => {
  const { key } = await service.account();
  const { status, json } = await upload(key, wav(0.9));
  t.is(status, 422);
  const msg = "Value error, The audio is too short: 0.9 s. Send at least 1 s.";
  const row = { type: "value_error", loc: ["body", "audio"], msg, input: null, ctx: { error: {} } };
  t.deepEqual(json, { detail: [row] });
  t.is((await upload(key, wav(1))).status, 201);
});

test("a sample longer than two minutes is refused, one of two minutes is not", async (t) => {
  const { key } = await service.account();
  const { status, json } = await upload(
    key,
    wav(120.1, () => 0, 1000),
  );
  t.is(status, 413);
  t.like(json, { code: "audio_too_long", max_seconds: 120 });
  t.is(
    (
      await upload(
        key,
        wav(120, () => 0, 1000),
      )
    ).status,
    201,
  );
});

const fields: readonly (readonly [title: string, fields: Fields, type: string | null, field: string])[] = [
  ["no name", {}, "missing", "name"],
  ["an empty name", { name: "" }, "missing", "name"],
  ["a name of 100 characters", { name: "😀".repeat(100) }, null, ""],
  ["a name of 101 characters", { name: "😀".repeat(101) }, "string_too_long", "name"],
  ["a name with NUL", { name: "a\0" }, "value_error", "name"],
  ["a description of 500 characters", { name: "a", description: "x".repeat(500) }, null, ""],
  ["a description of 501 characters", { name: "a", description: "x".repeat(501) }, "string_too_long", "description"],
  ["an unknown language", { name: "a", language: "xx" }, "literal_error", "language"],
];

for (const [title, given, type, field] of fields) {
  test(`a voice with ${title} is ${type === null ? "made" : "refused"}`, async (t) => {
    const { key } = await service.account();
    const { status, json } = await upload(key, wav(1), given);
    t.is(status, type === null ? 201 : 422);
    if (type !== null) t.like(json, { detail: [{ type, loc: ["body", field] }] });
  });
}

test("a description and a language may be left out", async (t) => {
  const { key } = await service.account();
  const { voice_id: id } = (await upload(key, wav(1))).data(createdVoice);
  t.like(await read(key, id), { description: "", language: "und", match: null });
});

const page = z.object({ items: z.array(voiceAnswer), total: z.int() });

/** The key that built-in voices are sorted by. */
const sortKey = ({ deprecated, available, quality, name, ...voice }: z.output<typeof voiceAnswer>): string =>
  [
    ...[deprecated, !available, quality !== "natural", quality !== "standard", !voice.default].map(Number),
    name.toLowerCase(),
  ].join(" ");
const bySortKey = (one: string, other: string): number => (one < other ? -1 : 1);

test("the list can be filtered by type and language, with own voices first and the best built-in ones next", async (t) => {
  const { key, userId } = await service.account();
  const own = await insertPendingVoice(service.resources, userId);
  const list = async (query: string) => (await service.call("GET", `${voices}?${query}`, { key })).data(page);
  const all = await list("limit=100");
  t.is(all.total, builtinVoices.length + 1);
  t.is(all.items[0]?.voice_id, own);
  t.deepEqual(
    (await list("type=custom")).items.map((voice) => voice.voice_id),
    [own],
  );
  t.is((await list("type=builtin")).total, builtinVoices.length);
  const pages = await Promise.all([1, 2, 3].map((number) => list(`type=builtin&limit=100&page=${number}`)));
  const sortKeys = pages.flatMap(({ items }) => items.map(sortKey));
  t.is(sortKeys.length, builtinVoices.length);
  t.deepEqual(sortKeys, sortKeys.toSorted(bySortKey));
  const german = (await list("language=de-AT&type=builtin")).items;
  t.true(german.length > 0 && german.every((voice) => voice.language === "de" && voice.user_id === "system"));
  for (const query of ["type=stock", "language=xx", "limit=101"]) {
    t.is((await service.call("GET", `${voices}?${query}`, { key })).status, 422, query);
  }
});

test("a voice of another account and one that does not exist cannot be deleted, a built-in one neither", async (t) => {
  const [owner, stranger] = await Promise.all([service.account(), service.account()]);
  const foreign = await insertPendingVoice(service.resources, owner.userId);
  const builtin = builtinVoices[0]?.id ?? "";
  for (const id of [foreign, builtin, randomUUID()]) {
    await notFound(t, service.call("DELETE", `${voices}/${id}`, { key: stranger.key }));
  }
  t.is((await read(owner.key, foreign)).voice_id, foreign);
  t.like(await read(stranger.key, builtin), { type: "builtin", status: "ready", user_id: "system" });
});

test.after("trained and failed voices leave neither jobs nor temporary files nor objects without a row", async (t) => {
  while ((await db.selectFrom("jobs").select("subject_id").execute()).length > 0) await delay(50);
  t.deepEqual(await leftoversAfter(service), nothing);
});
