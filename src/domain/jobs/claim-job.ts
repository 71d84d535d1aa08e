import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { type JobPayload, queueJobId } from "#src/jobs/contract.ts";
import { isDemoLane } from "./demo-lanes.ts";
import { type JobLease, laneOfNextRun } from "./queries.ts";

/** What the queue hands out: that some work of this name is to be begun, and whose row it was made for. */
export interface JobHint {
  readonly name: string;
  readonly payload: JobPayload;
}

export interface ClaimOptions {
  readonly heartbeatMs: number;
  /** Accounts of which nothing is to be begun now; none when absent. */
  readonly passedOver?: readonly string[];
  /** True where no demo work is to be begun now. */
  readonly withoutDemo?: boolean;
}

/** Heartbeats that a run may miss before the queue is believed that it has died. */
const missedHeartbeats = 1.5;

interface ClaimedRow extends Omit<JobLease, "subjectId" | "accountId" | "waitedSeconds"> {
  readonly subject_id: string;
  readonly account_id: string | null;
  readonly waited: number;
}

const lost = ({ heartbeatMs }: ClaimOptions) =>
  sql`heartbeat_at < now() - make_interval(secs => ${(missedHeartbeats * heartbeatMs) / 1000})`;

/** The row for which the hint was made, if it may be begun, or was begun by a run that has died. */
const ownRow = ({ payload }: JobHint, options: ClaimOptions, lane: string | null) => sql`
  select subject_id from jobs
  where subject_id = ${payload.subject_id} and generation = ${payload.generation}
    and ${laneOfNextRun} is not distinct from ${lane} and ${notPassedOver(options)}
    and (state = 'queued' or ${lost(options)})`;

/** Accounts take turns; among their jobs of one turn the oldest comes first. */
const nextInTurn = ({ name }: JobHint, options: ClaimOptions) => sql`
  select subject_id from jobs
  where name = ${name} and state = 'queued' and lane is null and account_id is not null
    -- Kept in whole milliseconds, the time at which it was written may be rounded up.
    and run_at <= now() + interval '500 microseconds' and ${notPassedOver(options)}
  order by turn, created_at, subject_id limit 1
  for update skip locked`;

const notPassedOver = ({ passedOver = [] }: ClaimOptions) =>
  sql`(account_id is null or account_id <> all(${passedOver}::uuid[]))`;

/** Begins the run of one row, and notes its turn and its time as the latest of its account. */
async function beginRun(
  db: Kysely<Database>,
  { hint, options, subjectId }: Claim,
  lane: string | null,
): Promise<JobLease | null> {
  const { rows } = await sql<ClaimedRow>`
    with begun as (
      update jobs set
        run = run + 1, crashes = crashes + (state = 'running')::int, state = 'running', heartbeat_at = now(),
        ticket = ${queueJobId(hint.payload)}, lane = ${laneOfNextRun}
      where subject_id = (${subjectId}) and ${laneOfNextRun} is not distinct from ${lane} and (state = 'queued' or ${lost(options)})
      returning subject_id, account_id, name, lane, generation, run, failures, crashes, turn,
        extract(epoch from now() - run_at)::float8 as waited
    ), noted as (
      insert into job_turns as latest (account_id, name, turn, begun_at)
      select account_id, name, turn, now() from begun where account_id is not null
      on conflict (account_id, name) do update set
        turn = greatest(latest.turn, excluded.turn), begun_at = excluded.begun_at
    )
    select subject_id, account_id, name, lane, generation, run, failures, crashes, waited from begun`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { subject_id, account_id, waited, ...rest } = row;
  return { subjectId: subject_id, accountId: account_id, waitedSeconds: waited, ...rest };
}

interface Claim {
  readonly hint: JobHint;
  readonly options: ClaimOptions;
  readonly subjectId: ReturnType<typeof sql>;
}

/**
 * Begins a run. A hint that is handed out again continues what it had begun, if that run has died; one that has been heard
 * of just now keeps its work: the queue hands work out twice when it has been away, too. Else the work of that name whose
 * turn it is; it may be another account's, and a hint of that one will find this one's. Work without an account is begun by its own
 * hint, and that in a lane when no account's work waits. Work whose lane is taken stays queued; whoever ends the run in the
 * lane puts it into its queue again.
 * @returns null when there is nothing to do, be it done, gone, being done or kept waiting
 */
export async function claimJob(db: Kysely<Database>, hint: JobHint, options: ClaimOptions): Promise<JobLease | null> {
  const ticket = queueJobId(hint.payload);
  const begun = sql`select subject_id from jobs where ticket = ${ticket} and state = 'running'`;
  const own = ownRow(hint, options, null);
  const subjectId = sql`
    case
      when exists (${begun}) then (${begun} and ${lost(options)} limit 1)
      when exists (
        select from jobs where subject_id = ${hint.payload.subject_id} and (account_id is null or lane is not null)
      ) then coalesce((${own}), (${nextInTurn(hint, options)}))
      -- A row that is not due by this clock is due by that of the queue.
      else coalesce((${nextInTurn(hint, options)}), (${own}))
    end`;
  return (await beginRun(db, { hint, options, subjectId }, null)) ?? claimInLane(db, hint, options);
}

async function claimInLane(db: Kysely<Database>, hint: JobHint, options: ClaimOptions): Promise<JobLease | null> {
  const { subject_id: subjectId } = hint.payload;
  const waiting = db.selectFrom("jobs").select(laneOfNextRun.as("lane")).where("subject_id", "=", subjectId);
  const lane = (await waiting.executeTakeFirst())?.lane ?? null;
  if (lane === null || (options.withoutDemo === true && isDemoLane(lane))) return null;
  const claimIfFree = async (trx: Kysely<Database>): Promise<JobLease | null> => {
    // Those who look whether the lane is free take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lane of jobs: ${lane}`}, 0))`.execute(trx);
    const { rows: running } = await sql`
      select from jobs
      where lane = ${lane} and state = 'running' and subject_id <> ${subjectId} and not (${lost(options)})
      limit 1`.execute(trx);
    if (running.length > 0) return null;
    return beginRun(trx, { hint, options, subjectId: ownRow(hint, options, lane) }, lane);
  };
  return db.isTransaction ? claimIfFree(db) : db.transaction().execute(claimIfFree);
}
