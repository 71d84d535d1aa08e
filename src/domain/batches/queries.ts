import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { audioContainers, type Database, type Db } from "#db/schema.ts";
import { listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";
import { archiveEntry } from "#src/domain/speech/recording-address.ts";
import { findRequest, type SpeechRequest } from "#src/domain/speech/queries.ts";

export type Batch = Omit<Selectable<Database["speech_batches"]>, "item_count">;

/** The columns of a batch. */
export const batchColumns = [
  ...([
    "id",
    "user_id",
    "source",
    "api_key_id",
    "language",
    "is_language_assumed",
    "options",
    "price_percent",
  ] as const),
  ...(["counts", "archive_key", "started_at", "cancelled_at", "finished_at", "created_at"] as const),
] as const;

/** A batch, and its account where it has to be of one. */
export interface BatchReference {
  readonly batchId: string;
  readonly userId?: string;
}

export type OwnBatch = Required<BatchReference>;

const archivedFile = archiveEntry.omit({ key: true });
/** A file of the archive of a batch. */
export type ArchivedFile = z.output<typeof archivedFile>;

/** The object of a file that was uploaded for one item. */
const uploadedFile = z.object({ key: z.string(), container: z.enum(audioContainers) });
export type UploadedFile = z.output<typeof uploadedFile>;

/** The place of a recording that is not submitted yet. Its address may be a permission, so it is kept no longer. */
export const itemSource = z.union([
  z.object({ url: z.string() }),
  z.object({ file: archivedFile }),
  z.object({ upload: uploadedFile }),
]);

/** An item that is being written. */
export interface NewItem {
  readonly customId: string | null;
  readonly name: string | null;
  readonly source: z.output<typeof itemSource> | null;
  /** Why it cannot be transcribed; null where it waits. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Writes the items of a batch in their order, from this position on, in one statement. */
export async function insertItems(
  db: Db,
  { batchId, first }: { readonly batchId: string; readonly first: number },
  items: readonly NewItem[],
): Promise<void> {
  const rows = items.map(({ customId, name, source, error }, index) => ({
    ...{ position: first + index, custom_id: customId, name, source },
    ...{ error_code: error?.code ?? null, error_message: error?.message ?? null },
  }));
  await sql`
    insert into speech_batch_items
      (batch_id, position, request_id, custom_id, name, source, state, error_code, error_message)
    select ${batchId}::uuid, position, gen_random_uuid(), custom_id, name, source,
      case when error_code is null then 'waiting' else 'failed' end, error_code, error_message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item
      (position integer, custom_id text, name text, source jsonb, error_code text, error_message text)`.execute(db);
}

const selectBatches = (db: Db) => db.selectFrom("speech_batches").select(batchColumns);

export const listBatches = (db: Db, { userId, ...page }: { readonly userId: string } & Page) =>
  listNewestFirst(db, selectBatches(db).where("user_id", "=", userId), page);

export async function findBatch(db: Db, { batchId, userId }: BatchReference): Promise<Batch | null> {
  const found = selectBatches(db).where("id", "=", batchId);
  const own = userId === undefined ? found : found.where("user_id", "=", userId);
  return (await own.executeTakeFirst()) ?? null;
}

/** The states of items as callers see them. */
export const shownItemStates = ["waiting", "running", "completed", "failed", "cancelled"] as const;
export type ShownItemState = (typeof shownItemStates)[number];

const count = z.int();

/** The number of items of a batch by their states, and the credits that they were charged. */
export const batchCounts = z.object({
  ...{ waiting: count, running: count, completed: count, failed: count, cancelled: count, credits: count },
}) satisfies z.ZodType<Readonly<Record<ShownItemState | "credits", number>>>;
export type BatchCounts = Readonly<z.output<typeof batchCounts>>;

/** The state of a submitted item is that of its request, which the sweep writes down when it has ended. */
const stateOfRequest = sql`(
  select case when status = 'queued' then 'waiting' when status = 'processing' then 'running'
    when error_code = 'cancelled' then 'cancelled' else status end
  from speech_requests where id = item.request_id)`;
const shownState = sql<ShownItemState>`case item.state when 'submitted' then coalesce(${stateOfRequest}, 'cancelled') else item.state end`;
const charged = sql`case item.state when 'submitted' then (
  select credits from speech_requests where id = item.request_id) else item.credits end`;

/** The counts of batches by their ids: those of a batch that has ended are written on it. */
export async function countsOf(
  db: Db,
  batches: readonly Pick<Batch, "id" | "counts">[],
): Promise<ReadonlyMap<string, BatchCounts>> {
  const open = batches.filter(({ counts }) => counts === null).map(({ id }) => id);
  const counted = open.length === 0 ? [] : await countItems(db, open);
  const written = batches.flatMap(({ id, counts }) =>
    counts === null ? [] : [[id, batchCounts.parse(counts)] as const],
  );
  return new Map([...counted, ...written]);
}

/** Counts the items of batches, by the ids of these. */
export async function countItems(db: Db, batchIds: readonly string[]): Promise<ReadonlyMap<string, BatchCounts>> {
  const { rows } = await sql<{ batch_id: string; state: ShownItemState; count: string; credits: string }>`
    select batch_id, ${shownState} as state, count(*) as count, coalesce(sum(${charged}), 0) as credits
    from speech_batch_items as item where batch_id = any(${batchIds}::uuid[]) group by 1, 2`.execute(db);
  const countedOf = (batchId: string): BatchCounts => {
    const own = rows.filter((row) => row.batch_id === batchId);
    const of = (state: ShownItemState): number => Number(own.find((row) => row.state === state)?.count ?? 0);
    return {
      ...{ waiting: of("waiting"), running: of("running"), completed: of("completed") },
      ...{ failed: of("failed"), cancelled: of("cancelled") },
      credits: own.reduce((sum, { credits }) => sum + Number(credits), 0),
    };
  };
  return new Map(batchIds.map((batchId) => [batchId, countedOf(batchId)]));
}

/** An item as it is shown with its request, which is null while there is none, and when it was deleted. */
export interface BatchResult {
  readonly index: number;
  readonly customId: string | null;
  readonly name: string | null;
  readonly state: ShownItemState;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly credits: number;
  readonly request: SpeechRequest | null;
}

/** The number of items that are read at once; their transcripts are read one by one, since each may be large. */
const page = 500;

type ShownItem = Omit<Selectable<Database["speech_batch_items"]>, "credits"> & {
  readonly shown: ShownItemState;
  readonly charged: number | null;
};

/** An item without its request: `isThere` says whether it has one. */
export interface ListedItem extends Omit<BatchResult, "request"> {
  readonly requestId: string;
  readonly isThere: boolean;
}

/** The items of a batch in their order, without their transcripts. */
export async function listItems(db: Db, batchId: string): Promise<readonly ListedItem[]> {
  const { rows } = await sql<ShownItem & { readonly isThere: boolean }>`
    select item.*, ${shownState} as shown, ${charged} as charged, request.id is not null as "isThere",
      coalesce(item.error_code, request.error_code) as error_code,
      coalesce(item.error_message, request.error_message) as error_message
    from speech_batch_items as item left join speech_requests as request on request.id = item.request_id
    where item.batch_id = ${batchId} order by item.position`.execute(db);
  return rows.map((row) => {
    const { request: _none, ...item } = resultOf(row, null);
    return { ...item, requestId: row.request_id, isThere: row.isThere };
  });
}

/** Reads all items of a batch in their order. */
export async function* readResults(db: Db, batchId: string): AsyncGenerator<BatchResult> {
  for (let next = 0; ; next += page) {
    const { rows } = await sql<ShownItem>`
      select item.*, ${shownState} as shown, ${charged} as charged from speech_batch_items as item
      where batch_id = ${batchId} and position >= ${next} and position < ${next + page} order by position`.execute(db);
    if (rows.length === 0) return;
    for (const row of rows) yield resultOf(row, row.state === "waiting" ? null : await findRequest(db, row.request_id));
  }
}

function resultOf(row: ShownItem, request: SpeechRequest | null): BatchResult {
  const code = row.error_code ?? request?.error_code ?? null;
  const message = row.error_message ?? request?.error_message ?? "";
  return {
    ...{ index: row.position, customId: row.custom_id, name: row.name, state: row.shown, request },
    ...{ credits: row.charged ?? 0, error: code === null ? null : { code, message } },
  };
}
