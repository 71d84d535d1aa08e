import { sql } from "kysely";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { wordlessFiles } from "#harness/audio/wordless-sounds.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitRecording } from "#faults/calls.ts";
import { missingModels } from "#faults/missing-models.ts";
import { exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { chargedSeconds } from "#src/domain/speech/charged-seconds.ts";
import type { Resources } from "#src/platform/resources.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly files: number;
}

const lengths = { shortest: 2, longest: 30 } as const;
const callsAtOnce = 4;
/** A request that has not ended by then is lost. */
const lostMs = 600_000;

/** Sounds without a word, which models are known to make words of. */
export const noSpeech = scenario<Size>({
  name: "no-speech",
  promise: "noise, music and silence give no words, and cost what any recording costs",
  lacks: missingModels,
  full: { files: 100 },
  quick: { files: 20 },
  run: async ({ files }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance", "transcription"], setting);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    const submitted = await mapConcurrently([...wordlessFiles(files, lengths)], callsAtOnce, async (file) => {
      return { ...file, id: await submitRecording(file.content, caller) };
    });
    const ids = submitted.map(({ id }) => id);
    await until(async () => (await countEnded(resources, ids)) === ids.length, { withinMs: lostMs, signal });
    const counts = await countRequests(resources, ids, triggers);
    const client = openSpeechClient(caller, signal);
    const read = await mapConcurrently(submitted, callsAtOnce, async ({ name, id }) => {
      const { text, words } = await client.transcriptOf(id).catch(() => ({ text: "no transcript", words: [] }));
      return { name, text, words: Math.max(words.length, wordsOf(text).length) };
    });
    const prices = await chargesOf(resources, ids);
    const mispriced = submitted.filter(({ id, seconds }) => prices.get(id) !== priceOf(seconds));
    const invented = read.filter(({ words }) => words > 0);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("files that were completed", counts.completed, files),
        exactly(
          "words in all of them",
          read.reduce((sum, { words }) => sum + words, 0),
          0,
        ),
        exactly("files that cost more or less than their seconds", mispriced.length, 0),
        exactly("files charged", counts.charged, files),
        exactly("processes that ended", service.countEnded(), 0),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        ...invented.map(({ name, text }) => `${name}: “${text}”.`),
        ...(await reasonsOfFailures(resources, ids)),
        ...(await modelsOf(resources, ids)),
      ],
    };
  },
});

/** A WAV holds whole samples. */
const priceOf = (seconds: number): number => chargedSeconds(Math.round(seconds * 16_000) / 16_000);

async function chargesOf({ db }: Resources, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; credits: number }>`
    select request_id as id, -sum(credits)::int as credits from credit_ledger
    where kind = 'usage' and request_id = any(${ids}::uuid[]) group by request_id`.execute(db);
  return new Map(rows.map(({ id, credits }) => [id, credits]));
}

/** Tells which engines have read them, as sentences. */
async function modelsOf({ db }: Resources, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ model: string; times: number }>`
    select model, count(*)::int as times from speech_requests
    where id = any(${ids}::uuid[]) and model is not null group by model`.execute(db);
  return rows.map(({ model, times }) => `${model} read ${times} of them.`);
}
