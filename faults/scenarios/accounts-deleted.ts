import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  chargedAmong,
  countAccounts,
  countJobs,
  countPayloads,
  countRows,
  countRunsOf,
  countTombstones,
  countUnapplied,
} from "#faults/deleted-accounts.ts";
import { checkLedger, countEnded } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitRecording, submitText } from "#faults/calls.ts";
import { auditObjects } from "#faults/objects.ts";
import { orderingsOf } from "#faults/orderings.ts";
import { exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import type { Resources } from "#src/platform/resources.ts";
import { audioForm } from "#harness/clients/client.ts";
import { identityEnvironment, person, type IdentityNotification } from "#harness/identity/identity-events.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { signedIn } from "#harness/clients/session.ts";
import { signedWebhook } from "#harness/identity/signed-webhook.ts";
import { speech, tone } from "#harness/audio/sounds.ts";

interface Size {
  /** Every order of the late notifications, followed by this many orders of their repeats. */
  readonly repeats: number;
}

const processes = ["api", "maintenance", "billing", "synthesis", "transcription", "training"] as const;
const accountsAtOnce = 2;
const patienceMs = 120_000;
/** An object that could not be given up at once is removed after four minutes. */
const sweptMs = 300_000;
/** Runs that went on for lack of a sign have come to their end by then. */
const settleMs = 15_000;
const spokenText = "Niemand im Raum hatte erwartet, dass die Antwort so einfach sein würde. ".repeat(69);
const heardText = "Whoever wakes up after a long sleep should look at the clock before going on. ".repeat(10);
const credits = 1_000_000;
const orders = orderingsOf(["deleted", "created", "updated"] as const);

/** People are deleted while their work is under way, and their notifications come late, twice and in any order. */
export const accountsDeleted = scenario<Size>({
  name: "accounts-deleted",
  promise: "an account that was deleted stays deleted, whatever comes late, and nothing of the person is left",
  full: { repeats: orders.length },
  quick: { repeats: 1 },
  run: async ({ repeats }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(processes, setting, identityEnvironment);
    const { resources, baseUrl } = service;
    await insertMatchingFolder(resources);
    const triggers = await openAuditTriggers(resources.db);
    const stayer = await service.account(credits);
    const kept = await submitText("We stay.", { baseUrl, key: stayer.key, signal });
    await until(async () => (await countEnded(resources, [kept])) === 1, { withinMs: patienceMs, signal });
    const recording = await speech(heardText);
    const tellings = orders.flatMap((first) => orders.slice(-repeats).map((again) => [...first, ...again]));
    const leavers = await mapConcurrently(tellings, accountsAtOnce, (telling) =>
      leave(service, { telling, recording, signal }),
    );

    await sleep(settleMs, undefined, { signal });
    const userIds = leavers.map(({ userId }) => userId);
    const onlyKept = async (): Promise<boolean> => (await auditObjects(resources)).unnamed === 0;
    await until(onlyKept, { withinMs: sweptMs, signal });
    const requestIds = leavers.flatMap((leaver) => leaver.requestIds);
    const completions = (await triggers.completions()).filter(({ requestId }) => requestIds.includes(requestId));
    const completed = new Set(completions.map(({ requestId }) => requestId)).size;
    const closedAtMs = new Map(leavers.flatMap((leaver) => leaver.requestIds.map((id) => [id, leaver.closedAtMs])));
    const late = completions.filter(({ requestId, atMs }) => atMs > (closedAtMs.get(requestId) ?? 0));
    const audit = await auditObjects(resources);
    const charged = await chargedAmong(resources, requestIds);
    const withWork = leavers.filter(({ runs }) => runs > 0).length;
    return {
      counts: {
        submitted: requestIds.length,
        completed,
        failed: 0,
        charged,
        duplicates: completions.length - completed,
        lost: 0,
        slowestRecoverySeconds: null,
      },
      checks: [
        exactly("accounts with work under way when they were deleted", withWork, leavers.length),
        exactly("accounts that are closed and nameless", await countTombstones(resources, userIds), leavers.length),
        exactly("accounts, as people", await countAccounts(resources), leavers.length + 1),
        exactly("keys that are refused with 401", refused(leavers, "withKey"), leavers.length),
        exactly("sessions that are refused with 401", refused(leavers, "withSession"), leavers.length),
        exactly("rows of theirs that are left", await countRows(resources, userIds), 0),
        exactly("pieces of work that are left", await countJobs(resources), 0),
        exactly("notifications that still say something of them", await countPayloads(resources), 0),
        exactly("objects that are left, but for that of the one who stays", audit.unnamed + audit.named - 1, 0),
        exactly("rows that name a missing object", audit.missing.length, 0),
        exactly("requests completed after their account was closed", late.length, 0),
        exactly("requests completed twice", completions.length - completed, 0),
        exactly("requests charged, as completed", charged, completed),
        exactly("differences of the recount", (await recountCredits(resources)).differences.length, 0),
        exactly("notifications that failed, or still wait", await countUnapplied(resources), 0),
        ...(await checkLedger(service, stayer, signal)),
      ],
      notes: [
        `${leavers.length} people were deleted, each with six notifications after the first.`,
        "What has been submitted and has not been completed is gone with its account.",
      ],
    };
  },
});

interface Leaving {
  readonly telling: readonly (typeof orders)[number][number][];
  readonly recording: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

interface Leaver {
  readonly userId: string;
  readonly requestIds: readonly string[];
  /** Under way when the first word of the deletion came. */
  readonly runs: number;
  readonly closedAtMs: number;
  /** The answers to a call with the key, and to one with the session, afterwards. */
  readonly withKey: number;
  readonly withSession: number;
}

const refused = (leavers: readonly Leaver[], how: "withKey" | "withSession"): number =>
  leavers.filter((leaver) => leaver[how] === 401).length;

/** A person signs up, submits work, and is deleted meanwhile. */
async function leave(service: RunningService, { telling, recording, signal }: Leaving): Promise<Leaver> {
  const { resources, baseUrl } = service;
  const subject = `user_${randomUUID()}`;
  const events = eventsOf(subject);
  await tellAll(service, [events.created], signal);
  const userId = await accountOf(resources, subject);
  const wanted = { userId, name: "laptop", description: "Ann's", creator: operator, maxLive: 20 };
  const { key } = await createApiKey(resources, wanted);
  for (const pool of ["tts", "asr"] as const) {
    await correctCredits(resources, { userId, pool, credits, reason: "test" });
  }
  const session = await signedIn(resources, userId);
  const caller = { baseUrl, key, signal };
  await train(caller);
  const requestIds = await Promise.all([
    submitRecording(recording, caller),
    submitText(spokenText, caller, { language: "de" }),
    submitRecording(recording, caller),
  ]);
  const underWay = (): Promise<number> => countRunsOf(resources, requestIds);
  await until(async () => (await underWay()) > 0, { withinMs: patienceMs, signal });
  const runs = await underWay();
  await tellAll(
    service,
    telling.map((name) => events[name]),
    signal,
  );
  const closed = await resources.db.selectFrom("users").select("closed_at").where("id", "=", userId).executeTakeFirst();
  return {
    userId,
    requestIds,
    runs,
    closedAtMs: closed?.closed_at?.getTime() ?? 0,
    withKey: await statusOf(`${baseUrl}/v1/users/me`, { "x-api-key": key }, signal),
    withSession: await statusOf(`${baseUrl}/v1/users/me`, { ...session.headers, cookie: session.cookie }, signal),
  };
}

const createdAtMs = 1_760_000_000_000;

/** All notifications about a person; the change is younger than all before. */
const eventsOf = (subject: string): Readonly<Record<(typeof orders)[number][number], IdentityNotification>> => ({
  created: { type: "user.created", data: person(subject, createdAtMs) },
  updated: { type: "user.updated", data: person(subject, Date.now()) },
  deleted: { type: "user.deleted", data: { id: subject, deleted: true } },
});

/** Delivers each twice, and the next when it has been applied. */
async function tellAll(
  service: RunningService,
  events: readonly IdentityNotification[],
  signal: AbortSignal,
): Promise<void> {
  for (const { type, data } of events) {
    const id = randomUUID();
    const body = JSON.stringify({ type, data, object: "event" });
    const message = { method: "POST", ...signedWebhook(identityEnvironment.IDENTITY_WEBHOOK_SECRET, body, { id }) };
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const { status } = await fetch(`${service.baseUrl}/v1/webhooks/identity`, { ...message, signal });
      if (status !== 200) throw new Error(`A notification was answered ${status}.`);
    }
    const event = service.resources.db.selectFrom("webhook_events").select("status").where("event_id", "=", id);
    const applied = async (): Promise<boolean> => (await event.executeTakeFirst())?.status !== "queued";
    await until(applied, { withinMs: patienceMs, signal });
  }
}

async function accountOf({ db }: Resources, subject: string): Promise<string> {
  const found = db.selectFrom("users").select("id").where("oidc_subject", "=", subject);
  return (await found.executeTakeFirstOrThrow()).id;
}

async function train({ baseUrl, key, signal }: CallOptions): Promise<void> {
  const call = { method: "POST", headers: { "x-api-key": key }, body: audioForm(tone(60), { name: "Mine" }), signal };
  const { status } = await fetch(`${baseUrl}/v1/voices`, call);
  if (status !== 201) throw new Error(`A voice was answered with ${status}.`);
}

async function statusOf(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { headers, signal });
  await response.arrayBuffer();
  return response.status;
}
