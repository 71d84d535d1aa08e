import { setTimeout as sleep } from "node:timers/promises";
import { type EmailConfig, type PaymentsConfig, readOwnConfig } from "#src/config.ts";
import { eraseClosedAccounts } from "#src/domain/accounts/erase-closed-accounts.ts";
import { sweepTemporaryTokens } from "#src/domain/api-keys/sweep-temporary-tokens.ts";
import { type AccountMails, sendAccountMails } from "#src/domain/account-mails/send-account-mails.ts";
import { sweepBatches } from "#src/domain/batches/sweep-batches.ts";
import { endpointNotices } from "#src/domain/callbacks/disabled-mail.ts";
import { creditAlerts } from "#src/domain/credit-alerts/alert-mail.ts";
import { insertLowCreditEvents } from "#src/domain/credit-alerts/low-credit-events.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { sweepHolds } from "#src/domain/credits/sweep-holds.ts";
import { countDays } from "#src/domain/daily-figures/count-days.ts";
import { sweepEngines } from "#src/domain/engines/sweep-engines.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { deleteExpiredKeys } from "#src/domain/idempotency/queries.ts";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { listQueueWork } from "#src/domain/queues/queries.ts";
import { subscriptionReminders } from "#src/domain/subscription-reminders/reminder-mail.ts";
import { sweepLiveSessions } from "#src/domain/live/sweep-sessions.ts";
import { sampleQueues } from "#src/domain/queues/sample-queues.ts";
import { sweepSessions } from "#src/domain/sessions/sweep-sessions.ts";
import { sweepFetchedDemoAudio } from "#src/domain/speech/sweep-fetched-demo-audio.ts";
import { sweepDemoRequests } from "#src/domain/speech/sweep-demo-requests.ts";
import { issueReceipts } from "#src/domain/payments/issue-receipts.ts";
import { reconcileOrders } from "#src/domain/payments/reconcile-orders.ts";
import { runDueCycles } from "#src/domain/payments/run-due-cycles.ts";
import { deleteOldChunks } from "#src/domain/speech-chunks/queries.ts";
import { sweepSynthesisCache } from "#src/domain/synthesis-cache/sweep-synthesis-cache.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import { mailFailure, openMailer } from "#src/platform/mail/mailer.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { openResources } from "#src/platform/resources.ts";
import { openShutdown } from "#src/platform/shutdown.ts";
import { releaseStranded } from "#src/domain/callbacks/release-stranded.ts";
import { retentionSweeps } from "#workers/maintenance/retention-sweeps.ts";

const config = readOwnConfig("maintenance");
using shutdown = openShutdown(config);
await using resources = await openResources(config, "maintenance");
const { log } = resources;
resources.metrics.watchQueues(() => listQueueWork(resources.db));
using _ = await serveMetrics(resources);
const stopped = new AbortController();
void shutdown.requested.then((reason) => {
  log.info({ reason }, "stopping");
  stopped.abort();
});
log.info("ready");
process.send?.("ready");

const tidyIntervalMs = 60_000;
const sampleIntervalMs = 60_000;
const figuresIntervalMs = 60_000;
const mailIntervalMs = 60_000;
const recountIntervalMs = 24 * 3_600_000;

/** Since when the database has answered without a break: leases are judged only after two heartbeats. */
let answeringSince = performance.now();

// Each on its own, so that a store which does not answer keeps no work waiting.
await Promise.all([
  every(config.jobs.sweepIntervalMs, repairQueues),
  every(config.jobs.sweepIntervalMs, endLostSessions),
  every(config.jobs.sweepIntervalMs, moveBatches),
  every(config.jobs.sweepIntervalMs, removeListedObjects),
  every(config.jobs.sweepIntervalMs, eraseClosed),
  every(tidyIntervalMs, removeEndedSessions),
  every(tidyIntervalMs, removeExpiredTokens),
  every(tidyIntervalMs, forgetIdempotencyKeys),
  every(tidyIntervalMs, forgetDeadEngines),
  every(tidyIntervalMs, removeDemoRequests),
  every(tidyIntervalMs, removeOldChunks),
  every(tidyIntervalMs, removeSpentAudio),
  every(tidyIntervalMs, boundSynthesisCache),
  ...retentionSweeps(resources, config.retention).map(({ name, sweep }) =>
    every(tidyIntervalMs, () => drain(sweep), name),
  ),
  every(tidyIntervalMs, releaseForgottenHolds),
  every(tidyIntervalMs, () => drain(() => releaseStranded(resources.db)), "release stranded callbacks"),
  every(figuresIntervalMs, countDailyFigures),
  every(mailIntervalMs, tellLowCredits),
  every(sampleIntervalMs, sampleAllQueues),
  every(recountIntervalMs, recountAllCredits),
  every(recountIntervalMs, recountAllStorage),
  every(config.jobs.sweepIntervalMs, runPaidCycles),
  every(config.jobs.sweepIntervalMs, issueNewReceipts),
  ...(config.payments === null ? [] : [askProvider(config.payments)]),
  ...(config.email === null ? [] : [sendAccountEmails(config.email)]),
]);

