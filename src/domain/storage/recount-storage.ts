import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const timeoutMs = 5 * 60_000;

/** An account whose stored bytes are counted wrongly: in a good one `total = counted` and nothing is unnamed. */
export interface StorageDifference {
  readonly user_id: string;
  /** The bytes that the account is held to. */
  readonly total: number;
  /** The bytes of its objects. */
  readonly counted: number;
  /** The number of them that no row of the account names. */
  readonly unnamed: number;
}

export interface StorageRecount {
  /** The number of accounts that have anything stored. */
  readonly accounts: number;
  readonly differences: readonly StorageDifference[];
}

/** Counts again what is stored for every account, as of one moment: the sums against the objects, and those against the rows. */
export const recountStorage = ({ db }: { readonly db: Db }): Promise<StorageRecount> =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx);
    const { rows } = await sql<StorageDifference>`
      with named as (
        select user_id, source_key as key from speech_requests where source_key is not null
        union all select user_id, result_key from speech_requests where result_key is not null
        union all select user_id, sample_key from voices where sample_key is not null
        union all select user_id, comparison ->> 'key' from voices where comparison is not null
        union all select user_id, object_key from uploads
        union all select user_id, archive_key from speech_batches where archive_key is not null
        union all select user_id, result_key from document_exports where result_key is not null
        union all select batch.user_id, item.source #>> '{upload,key}'
          from speech_batch_items as item join speech_batches as batch on batch.id = item.batch_id
          where batch.finished_at is null and item.state = 'waiting'
      ), counted as (
        select object.user_id, sum(bytes) as bytes, count(*) filter (where named.key is null) as unnamed
        from stored_objects as object left join named on named.key = object.key and named.user_id = object.user_id
        group by object.user_id
      )
      select user_id, coalesce(total.bytes, 0)::float8 as total, coalesce(counted.bytes, 0)::float8 as counted,
        coalesce(unnamed, 0)::float8 as unnamed
      from storage_totals as total full join counted using (user_id)
      where coalesce(total.bytes, 0) <> coalesce(counted.bytes, 0) or unnamed > 0
      order by user_id`.execute(trx);
    const counted = trx.selectFrom("storage_totals").select((eb) => eb.fn.countAll<string>().as("accounts"));
    return { accounts: Number((await counted.executeTakeFirstOrThrow()).accounts), differences: rows };
  });
