import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { zipOf, type ZippedFile } from "#harness/clients/zip.ts";
import { openHostSettings } from "#harness/outbound/recording-server.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { batchAnswer, batchResult } from "#src/api/speech/batch-schemas.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { sweepBatches } from "#src/domain/batches/sweep-batches.ts";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { findStoredBytes } from "#src/domain/storage/queries.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { startService } from "#test/support/service.ts";

const path = "/v1/speech/batches";
const recording = await speech("Please open the window. Thank you very much.");
const env = { ...openHostSettings, HEARTBEAT_MS: "200", AUDIO_MAX_BYTES: "4000000" };
const service = await startService({ workers: ["transcription"], env });
/** Nothing of it is transcribed. */
const idle = await startService({ env: { ...env, BATCH_ARCHIVE_MAX_BYTES: "3000000" } });
test.after.always(async () => {
  await Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]()));
});

const halfPrice = Math.ceil(Math.ceil((recording.length - 44) / 32_000) / 2);

function send(zip: Uint8Array<ArrayBuffer>, { key, at = idle }: { readonly key: string; readonly at?: typeof idle }) {
  const form = new FormData();
  form.set("archive", new Blob([zip]), "recordings.zip");
  form.set("language", "en");
  return at.call("POST", path, { key, form });
}

const objectsOf = ({ resources: { db } }: typeof idle, userId: string) =>
  db.selectFrom("stored_objects").select("key").where("user_id", "=", userId).execute();

/** Moves the batches on until this one has ended. */
async function ended(key: string, id: string) {
  for (;;) {
    await sweepBatches(service.resources);
    const batch = (await service.call("GET", `${path}/${id}`, { key })).data(batchAnswer);
    if (batch.finished_at !== null) return batch;
    await delay(100);
  }
}

async function resultsOf(key: string, id: string) {
  const { bytes } = await service.call("GET", `${path}/${id}/results`, { key });
  const lines = bytes.toString().trimEnd().split("\n");
  return lines.map((line) => batchResult.parse(JSON.parse(line)));
}

const file = (name: string, more: Partial<ZippedFile> = {}): ZippedFile => ({
  path: name,
  content: recording,
  ...more,
});
const text = (content: string): Uint8Array => Buffer.from(content);

test("good and bad files of a zip end each for itself, in order, at half the price, and the zip goes with them", async (t) => {
  const { key, userId } = await service.account();
  const files = [
    file("calls/one.wav"),
    file("calls/"),
    file("__MACOSX/calls/._one.wav", { content: text("resource fork") }),
    file(".DS_Store", { content: text("settings") }),
    file("calls/one.wav", { isDeflated: true }),
    file("notes.txt", { content: text("This is no recording.") }),
    file("bomb.wav", { content: new Uint8Array(50_000_000), isDeflated: true, size: 1_000_000 }),
    file("short.wav", { isDeflated: true, size: recording.length + 1 }),
    file("empty.wav", { content: text("") }),
    file("noise.wav", { content: text("This is not deflated at all."), method: 8 }),
    file("large.wav", { isDeflated: true, size: 4_000_001 }),
  ];
  const sent = await send(zipOf(files), { key, at: service });
  t.is(sent.status, 202);
  const begun = sent.data(batchAnswer);
  t.like(begun, { total: 8, waiting: 6, failed: 2 });
  t.deepEqual(await objectsOf(service, userId), [{ key: `archives/${begun.batch_id}` }]);
  t.is(await findStoredBytes(service.resources.db, userId), zipOf(files).length);
  t.deepEqual((await recountStorage(service.resources)).differences, []);
  t.like(await ended(key, begun.batch_id), { completed: 2, failed: 6, credits_consumed: 2 * halfPrice });
  const lines = await resultsOf(key, begun.batch_id);
  t.deepEqual(
    lines.map((line) => [line.custom_id, line.file_name, line.error?.code ?? null, line.credits_consumed]),
    [
      ["calls/one.wav", "one.wav", null, halfPrice],
      ["calls/one.wav", "one.wav", null, halfPrice],
      ["notes.txt", "notes.txt", "audio_unusable", 0],
      ["bomb.wav", "bomb.wav", "audio_unusable", 0],
      ["short.wav", "short.wav", "audio_unusable", 0],
      ["empty.wav", "empty.wav", "audio_unusable", 0],
      ["noise.wav", "noise.wav", "audio_unusable", 0],
      ["large.wav", "large.wav", "audio_too_large", 0],
    ],
  );
  t.regex(lines[1]?.transcription?.text ?? "", /window.*thank you/is);
  t.regex(lines[3]?.error?.message ?? "", /declares 1000000 bytes and has more/);
  t.regex(lines[6]?.error?.message ?? "", /cannot be unpacked/);
  t.is((await chargesOf(service.resources, userId)).length, 2);
  t.is(await heldOf(service.resources, userId), 0);
  while ((await sweepObjectRemovals(service.resources)) > 0);
  t.is(await service.resources.store.size(`archives/${begun.batch_id}`), null);
  t.false((await objectsOf(service, userId)).some((object) => object.key.startsWith("archives/")));
  t.deepEqual((await recountStorage(service.resources)).differences, []);
  const kept = await service.resources.db.selectFrom("speech_requests").select("options").execute();
  t.false(JSON.stringify(kept).includes("archives/"));
});

