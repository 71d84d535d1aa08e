import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Config } from "#src/config.ts";
import { listAccounts } from "#src/domain/accounts/list-accounts.ts";
import { insertLowCreditEvents } from "#src/domain/credit-alerts/low-credit-events.ts";
import { listLedger } from "#src/domain/credits/ledger-queries.ts";
import { sweepHolds } from "#src/domain/credits/sweep-holds.ts";
import { countDay } from "#src/domain/daily-figures/queries.ts";
import { deleteExpiredKeys } from "#src/domain/idempotency/queries.ts";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { promoteJobs, type PromotedJob } from "#src/domain/jobs/promote-jobs.ts";
import { registerSlots } from "#src/domain/jobs/slots.ts";
import { countFailures, listFailedRequests, listQueueWork } from "#src/domain/queues/queries.ts";
import { countEnded } from "#src/domain/queues/trend-queries.ts";
import { deleteOldChunks } from "#src/domain/speech-chunks/queries.ts";
import { listRequests } from "#src/domain/speech/list-queries.ts";
import { sweepDemoRequests } from "#src/domain/speech/sweep-demo-requests.ts";
import { sweepFetchedDemoAudio } from "#src/domain/speech/sweep-fetched-demo-audio.ts";
import { listUsageKeys } from "#src/domain/usage/key-queries.ts";
import { listUsageDays, listUsageVoices } from "#src/domain/usage/queries.ts";
import { lastDays } from "#src/domain/usage/usage-period.ts";
import { listWebhookEvents } from "#src/domain/webhook-events/list-webhook-events.ts";
import type { Resources } from "#src/platform/resources.ts";
import { retentionSweeps } from "#workers/maintenance/retention-sweeps.ts";

/** Something that is to cost the same however many requests there are. */
export interface Cost {
  readonly name: string;
  /** Makes ready what the next run needs; it is not measured. */
  readonly prepare?: () => Promise<unknown>;
  /** The most runs, where each uses up rows. */
  readonly mostRuns?: number;
  readonly run: () => Promise<unknown>;
}

/** The accounts that are looked at. */
interface Subjects {
  readonly largest: string;
  readonly usual: string;
}

/** First and later pages of the lists, and the report of use. */
export function readingCosts(db: Db, { largest, usual }: Subjects): readonly Cost[] {
  const first = { page: 1, limit: 20 } as const;
  const history = (filter: Partial<Parameters<typeof listRequests>[1]>) =>
    listRequests(db, { userId: largest, ...first, ...filter });
  const report = { source: null, apiKeyId: null, ...lastDays(366) } as const;
  return [
    { name: "history, first page", run: () => history({}) },
    { name: "history, first page of a small account", run: () => history({ userId: usual }) },
    { name: "history, page 100", run: () => history({ page: 100 }) },
    { name: "history, failed requests", run: () => history({ status: "failed" }) },
    { name: "history, texts", run: () => history({ requestType: "tts" }) },
    { name: "history, no paragraphs of documents", run: () => history({ documents: "exclude" }) },
    { name: "history, one month", run: () => history(lastDays(30)) },
    { name: "history, search for a rare word", run: () => history({ search: "000001100" }) },
    { name: "history, search for a frequent word", run: () => history({ search: "order" }) },
    { name: "ledger, first page", run: () => listLedger(db, { userId: largest, pool: "tts", ...first }) },
    { name: "admin: accounts, first page", run: () => listAccounts({ db }, first) },
    { name: "admin: notifications, first page", run: () => listWebhookEvents({ db }, first) },
    { name: "admin: failed notifications", run: () => listWebhookEvents({ db }, { ...first, status: "failed" }) },
    { name: "admin: requests that failed last", run: () => listFailedRequests(db, 20) },
    { name: "admin: failures of a day", run: () => countFailures(db) },
    {
      name: "usage report of a year",
      run: () =>
        Promise.all([
          listUsageDays(db, { userId: largest, ...report }),
          listUsageVoices(db, { userId: largest, ...report }),
          listUsageKeys(db, { userId: largest, ...report }),
        ]),
    },
  ];
}

const waiting = { accounts: 10_000, jobs: 100_000 } as const;
const slots = 5;

