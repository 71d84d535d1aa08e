import type { JobName } from "#src/jobs/catalogue.ts";
import type { Resources } from "#src/platform/resources.ts";
import { OverloadError } from "./overload-error.ts";
import { isAccountOverdue, isAnyAccountStarved } from "./overload-queries.ts";

/** The time for which the state of a queue is cached, in milliseconds. */
const knownForMs = 1_000;

interface NewWork {
  readonly name: JobName;
  /** The account of the job; null without one. */
  readonly accountId: string | null;
}

/**
 * Refuses new work of a kind while earlier work is stuck. Called before anything is written: a caller is better off with
 * an answer now than with a result that comes too late.
 * @throws OverloadError `unavailable` when an account is starved, which one that is being served is not, however long its
 * backlog; `concurrency_limited` when work of the caller's own account has waited too long
 */
export async function refuseOverload(
  { db, answers, config: { jobs } }: Pick<Resources, "db" | "answers" | "config">,
  { name, accountId }: NewWork,
): Promise<void> {
  const isBehind = await answers.get(`behind: ${name}`, knownForMs, () => isAnyAccountStarved(db, name, jobs));
  if (isBehind) throw new OverloadError("unavailable");
  if (accountId === null) return;
  if (await isAccountOverdue(db, { name, accountId }, jobs)) throw new OverloadError("concurrency_limited");
}
