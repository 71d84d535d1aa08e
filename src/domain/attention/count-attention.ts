import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { type RegisteredEngine, listEngines } from "#src/domain/engines/list-engines.ts";
import type { EngineAges } from "#src/domain/engines/queries.ts";
import { needsAttention } from "#src/domain/webhook-events/list-webhook-events.ts";

/** The work of an installation that waits for an admin. */
export interface Attention {
  /** The number of payment notifications, and of those of the identity provider, that are quarantined or failed and not resolved. */
  readonly payments: number;
  readonly identities: number;
  readonly newTickets: number;
  /** The names of engines that no worker has ready. */
  readonly enginesDown: readonly string[];
}

/** Names the engines that some worker has as unavailable and none has ready. */
function namesOfDown(engines: readonly RegisteredEngine[]): readonly string[] {
  const alive = engines.filter(({ isAlive }) => isAlive);
  const ready = new Set(alive.filter(({ state }) => state === "ready").map(({ manifest }) => manifest.name));
  const down = alive.filter(({ state }) => state === "unavailable").map(({ manifest }) => manifest.name);
  return [...new Set(down)].filter((name) => !ready.has(name)).toSorted();
}

/** Counts what waits for an admin. */
export async function countAttention(db: Db, ages: EngineAges): Promise<Attention> {
  const [events, tickets, engines] = await Promise.all([
    db
      .selectFrom("webhook_events")
      .where(needsAttention)
      .select(["provider", sql<number>`count(*)::int`.as("count")])
      .groupBy("provider")
      .execute(),
    db
      .selectFrom("contact_submissions")
      .where("status", "=", sql.lit("new"))
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow(),
    listEngines({ db }, ages),
  ]);
  const of = (provider: string): number => events.find((one) => one.provider === provider)?.count ?? 0;
  return {
    ...{ payments: of("payment"), identities: of("identity"), newTickets: tickets.count },
    enginesDown: namesOfDown(engines),
  };
}
