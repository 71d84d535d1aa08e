import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { jobContract, jobContracts } from "#src/jobs/catalogue.ts";
import { type QueueName, queueNames } from "#src/jobs/contract.ts";

/** What is not done of a queue's work, from its rows. */
export interface QueueBacklog {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly delayed: number;
  readonly running: number;
  /** For how long the oldest of what waits has been due; 0 when nothing waits. */
  readonly oldestSeconds: number;
}

/** Every queue, whether it has work or not. */
export async function readQueues(db: Kysely<Database>): Promise<readonly QueueBacklog[]> {
  const due = sql<boolean>`state = 'queued' and run_at <= now()`;
  const rows = await db
    .selectFrom("jobs")
    .select((eb) => [
      "name",
      eb.fn.countAll<string>().filterWhere(due).as("waiting"),
      eb.fn
        .countAll<string>()
        .filterWhere(sql<boolean>`state = 'queued' and run_at > now()`)
        .as("delayed"),
      eb.fn.countAll<string>().filterWhere("state", "=", "running").as("running"),
      sql<number | null>`extract(epoch from now() - min(run_at) filter (where ${due}))::float8`.as("oldest"),
    ])
    .where(
      "name",
      "in",
      jobContracts.map(({ name }) => name),
    )
    .groupBy("name")
    .execute();
  return queueNames.map((queue) => {
    const own = rows.filter(({ name }) => jobContract(name).queue === queue);
    const sum = (state: "waiting" | "delayed" | "running"): number =>
      own.reduce((total, row) => total + Number(row[state]), 0);
    return {
      queue,
      waiting: sum("waiting"),
      delayed: sum("delayed"),
      running: sum("running"),
      oldestSeconds: Math.max(0, ...own.map(({ oldest }) => oldest ?? 0)),
    };
  });
}
