import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Insertable } from "kysely";
import type { Database } from "#db/schema.ts";
import { callbackEventTypes } from "#db/webhook-schema.ts";
import { insertEndpoint } from "#src/domain/callbacks/endpoint-queries.ts";
import { openSecretBox } from "#src/domain/callbacks/secret-box.ts";
import { newSigningSecret } from "#src/domain/callbacks/signing-secret.ts";
import { insertPull } from "#src/domain/models/pull-queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import type { Resources } from "#src/platform/resources.ts";
import { insertFolder } from "#harness/service/matching-folder.ts";

const transcript = {
  text: "hello there",
  segments: [{ id: 0, start: 0.1, end: 1.2, text: "hello there", confidence: 0.9 }],
  words: [
    { word: "hello", start: 0.1, end: 0.6, confidence: 0.8 },
    { word: "there", start: 0.6, end: 1.2, confidence: 1 },
  ],
};

/** A finished synthesis of this account whose audio is `audio`, as if a worker had made it. @returns its id */
export async function insertSpoken(resources: Resources, userId: string, audio = "RIFF not really"): Promise<string> {
  const id = randomUUID();
  const key = `results/${id}-1-1`;
  await using folder = await resources.workspace.folder();
  const path = join(folder.path, "audio");
  await writeFile(path, audio);
  await resources.store.putFile(key, path, "application/octet-stream");
  await resources.db
    .insertInto("speech_requests")
    .values({
      ...{ id, user_id: userId, request_type: "tts", is_demo: false, status: "completed", progress: 100 },
      ...{ language: "en", voice_id: builtinVoices[0]?.id ?? "", input_text: "Hello.", characters: 6 },
      ...{
        options: JSON.stringify({ format: "wav" }),
        result_key: key,
        content_type: "audio/wav",
        sample_rate: 16_000,
        duration_seconds: 1,
      },
      finished_at: new Date(),
    })
    .execute();
  return id;
}

/** A finished transcription of this account, as if a worker had made it. @returns its id */
export async function insertHeard({ db }: Resources, userId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("speech_requests")
    .values({
      ...{ id, user_id: userId, request_type: "asr", is_demo: false, status: "completed", progress: 100 },
      ...{ language: "en", duration_seconds: 1.25, transcript: JSON.stringify(transcript), finished_at: new Date() },
    })
    .execute();
  return id;
}

/** The same with a recording that was to be muted. @returns its id */
export async function insertMuted(resources: Resources, userId: string, audio = "fLaC not really"): Promise<string> {
  const id = await insertHeard(resources, userId);
  const key = `recordings/${id}-1`;
  await using folder = await resources.workspace.folder();
  const path = join(folder.path, "audio");
  await writeFile(path, audio);
  await resources.store.putFile(key, path, "audio/flac");
  const options = JSON.stringify({ redact: ["card"], redactAudio: true });
  const kept = { options, result_key: key, content_type: "audio/flac", sample_rate: 16_000 };
  await resources.db.updateTable("speech_requests").set(kept).where("id", "=", id).execute();
  return id;
}

/** A voice of this account that is still being made. @returns its id */
export async function insertPendingVoice({ db }: Resources, userId: string): Promise<string> {
  const id = randomUUID();
  const voice = { id, user_id: userId, name: "Mine", description: "", type: "custom", language: "und" } as const;
  await db
    .insertInto("voices")
    .values({ ...voice, status: "pending" })
    .execute();
  return id;
}

/** A ticket of the contact form. @returns its id */
export async function insertContact({ db }: Resources): Promise<string> {
  const id = randomUUID();
  await db.insertInto("contact_submissions").values({ id, name: "Ann", email: "ann@example.com" }).execute();
  return id;
}

/** A folder of models with one of the catalogue, of a worker that is alive. @returns its id */
export async function insertModelFolder({ db }: Pick<Resources, "db">, writable = true): Promise<string> {
  const folder = { host: `host-${randomUUID()}`, directory: "/models", writable, freeBytes: 1e9 };
  const facts = { kind: "recognition", languages: ["en"], tier: "fast", licence: "MIT", memoryMb: 50 } as const;
  const state = { tried: true, verifiable: true, state: "available", problem: null, configured: true } as const;
  const model = { name: "silero-vad", ...facts, sizeBytes: 2_000_000, inCatalogue: true, ...state };
  const own = { ...model, name: "of-mine", inCatalogue: false, state: "installed" } as const;
  const unverifiable = { ...model, name: "whisper-small", verifiable: false };
  return insertFolder(db, { ...folder, models: [model, own, unverifiable] });
}

/** A pull of a model that no worker has taken. @returns its id */
export async function insertModelPull({ db }: Pick<Resources, "db">, folderId: string): Promise<string> {
  const pull = { id: randomUUID(), folderId, model: `model-${randomUUID()}`, adminId: randomUUID() };
  return (await insertPull(db, pull)).id;
}

