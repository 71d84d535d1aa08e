import type { JobName } from "#src/jobs/catalogue.ts";
import type { Resources } from "#src/platform/resources.ts";
import { OverloadError } from "./overload-error.ts";
import { isAccountOverdue, isAnyAccountStarved } from "./overload-queries.ts";

/** How long the state of a queue is cached. */
const knownForMs = 1_000;

interface NewWork {
  readonly name: JobName;
  /** The account of the job; null without one. */
  readonly accountId: string | null;
}

/**
 * Takes no more work of a kind while what was taken before does not get on. To be called before anything is written:
 * a caller is better off with an answer now than with a result that comes too late.
 * @throws OverloadError `unavailable` when work has waited too long and nothing of the account goes on, so that the backlog of
 * one account is not held against others; `concurrency_limited` when work of the account itself has waited so long
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
