import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { migrateToLatest, openMigrator } from "#db/migrator.ts";
import type { Db } from "#db/schema.ts";
import { createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const migration = "0004-options";

/** Takes the database back to before options were one value. */
async function takeBack(db: Db): Promise<void> {
  const migrator = openMigrator(db);
  const names = (await migrator.getMigrations()).map(({ name }) => name);
  const { error } = await migrator.migrateTo(names[names.indexOf(migration) - 1] ?? "");
  if (error !== undefined) throw new Error("It cannot be taken back.", { cause: error });
}

/** Writes a request with these columns. @returns its id */
async function insert(db: Db, type: "tts" | "asr", columns: Readonly<Record<string, unknown>>): Promise<string> {
  const id = randomUUID();
  const row = { id, request_type: type, is_demo: true, status: "queued", language: "en", ...columns };
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into speech_requests (${names}) values (${sql.join(Object.values(row))})`.execute(db);
  return id;
}

async function optionsOf(db: Db, id: string): Promise<object | undefined> {
  return (await db.selectFrom("speech_requests").select("options").where("id", "=", id).executeTakeFirst())?.options;
}

const spoken = {
  ...{ input_type: "ssml", speed: 1.1, format: "mp3", requested_sample_rate: 22_050, word_timestamps: true },
};
const spokenOptions = { inputType: "ssml", speed: 1.1, format: "mp3", sampleRate: 22_050, wordTimestamps: true };
const heard = { requested_model: "whisper", transcript_format: "verbatim" };
const heardOptions = { model: "whisper", transcriptFormat: "verbatim" };

test("requests from before have their options as one value", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    await takeBack(db);
    const speech = await insert(db, "tts", spoken);
    const transcription = await insert(db, "asr", heard);
    const plain = await insert(db, "tts", { speed: 1, format: "wav" });
    await migrateToLatest(db);
    t.deepEqual(await optionsOf(db, speech), spokenOptions);
    t.deepEqual(await optionsOf(db, transcription), heardOptions);
    t.deepEqual(await optionsOf(db, plain), { inputType: "text", speed: 1, format: "wav", wordTimestamps: false });
  });
});