/** A notification of a provider, by the columns that matter. @returns its id */
export async function insertWebhookEvent(
  { db }: Pick<Resources, "db">,
  facts: Pick<Insertable<Database["webhook_events"]>, "status"> & Partial<Insertable<Database["webhook_events"]>>,
): Promise<string> {
  const id = randomUUID();
  const event = { id, provider: "payment", dedupe_key: id, event_id: `evt_${id}`, event_type: "order.paid" } as const;
  await db
    .insertInto("webhook_events")
    .values({ ...event, payload: '{"email":"ann@example.com"}', ...facts })
    .execute();
  return id;
}

/** A session of this account, whose secret is unknown. @returns its id */
export async function insertSession({ db }: Resources, userId: string): Promise<string> {
  const id = randomUUID();
  const expires = new Date(Date.now() + 60_000);
  await db
    .insertInto("sessions")
    .values({ id, user_id: userId, token_sha256: randomBytes(32), expires_at: expires })
    .execute();
  return id;
}

/** Gives an account the role. */
export async function makeAdmin({ db }: Resources, userId: string): Promise<void> {
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", userId).execute();
}

/** A webhook endpoint of this account whose address does not answer. @returns its id */
export async function insertWebhookEndpoint(
  resources: Pick<Resources, "db" | "config">,
  userId: string,
  url = "https://127.0.0.1:9/hook",
): Promise<string> {
  const id = randomUUID();
  const sealedSecret = (await openSecretBox(resources)).seal(newSigningSecret());
  await insertEndpoint(resources.db, {
    id,
    userId,
    url,
    description: "",
    events: [...callbackEventTypes],
    include: [],
    sealedSecret,
  });
  return id;
}

/** The list of key terms of this name, which is made where there is none. @returns its id */
export async function keyTermList({ db }: Pick<Resources, "db">, userId: string, name = "Spare"): Promise<string> {
  const list = { id: randomUUID(), user_id: userId, name, terms: JSON.stringify(["Kokoro"]) };
  const insert = db.insertInto("key_term_lists").values(list);
  const kept = insert.onConflict((same) => same.columns(["user_id", "name"]).doUpdateSet({ name })).returning("id");
  return (await kept.executeTakeFirstOrThrow()).id;
}

/** A pronunciation dictionary of the account. @param isNew whether it is one of its own; else one that there is will do @returns its id */
export async function pronunciationDictionary(
  { db }: Pick<Resources, "db">,
  userId: string,
  isNew = false,
): Promise<string> {
  const spare = db.selectFrom("pronunciation_dictionaries").select("id").where("user_id", "=", userId);
  const found = isNew ? undefined : await spare.where("name", "=", "Spare").executeTakeFirst();
  if (found !== undefined) return found.id;
  const id = randomUUID();
  const entries = JSON.stringify([{ word: "Siobhan", respelling: "Shivawn", language: null, isCaseSensitive: false }]);
  const row = { id, user_id: userId, name: isNew ? "New" : "Spare", description: "", always: false, entries };
  await db.insertInto("pronunciation_dictionaries").values(row).execute();
  return id;
}

/** A document of the account with one paragraph, of which nothing is spoken. @returns the ids of both */
export async function insertDocument({ db }: Pick<Resources, "db">, userId: string) {
  const [id, paragraphId] = [randomUUID(), randomUUID()];
  const row = { title: "The Weather", author: "", speed: 1, speakers: "[]", chapters: JSON.stringify(["One"]) };
  await db
    .insertInto("documents")
    .values({ id, user_id: userId, ...row })
    .execute();
  const paragraph = { id: paragraphId, document_id: id, position: 0, chapter: 0, text: "Rain." };
  await db.insertInto("document_paragraphs").values(paragraph).execute();
  return { id, paragraphId };
}

/** An export of a new document, which waits. @returns the ids of both */
export async function insertExport(resources: Pick<Resources, "db">, userId: string) {
  const { id: documentId } = await insertDocument(resources, userId);
  const id = randomUUID();
  const row = { id, document_id: documentId, user_id: userId, format: "m4b" } as const;
  await resources.db.insertInto("document_exports").values(row).execute();
  return { documentId, id };
}

/** A new batch without recordings, which has ended. @returns its id */
export async function insertBatch({ db }: Pick<Resources, "db">, userId: string): Promise<string> {
  const id = randomUUID();
  const choices = { source: "api_key", language: "en", is_language_assumed: false, options: "{}" } as const;
  const row = { id, user_id: userId, ...choices, price_percent: 50, item_count: 0, finished_at: new Date() };
  await db.insertInto("speech_batches").values(row).execute();
  return id;
}

/** A batch that waits for its one file, as if that had been sent or not. @returns the ids of both */
export async function insertDraft({ db }: Pick<Resources, "db">, userId: string, isSent = false) {
  const id = randomUUID();
  const choices = { source: "api_key", language: "en", is_language_assumed: false, options: "{}" } as const;
  const row = { id, user_id: userId, ...choices, price_percent: 50, item_count: 1, started_at: null };
  await db.insertInto("speech_batches").values(row).execute();
  const source = isSent ? JSON.stringify({ upload: { key: `uploads/${id}`, container: "wav" } }) : null;
  const fileId = randomUUID();
  const file = { batch_id: id, position: 0, request_id: fileId, custom_id: "a.wav", name: "a.wav", source };
  await db
    .insertInto("speech_batch_items")
    .values({ ...file, state: "waiting" })
    .execute();
  return { id, fileId };
}