/** A promotion while 10,000 accounts wait, and the claim of what it has promoted. */
export function jobCosts(db: Db, config: Config): readonly Cost[] {
  const worker = { workerId: randomUUID(), queue: "synthesis", slots } as const;
  let promoted: readonly PromotedJob[] = [];
  const promote = async () => {
    promoted = await promoteJobs(db, config.jobs);
  };
  const makeRoom = async () => {
    await registerSlots(db, worker);
    await sql`delete from jobs where state = 'running' or promoted_at is not null`.execute(db);
  };
  return [
    { name: "promotion, 10,000 accounts waiting", prepare: makeRoom, run: promote },
    {
      name: "claim",
      prepare: () => makeRoom().then(promote),
      run: () => {
        const [job] = promoted;
        if (job === undefined) throw new Error("Nothing was promoted.");
        return claimJob(db, { subject_id: job.subjectId, run: job.run });
      },
    },
    { name: "queues, as the metrics show them", run: () => listQueueWork(db) },
  ];
}

/** Has 10,000 accounts wait. */
export async function writeWaitingJobs(db: Db): Promise<void> {
  await sql`
    insert into jobs (subject_id, name, account_id, group_key)
    select gen_random_uuid(), 'synthesize-speech', account, account::text
    from (select gen_random_uuid() as account from generate_series(1, ${waiting.accounts})) as accounts
    cross join generate_series(1, ${waiting.jobs / waiting.accounts})`.execute(db);
  await sql`vacuum analyze jobs`.execute(db);
}

/** The batches of each kind that are due with the smallest number of requests. */
const batchesDue = 7;
const forgotten = ["old requests", "old audio", "old texts", "old notifications", "old request events"];
const never = { deliveryDays: null, contactDays: null, feedbackDays: null, revokedKeyDays: null } as const;
const due = { ...never, audioDays: 30, textDays: 30, requestDays: 365, webhookEventDays: 365 } as const;
const idle = { ...never, audioDays: 36_500, textDays: 36_500, requestDays: 36_500, webhookEventDays: 36_500 } as const;

/** Sweeps that find a batch to do each time, and then those that find nothing. */
export function sweepCosts(resources: Pick<Resources, "db">): readonly Cost[] {
  const { db } = resources;
  const demo = [
    { name: "audio of the demo", sweep: () => sweepFetchedDemoAudio({ db }) },
    { name: "demo calls", sweep: () => sweepDemoRequests({ db }) },
  ] as const;
  const retained = (retention: Config["retention"]) =>
    retentionSweeps(resources, retention).filter(({ name }) => forgotten.includes(name));
  const ofBatches = [
    ...retained(due).map(({ name, sweep }) => ({ name, run: sweep })),
    ...demo.map(({ name, sweep }) => ({ name, prepare: () => insertDemoCalls(db), run: sweep })),
    { name: "idempotency keys", prepare: () => insertOldKeys(db), run: () => deleteExpiredKeys(db) },
  ];
  return [
    ...ofBatches.map((cost) => ({ ...cost, name: `${cost.name}, a batch`, mostRuns: batchesDue })),
    ...[...retained(idle), ...demo].map(({ name, sweep }) => ({
      ...{ name: `${name}, nothing`, prepare: () => drain(sweep), run: sweep },
    })),
    { name: "idempotency keys, nothing", run: () => deleteExpiredKeys(db) },
    { name: "holds", run: () => sweepHolds({ db }) },
    { name: "chunks of streams", run: () => deleteOldChunks(db) },
    { name: "low credits", run: () => insertLowCreditEvents(db) },
    { name: "figures of a day", run: () => countDay(db, lastDays(1).to) },
    { name: "ends in a minute", run: () => countEnded(db, new Date(Date.now() - 60_000)) },
  ];
}

/** Repeats a sweep until it finds nothing more. */
async function drain(sweep: () => Promise<number>): Promise<void> {
  while ((await sweep()) > 0) continue;
}

const insertDemoCalls = (db: Db) =>
  sql`
  insert into speech_requests (id, request_type, is_demo, status, progress, language, input_text, characters, result_key, options,
    created_at, started_at, finished_at)
  select uuidv7(), 'tts', true, 'completed', 100, 'en', 'Hello.', 6, 'results/' || gen_random_uuid(), '{"speed":1}', at, at, at
  from (select now() - make_interval(hours => 25, secs => n) as at from generate_series(1, 500) as n) as made`.execute(
    db,
  );

const insertOldKeys = (db: Db) =>
  sql`
  insert into idempotency_keys (user_id, route, key, fingerprint, resource_id, created_at)
  select id, 'bench', 'key', '', id, now() - interval '25 hours' from users limit 500`.execute(db);
