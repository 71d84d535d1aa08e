import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** A request that was completed. */
export interface Completion {
  readonly requestId: string;
  readonly atMs: number;
}

/** Triggers that record inside the database, so that nothing between two looks is missed. */
export interface CompletionTrigger {
  /** In their order; a request that was completed twice is in it twice. */
  completions(): Promise<readonly Completion[]>;
}

export interface AuditTriggers extends CompletionTrigger {
  /** The least that any account had left of any pool at any time. */
  lowestBalance(): Promise<number>;
}

/** Begins to record completions. */
export async function openCompletionTrigger(db: Db): Promise<CompletionTrigger> {
  await sql`create table fault_completions (request_id uuid not null, at timestamptz not null)`.execute(db);
  await sql`
    create function note_completion() returns trigger language plpgsql as
    $$ begin insert into fault_completions values (new.id, clock_timestamp()); return new; end $$`.execute(db);
  await sql`
    create trigger note_completion after update on speech_requests for each row
    when (new.status = 'completed' and new.finished_at is distinct from old.finished_at) execute function note_completion()`.execute(
    db,
  );
  return {
    completions: async () => {
      const { rows } = await sql<{ request_id: string; at: Date }>`
        select request_id, at from fault_completions order by at`.execute(db);
      return rows.map((row) => ({ requestId: row.request_id, atMs: row.at.getTime() }));
    },
  };
}

/** Begins to record completions and balances; accounts are watched from their next change on. */
export async function openAuditTriggers(db: Db): Promise<AuditTriggers> {
  const completionTrigger = await openCompletionTrigger(db);
  await sql`create table fault_balances (balance integer not null)`.execute(db);
  await sql`
    create function note_balance() returns trigger language plpgsql as
    $$ begin insert into fault_balances values (new.subscription + new.permanent); return new; end $$`.execute(db);
  await sql`
    create trigger note_balance after insert or update on balances for each row
    execute function note_balance()`.execute(db);
  return {
    ...completionTrigger,
    lowestBalance: async () => {
      const { rows } = await sql<{ lowest: number | null }>`
        select min(balance) as lowest from fault_balances`.execute(db);
      return rows[0]?.lowest ?? NaN;
    },
  };
}

/**
 * The longest time from one of these moments to the next completion. What was broken when everything had been completed
 * already has nothing to recover.
 */
export function slowestRecoverySeconds(
  brokenAtMs: readonly number[],
  completions: readonly Completion[],
): number | null {
  const waits = brokenAtMs.flatMap((brokenMs) => {
    const next = completions.find(({ atMs }) => atMs > brokenMs);
    return next === undefined ? [] : [(next.atMs - brokenMs) / 1000];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}