const zip = zipOf([file("good.wav")]);
const many = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.wav`, { content: text("x") }));

/** A zip whose end is said to be where a place in a file cannot be. */
function misplacedEnd() {
  const wrong = zipOf([file("a.wav")], { zip64: null });
  wrong.writeBigUInt64LE((1n << 64n) - 1n, wrong.length - 34);
  return wrong;
}

for (const [title, wrong, reason] of [
  ["what is no zip", Buffer.from(recording), /not a complete zip archive/],
  ["a zip that is cut off", zip.subarray(0, -30), /not a complete zip archive/],
  ["a zip without its beginning", zip.subarray(30), /not a complete zip archive/],
  ["a file of no bytes", Buffer.alloc(0), /./],
  ["a zip without files", zipOf([]), /has no files/],
  ["a zip with a folder and hidden files alone", zipOf([file("a/"), file("a/.b")]), /has no files/],
  ["10,001 files", zipOf(many(10_001)), /more than 10,000 files/],
  ["more entries than there are", zipOf([file("a.wav")], { entries: 5 }), /not a complete zip archive/],
  ["an encrypted file", zipOf([file("a.wav", { flags: 1, size: recording.length - 12 })]), /a\.wav is encrypted/],
  ["strong encryption", zipOf([file("a.wav", { flags: 0x41 })]), /encryption/],
  ["another compression", zipOf([file("a.wav", { method: 14 })]), /a\.wav is compressed by method 14/],
  ["a path that climbs", zipOf([file("a/../../b.wav")]), /invalid relative path/],
  ["a path that climbs by backslashes", zipOf([file(String.raw`..\b.wav`)]), /invalid relative path/],
  ["an absolute path", zipOf([file("/etc/a.wav")]), /absolute path/],
  ["a drive", zipOf([file("C:/a.wav")]), /absolute path/],
  ["a path of 2,000 characters", zipOf([file("a".repeat(2000))]), /1024 characters/],
  ["a file that is too large", zipOf([file("a.wav", { isDeflated: true, size: 4_000_001 })]), /has 4000001 bytes/],
  ["files that share their bytes", zipOf([file("a.wav"), file("b.wav", { at: 0 })]), /shares its bytes/],
  ["bytes beyond the end", zipOf([file("a.wav"), file("b.wav", { at: 4_000_000_000 })]), /not a complete zip archive/],
  ["a directory beyond the end", zipOf([file("a.wav")], { zip64: 1n << 60n }), /not a complete zip archive/],
  ["an end where no file can have one", misplacedEnd(), /not a complete zip archive/],
  ["a directory where no file can have one", zipOf([file("a.wav")], { zip64: (1n << 64n) - 1n }), /not a complete/],
] as const) {
  test(`${title}: the call is refused, and nothing is kept`, async (t) => {
    const { key, userId } = await idle.account();
    const answer = await send(wrong, { key });
    t.is(answer.status, 422);
    t.regex(JSON.stringify(answer.json), reason);
    t.deepEqual(await objectsOf(idle, userId), []);
    const batches = idle.resources.db.selectFrom("speech_batches").select("id").where("user_id", "=", userId);
    t.deepEqual(await batches.execute(), []);
  });
}

test("a zip in the form of ZIP64, and one of 10,000 files, are accepted", async (t) => {
  const { key } = await idle.account();
  for (const good of [zipOf([file("a.wav")], { zip64: null }), zipOf(many(10_000))]) {
    const begun = performance.now();
    t.is((await send(good, { key })).status, 202);
    t.log(`${((performance.now() - begun) / 1000).toFixed(2)} s`);
  }
});

test("a zip that is too large, and one for which there is no room, are refused", async (t) => {
  const { key, userId } = await idle.account();
  const large = await send(Buffer.alloc(3_000_001), { key });
  t.is(large.status, 413);
  t.like(large.json, { code: "audio_too_large", detail: "The archive is too large. Send it in parts." });
  const { maxBytes } = idle.resources.config.limits.storage;
  await idle.resources.db
    .insertInto("stored_objects")
    .values({ key: "full", user_id: userId, bytes: maxBytes })
    .execute();
  t.like((await send(zip, { key })).json, { code: "storage_limit" });
  t.deepEqual(await objectsOf(idle, userId), [{ key: "full" }]);
});

test("a form without a zip, or with a text in its place, is refused", async (t) => {
  const { key } = await idle.account();
  for (const [name, value] of [
    ["language", "en"],
    ["archive", "recordings.zip"],
    ["audio", new Blob([zip])],
  ] as const) {
    const form = new FormData();
    form.set(name, value);
    t.is((await idle.call("POST", path, { key, form })).status, 422, name);
  }
});

test("equal zips that are sent with one key make one batch", async (t) => {
  const { key } = await idle.account();
  const ids = new Set<string>();
  for (let count = 0; count < 2; count += 1) {
    const form = new FormData();
    form.set("archive", new Blob([zip]), "recordings.zip");
    const headers = { "idempotency-key": "one zip" };
    ids.add((await idle.call("POST", path, { key, form, headers })).data(batchAnswer).batch_id);
  }
  t.is(ids.size, 1);
  const form = new FormData();
  form.set("archive", new Blob([zipOf([file("other.wav")])]), "recordings.zip");
  t.is((await idle.call("POST", path, { key, form, headers: { "idempotency-key": "one zip" } })).status, 422);
});

test("the zip of a batch that is cancelled, deleted or erased goes", async (t) => {
  const { key, userId } = await idle.account();
  const { resources } = idle;
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await send(zip, { key })).data(batchAnswer).batch_id);
  const [cancelled = "", deleted = "", erased = ""] = ids;
  await idle.call("POST", `${path}/${cancelled}/cancel`, { key });
  await idle.call("DELETE", `${path}/${deleted}`, { key });
  await sweepBatches(resources);
  t.deepEqual(await objectsOf(idle, userId), [{ key: `archives/${erased}` }]);
  await resources.db.transaction().execute((trx) => eraseAccount(trx, userId));
  t.deepEqual(await objectsOf(idle, userId), []);
  t.is(await findStoredBytes(resources.db, userId), 0);
  while ((await sweepObjectRemovals(resources)) > 0);
  for (const id of ids) t.is(await resources.store.size(`archives/${id}`), null);
});
