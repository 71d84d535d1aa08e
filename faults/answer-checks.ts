import { sql } from "kysely";
import type { Resources } from "#src/platform/resources.ts";
import { type Check, exactly } from "./outcome.ts";
import type { SteadyAnswer } from "./steady-calls.ts";

const shownAnswers = 5;

/** The ids of what calls of these kinds have made: those that were answered with a success. */
export const acknowledged = (answers: readonly SteadyAnswer[], kinds: readonly string[]): readonly string[] =>
  answers.flatMap(({ kind, status, requestId }) =>
    kinds.includes(kind) && status >= 200 && status < 300 && requestId !== null ? [requestId] : [],
  );

/** Checks that all callers were answered what they wanted to hear, or 503. */
export const checkStatuses = (answers: readonly SteadyAnswer[]): Check =>
  exactly("answers other than those that were wanted, and 503", oddOnes(answers).length, 0);

/** Checks that all were answered in time. */
export const checkDeadlines = (answers: readonly SteadyAnswer[]): Check =>
  exactly("answers after their deadline", answers.filter(({ ms, deadlineMs }) => ms > deadlineMs).length, 0);

const oddOnes = (answers: readonly SteadyAnswer[]): readonly SteadyAnswer[] =>
  answers.filter(({ status, asWanted }) => !asWanted && status !== 503);

/** Checks that those who were told 503 were told the id of their call, paid nothing for it, and nothing was kept of it. */
export async function checkRefusals({ db }: Resources, answers: readonly SteadyAnswer[]): Promise<readonly Check[]> {
  const refusals = answers.filter(({ status }) => status === 503);
  const refused = refusals.flatMap(({ requestId }) => requestId ?? []);
  const { rows } = await sql<{ rows: number; entries: number }>`
    select
      (select count(*)::int from speech_requests where id = any(${refused}::uuid[])) as rows,
      (select count(*)::int from credit_ledger where request_id = any(${refused}::uuid[])) as entries`.execute(db);
  return [
    exactly("ids of calls that were answered 503", refused.length, refusals.length),
    exactly("rows of calls that were answered 503", rows[0]?.rows ?? NaN, 0),
    exactly("entries in the ledger for calls that were answered 503", rows[0]?.entries ?? NaN, 0),
  ];
}

/** Tells how often each status was answered by kind of call, the slowest answer of each, and what was odd. */
export function notesOnAnswers(answers: readonly SteadyAnswer[]): readonly string[] {
  const kinds = [...Map.groupBy(answers, ({ kind }) => kind)].toSorted(([a], [b]) => a.localeCompare(b));
  const lines = kinds.map(([kind, own]) => {
    const byStatus = Map.groupBy(own, ({ status }) => status);
    const counts = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, some]) => `${some.length} × ${status}`);
    const slowestMs = Math.max(...own.map(({ ms }) => ms));
    return `${kind}: ${counts.join(", ")}; the slowest after ${(slowestMs / 1000).toFixed(1)} s.`;
  });
  const odd = new Set(oddOnes(answers).map(({ kind, status, said }) => `${kind}, ${status}: ${said}`));
  return [...lines, ...[...odd].slice(0, shownAnswers)];
}
