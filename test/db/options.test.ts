import { randomUUID } from "node:crypto";
import test from "ava";
import { type RawBuilder, sql } from "kysely";
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

async function valueOf(db: Db, id: string, value: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select ${value} as value from speech_requests where id = ${id}`.execute(db);
  return rows[0]?.value;
}

const spoken = {
  ...{ input_type: "ssml", speed: 1.1, format: "mp3", requested_sample_rate: 22_050, word_timestamps: true },
};
const spokenOptions = { inputType: "ssml", speed: 1.1, format: "mp3", sampleRate: 22_050, wordTimestamps: true };
const heard = { requested_model: "whisper", transcript_format: "verbatim" };
const heardOptions = { model: "whisper", transcriptFormat: "verbatim" };

test("requests of before, and those that the previous release writes, have their options as one value", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    await takeBack(db);
    const before = [await insert(db, "tts", spoken), await insert(db, "asr", heard)];
    await migrateToLatest(db);
    const after = [await insert(db, "tts", spoken), await insert(db, "asr", heard)];
    for (const [speech, transcription] of [before, after]) {
      t.deepEqual(await valueOf(db, speech ?? "", sql.ref("options")), spokenOptions);
      t.deepEqual(await valueOf(db, transcription ?? "", sql.ref("options")), heardOptions);
    }
    const plain = await insert(db, "tts", { speed: 1, format: "wav" });
    const defaults = { inputType: "text", speed: 1, format: "wav", wordTimestamps: false };
    t.deepEqual(await valueOf(db, plain, sql.ref("options")), defaults);
  });
});

test("the previous release finds the options of a request that this one writes in its columns", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const columnsOf = (id: string, columns: object): Promise<unknown> =>
      valueOf(
        db,
        id,
        sql`jsonb_build_object(${sql.join(Object.keys(columns).flatMap((name) => [sql.lit(name), sql.ref(name)]))})`,
      );
    const speech = await insert(db, "tts", { options: JSON.stringify(spokenOptions) });
    const columns = { ...spoken, requested_bit_rate: null };
    t.deepEqual(await columnsOf(speech, columns), columns);
    const transcription = await insert(db, "asr", { options: JSON.stringify(heardOptions) });
    t.deepEqual(await columnsOf(transcription, heard), heard);
    // An option that the previous release does not know has no column.
    const newer = await insert(db, "asr", { options: JSON.stringify({ unknown: true }) });
    t.deepEqual(await columnsOf(newer, heard), { requested_model: "auto", transcript_format: "smart" });
  });
});
