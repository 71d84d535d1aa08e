import { type Selectable, sql } from "kysely";
import { planByIndex, prepared } from "#db/prepared.ts";
import type { SpokenWordsJson } from "#db/engine-schema.ts";
import type { Database, Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";

export type SpeechChunk = Selectable<Database["speech_chunks"]>;

export interface NewChunk {
  readonly position: number;
  readonly sentence: number;
  readonly characters: number;
  readonly content: Buffer;
  readonly words: SpokenWordsJson | null;
}

/** Keeps when the first sound of a request was there: that of its first run. */
const noteFirstSound = sql`, noted as (
      update speech_requests set first_sound_at = now()
      where id in (select subject_id from lease) and first_sound_at is null
    )`;

/** Adds a chunk of a run. @throws LeaseLostError when another run has taken over, or the request was ended */
export async function insertChunk(db: Db, { subjectId, run }: JobLease, chunk: NewChunk): Promise<void> {
  const { position, sentence, characters, content, words } = chunk;
  const isFirst = position === 0;
  // A transaction that ends the request waits for the lock, so that it deletes this chunk, too.
  const { rows } = await sql`
    with lease as (
      select subject_id, run from jobs where subject_id = ${subjectId} and run = ${run} and state = 'running'
      for key share
    )${isFirst ? noteFirstSound : sql``}
    insert into speech_chunks (request_id, run, position, sentence, characters, content, words)
    select subject_id, run, ${position}::int, ${sentence}::int, ${characters}::int, ${content}::bytea,
      ${words === null ? null : JSON.stringify(words)}::jsonb
    from lease returning ${asynchronousCommit}`
    .withPlugin(prepared(isFirst ? "insert-first-chunk" : "insert-chunk", { first: planByIndex }))
    .execute(db);
  if (rows.length === 0) throw new LeaseLostError();
}

/** The last chunk that a reader has read. */
export interface ChunkCursor {
  readonly requestId: string;
  /** 0 before the first one. */
  readonly run: number;
  /** −1 before the first one. */
  readonly position: number;
}

export interface StreamState {
  readonly requestId: string;
  /** True when the request has ended, or is gone. */
  readonly isEnded: boolean;
  /** The next chunks, by run and position. */
  readonly chunks: readonly SpeechChunk[];
}

/** `number` counts the cursors from 1: several readers may follow the same request. */
type StateRow = { readonly number: number; readonly is_ended: boolean } & (SpeechChunk | { readonly request_id: null });

/** The chunks after these cursors, at most `limit` for each. */
export async function findChunksAfter(
  db: Db,
  cursors: readonly ChunkCursor[],
  limit: number,
): Promise<readonly StreamState[]> {
  const [ids, runs, positions] = [
    cursors.map(({ requestId }) => requestId),
    cursors.map(({ run }) => run),
    cursors.map(({ position }) => position),
  ];
  // One statement sees one snapshot: when the request has ended in it, no chunk comes later.
  const { rows } = await sql<StateRow>`
    select cursor.number::int as number, (request.id is null or request.finished_at is not null) as is_ended, chunk.request_id, chunk.run,
      chunk.position, sentence, chunk.characters, content, words
    from unnest(${ids}::uuid[], ${runs}::int[], ${positions}::int[]) with ordinality as cursor (id, run, position, number)
      left join speech_requests as request on request.id = cursor.id
      left join lateral (
        select request_id, run, position, sentence, characters, content, words from speech_chunks
        where request_id = cursor.id and (speech_chunks.run, speech_chunks.position) > (cursor.run, cursor.position)
        order by speech_chunks.run, speech_chunks.position limit ${limit}::int
      ) as chunk on true
    order by chunk.run, chunk.position`
    .withPlugin(prepared("find-chunks-after"))
    .execute(db);
  return ids.map((requestId, index) => {
    const own = rows.filter(({ number }) => number === index + 1);
    const chunks = own.filter((row): row is StateRow & SpeechChunk => row.request_id !== null);
    return { requestId, isEnded: own[0]?.is_ended ?? true, chunks };
  });
}

/** The run that has made most of the beginning of a stream, up to so many characters, without a gap; null when there is none. */
export async function findWholeRun(db: Db, requestId: string, characters: number): Promise<number | null> {
  const { rows } = await sql<{ run: number }>`
    select run from speech_chunks where request_id = ${requestId} and characters <= ${characters}
    group by run having min(position) = 0 and max(position) = count(*) - 1
    order by sum(octet_length(content)) desc limit 1`.execute(db);
  return rows[0]?.run ?? null;
}

/** The parts of a stream that a run has made, up to so many characters. */
interface BeginningOfRun {
  readonly requestId: string;
  readonly run: number;
  readonly characters: number;
}

/** For a reader that does not wait: with the size of a chunk what it costs in memory. */
const chunksAtOnce = 4;

/** The audio that a run has made of the beginning of a stream, up to so many characters. */
export async function* readChunks(db: Db, { requestId, run, characters }: BeginningOfRun): AsyncGenerator<Buffer> {
  let position = -1;
  for (;;) {
    const chunks = await db
      .selectFrom("speech_chunks")
      .select(["position", "content"])
      .where("request_id", "=", requestId)
      .where("run", "=", run)
      .where("position", ">", position)
      .where("characters", "<=", characters)
      .orderBy("position")
      .limit(chunksAtOnce)
      .execute();
    for (const { content } of chunks) yield content;
    const last = chunks.at(-1);
    if (last === undefined) return;
    ({ position } = last);
  }
}

/** The times of the words in the beginning of a stream, sentence by sentence; none where they were not asked for. */
export async function findChunkWords(
  db: Db,
  { requestId, run, characters }: BeginningOfRun,
): Promise<readonly SpokenWordsJson[]> {
  const chunks = await db
    .selectFrom("speech_chunks")
    .select("words")
    .where("request_id", "=", requestId)
    .where("run", "=", run)
    .where("characters", "<=", characters)
    .where("words", "is not", null)
    .orderBy("position")
    .execute();
  return chunks.flatMap(({ words }) => words ?? []);
}

/** Deletes all chunks of these requests, in the transaction that ends or removes them: who reads them is then at their end. */
export async function deleteChunks(db: Db, requestIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("speech_chunks")
    .where("request_id", "=", sql<string>`any(${requestIds}::uuid[])`)
    .execute();
}

/** Deletes all chunks of the requests of an account. */
export async function deleteChunksOf(db: Db, userId: string): Promise<void> {
  const own = db.selectFrom("speech_requests").select("id").where("user_id", "=", userId);
  await db.deleteFrom("speech_chunks").where("request_id", "in", own).execute();
}

/** For this long a repeated call reads the chunks; later it reads the stored audio, which is the same. */
const kept = sql`interval '2 minutes'`;
const batch = 100;

/** Deletes the chunks of requests that ended two minutes ago or no longer exist. @returns the number of these requests */
export async function deleteOldChunks(db: Db): Promise<number> {
  const { rows } = await sql`
    with old as (
      select id from (select distinct request_id as id from speech_chunks) as streamed
      where not exists (
        select from speech_requests as request
        where request.id = streamed.id and (finished_at is null or finished_at > now() - ${kept})
      )
      limit ${batch}
    ), deleted as (
      delete from speech_chunks where request_id in (select id from old)
    )
    select id from old`.execute(db);
  return rows.length;
}
