import { sql } from "kysely";
import { glimpseDescendants } from "#harness/service/processes.ts";
import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitRecording, submitText } from "#faults/calls.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { encoded, tone } from "#harness/audio/sounds.ts";

interface Size {
  readonly broken: number;
  readonly hung: number;
}

const credits = 1_000_000;
const callsAtOnce = 10;
const seconds = 5;
/** Long enough for its engine to be caught, in a language whose engine gives up after a minute. */
const spokenText = "Niemand im Raum hatte erwartet, dass die Antwort so einfach sein würde. ".repeat(69);
const language = "de";
const engine = "espeak-ng";
const endedWithinMs = 180_000;

/** Recordings that no decoder can read, and texts whose engine hangs until its deadline. */
export const failuresFree = scenario<Size>({
  name: "failures-free",
  promise: "work that fails or runs into its deadline costs nothing",
  full: { broken: 100, hung: 100 },
  quick: { broken: 20, hung: 20 },
  run: async ({ broken, hung }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "transcription", "maintenance"], setting, {
      // One account gets about half of the slots.
      SYNTHESIS_CONCURRENCY: `${2 * hung}`,
      // Two segments of a text are spoken at once.
      SYNTHESIS_ENGINES: `${2 * hung}`,
    });
    const { resources } = service;
    const account = await service.account(credits);
    const triggers = await openAuditTriggers(resources.db);
    const before = await findBalances(resources.db, account.userId);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    using frozen = freezeEngines(service);
    const audio = await brokenRecording();
    const unread = await mapConcurrently([...Array(broken).keys()], callsAtOnce, () => submitRecording(audio, caller));
    const unsaid = await mapConcurrently([...Array(hung).keys()], callsAtOnce, () =>
      submitText(spokenText, caller, { language }),
    );

    const requestIds = [...unread, ...unsaid];
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: endedWithinMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const ledger = await checkLedger(service, account, signal);
    const mostHeld = before.tts - (await triggers.lowestBalance());
    const after = await findBalances(resources.db, account.userId);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("recordings that could not be decoded", await countFailed(resources, unread, "audio_unusable"), broken),
        exactly("texts that ran into the deadline", await countFailed(resources, unsaid, "engine_timeout"), hung),
        atLeast("credits that were held meanwhile", mostHeld, hung * spokenText.length),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged", counts.charged, 0),
        exactly("credits that the account has lost", before.tts + before.asr - after.tts - after.asr, 0),
        ...ledger,
      ],
      notes: [`${frozen.count()} engines were frozen (SIGSTOP).`],
    };
  },
});

/** Five seconds by its header, and nothing in it that a decoder could use. */
async function brokenRecording(): Promise<Uint8Array<ArrayBuffer>> {
  const good = Buffer.from(await encoded(tone(seconds), "flac"));
  // Its frames begin with this code (RFC 9639, section 9.1).
  return Uint8Array.from(good.fill(0, good.indexOf(Buffer.from([0xff, 0xf8]))));
}

/** Freezes the engines of the synthesis worker, each as soon as it is seen. */
function freezeEngines(service: RunningService): Disposable & { readonly count: () => number } {
  const { pid } = service.first("synthesis");
  const seen = new Set<number>();
  const over = new AbortController();
  const look = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const found of await glimpseDescendants(pid, engine)) if (freeze(found)) seen.add(found);
    }
  };
  void look();
  return {
    count: () => seen.size,
    [Symbol.dispose]: () => over.abort(),
  };
}

/** @returns false when there was no such process any more */
function freeze(pid: number): boolean {
  try {
    return process.kill(pid, "SIGSTOP");
  } catch {
    return false;
  }
}

async function countFailed({ db }: Resources, requestIds: readonly string[], code: string): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from speech_requests
    where id = any(${requestIds}::uuid[]) and status = 'failed' and error_code = ${code}`.execute(db);
  return rows[0]?.failed ?? 0;
}
