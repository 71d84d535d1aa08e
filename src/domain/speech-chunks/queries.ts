import { type Selectable, sql } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { SpokenWordsJson } from "#db/engine-schema.ts";
import type { Database, Db } from "#db/schema.ts";
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

/** Adds a chunk of a run. @throws LeaseLostError when another run has taken over, or the request was ended */
export async function insertChunk(db: Db, { subjectId, run }: JobLease, chunk: NewChunk): Promise<void> {
  const { position, sentence, characters, content, words } = chunk;
  // What ends the request waits for the lock, so that it deletes this chunk, too.
  const { rows } = await sql`
    with lease as (
      select subject_id, run from jobs where subject_id = ${subjectId} and run = ${run} and state = 'running'
      for key share
    )
    insert into speech_chunks (request_id, run, position, sentence, characters, content, words)
    select subject_id, run, ${position}::int, ${sentence}::int, ${characters}::int, ${content}::bytea,
      ${words === null ? null : JSON.stringify(words)}::jsonb
    from lease returning set_config('synchronous_commit', 'off', true)`
    .withPlugin(prepared("insert-chunk"))
    .execute(db);
  if (rows.length === 0) throw new LeaseLostError();
}

/** How far a reader has come. */
export interface ChunkPlace {
  readonly requestId: string;
  /** 0 before the first one. */
  readonly run: number;
  /** Of the chunk that was read last; −1 before the first one. */
  readonly position: number;
}

export interface StreamState {
  readonly requestId: string;
  /** True when the request has ended, or is gone. */
  readonly isEnded: boolean;
  /** The next ones, those of a newer run behind those of the one before. */
  readonly chunks: readonly SpeechChunk[];
}

type StateRow = { readonly wanted_id: string; readonly is_ended: boolean } & (
  | SpeechChunk
  | { readonly request_id: null }
);

/** What there is behind these places, so many chunks of each at most. */
export async function findChunksBehind(
  db: Db,
  places: readonly ChunkPlace[],
  limit: number,
): Promise<readonly StreamState[]> {
  const [ids, runs, positions] = [
    places.map(({ requestId }) => requestId),
    places.map(({ run }) => run),
    places.map(({ position }) => position),
  ];
  // The state is read before the chunks: of a request that has ended none comes later.
  const { rows } = await sql<StateRow>`
    select place.id as wanted_id, coalesce(request.finished_at is not null, true) as is_ended, chunk.request_id, chunk.run,
      chunk.position, sentence, chunk.characters, content, words
    from unnest(${ids}::uuid[], ${runs}::int[], ${positions}::int[]) as place (id, run, position)
      left join speech_requests as request on request.id = place.id
      left join lateral (
        select request_id, run, position, sentence, characters, content, words from speech_chunks
        where request_id = place.id and (speech_chunks.run, speech_chunks.position) > (place.run, place.position)
        order by speech_chunks.run, speech_chunks.position limit ${limit}::int
      ) as chunk on true
    order by chunk.run, chunk.position`
    .withPlugin(prepared("find-chunks-behind"))
    .execute(db);
  return ids.map((requestId) => {
    const own = rows.filter((row) => row.wanted_id === requestId);
    const chunks = own.filter((row): row is StateRow & SpeechChunk => row.request_id !== null);
    return { requestId, isEnded: own[0]?.is_ended ?? true, chunks };
  });
}

/** Deletes all chunks of a request. */
export async function deleteChunks(db: Db, requestId: string): Promise<void> {
  await db.deleteFrom("speech_chunks").where("request_id", "=", requestId).execute();
}

/** For how long a repeated call is answered by the chunks; later by the stored audio, which is the same. */
const kept = sql`interval '2 minutes'`;
const batch = 100;

/** Deletes the chunks of requests that have ended some minutes ago, or are gone. @returns of how many requests */
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