/** Does something until the process is to end; what goes wrong is done again. */
async function every(intervalMs: number, work: () => Promise<void>, name = work.name): Promise<void> {
  while (!stopped.signal.aborted) {
    await work().catch((error: unknown) => log.warn({ sweep: name, error: String(error) }, "a sweep failed"));
    await sleep(intervalMs, undefined, { signal: stopped.signal }).catch(() => undefined);
  }
}

async function repairQueues(): Promise<void> {
  const heard = performance.now() - answeringSince > 2 * config.jobs.heartbeatMs;
  const leaseExpiresMs = heard ? config.jobs.leaseExpiresMs : null;
  try {
    const repaired = await sweepJobs(resources, { ...config.jobs, leaseExpiresMs });
    if (repaired.overdue + repaired.expired > 0) log.info(repaired, "jobs were returned to the outbox");
  } catch (error) {
    answeringSince = performance.now();
    throw error;
  }
}

async function endLostSessions(): Promise<void> {
  const ended = await sweepLiveSessions(resources);
  if (ended > 0) log.warn({ ended }, "live sessions had lost their API and were ended");
}

function eraseClosed(): Promise<void> {
  return drain(() => eraseClosedAccounts({ db: resources.db, readEvent: readIdentityEvent }));
}

async function removeEndedSessions(): Promise<void> {
  await sweepSessions(resources, config.session);
}

async function removeExpiredTokens(): Promise<void> {
  await sweepTemporaryTokens(resources);
}

async function forgetIdempotencyKeys(): Promise<void> {
  await deleteExpiredKeys(resources.db);
}

async function forgetDeadEngines(): Promise<void> {
  await sweepEngines(resources, config.jobs);
}

/** Repeats a sweep until it finds nothing more. @param sweep returns how much it has done */
async function drain(sweep: () => Promise<number>): Promise<void> {
  while (!stopped.signal.aborted && (await sweep()) > 0) continue;
}

function moveBatches(): Promise<void> {
  return drain(() => sweepBatches(resources));
}

function removeDemoRequests(): Promise<void> {
  return drain(() => sweepDemoRequests(resources));
}

function removeOldChunks(): Promise<void> {
  return drain(() => deleteOldChunks(resources.db));
}

function removeSpentAudio(): Promise<void> {
  return drain(() => sweepFetchedDemoAudio(resources));
}

function runPaidCycles(): Promise<void> {
  return drain(() => runDueCycles(resources));
}

function removeListedObjects(): Promise<void> {
  return drain(() => sweepObjectRemovals(resources));
}

async function boundSynthesisCache(): Promise<void> {
  await sweepSynthesisCache(resources, config.workers.synthesisCache);
}

async function issueNewReceipts(): Promise<void> {
  const { name, address, taxId: tax_id, taxLabel: tax_label, taxRate: tax_rate } = config.receipts;
  const is_test = config.payments !== null && paymentProvider.isTestKey(config.payments.keyId);
  const seller = { name: name ?? config.site.name, address, tax_id, tax_label, tax_rate, is_test };
  await drain(() => issueReceipts(resources, seller));
}

function askProvider(payments: PaymentsConfig): Promise<void> {
  const client = paymentProvider.openClient(payments, log);
  return every(payments.reconcileMs, async function askAboutOrders() {
    await reconcileOrders({ ...resources, client }, stopped.signal);
  });
}

async function sendAccountEmails(email: EmailConfig): Promise<void> {
  using mailer = openMailer({ email, site: config.site });
  const { publicUrl, reminderDays } = email;
  const unverified = !config.freeCreditsNeedVerifiedEmail;
  const sending = { mailer, publicUrl, unverified, reasonOf: mailFailure, signal: stopped.signal };
  const send = <Key>(kind: AccountMails<Key>): Promise<void> =>
    every(mailIntervalMs, () => sendAccountMails(resources, kind, sending), `${kind.name}s`);
  await Promise.all([send(creditAlerts), send(subscriptionReminders(reminderDays)), send(endpointNotices)]);
}

async function releaseForgottenHolds(): Promise<void> {
  const released = await sweepHolds(resources);
  if (released > 0) log.warn({ released }, "credits were held for requests that had ended");
}

async function tellLowCredits(): Promise<void> {
  await insertLowCreditEvents(resources.db);
}

async function countDailyFigures(): Promise<void> {
  await countDays(resources, stopped.signal);
}

async function sampleAllQueues(): Promise<void> {
  await sampleQueues(resources);
}

async function recountAllCredits(): Promise<void> {
  const { balances, differences } = await recountCredits(resources);
  if (differences.length === 0) log.info({ balances, differences: 0 }, "the credits add up");
  else log.error({ balances, differences }, "the credits do not add up");
}

async function recountAllStorage(): Promise<void> {
  const { accounts, differences } = await recountStorage(resources);
  if (differences.length === 0) log.info({ accounts, differences: 0 }, "the stored bytes add up");
  else log.error({ accounts, differences }, "the stored bytes do not add up");
}
