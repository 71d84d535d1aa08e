import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitRecording } from "#faults/calls.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import type { Resources } from "#src/platform/resources.ts";
import { objectKeys, temporaryFilesOf } from "#harness/service/leftovers.ts";
import { multipartBody, openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { tone } from "#harness/audio/sounds.ts";

interface Size {
  readonly uploads: number;
}

const paths = ["/v1/speech/transcriptions", "/v1/voices", "/v1/demo/speech/transcriptions"] as const;
const tables = [
  "speech_requests",
  "jobs",
  "voices",
  "holds",
  "object_removals",
  "pending_objects",
  "idempotency_keys",
] as const;
const atOnce = 20;
/** So long a caller does nothing before it breaks off, in which the service takes in what has come. */
const pauseMs = 50;
const lookMs = 25;
const boundary = "boundary";
const cleanMs = 300_000;
const patienceMs = 60_000;

/** Callers break off while they send their audio, anywhere from the first byte to the one before the last. */
export const abortedUploads = scenario<Size>({
  name: "aborted-uploads",
  promise: "uploads that are broken off leave no file, no row, no hold and no object behind",
  full: { uploads: 1_000 },
  quick: { uploads: 150 },
  run: async ({ uploads }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "transcription", "maintenance"], setting);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const audio = tone(10);
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nmine\r\n`),
      multipartBody(boundary, "audio", audio),
    ]);
    await using watch = watchFiles(service);
    const cuts = await mapConcurrently([...Array(uploads).keys()], atOnce, async (index) => {
      signal.throwIfAborted();
      const path = paths[index % paths.length] ?? paths[0];
      // Every tenth upload arrives whole but for its very last byte.
      const bytes = index % 10 === 0 ? body.length - 1 : 1 + Math.floor(Math.random() * (body.length - 1));
      return breakOff(baseUrl, { path, key: account.key, body, bytes, resets: index % 2 === 0 });
    });
    const mostFiles = await watch.stop();
    const begun = performance.now();
    const isClean = async (): Promise<boolean> => (await traces(service)) === 0;
    await until(isClean, { withinMs: cleanMs, signal });
    const cleanSeconds = (performance.now() - begun) / 1000;
    const files = await temporaryFilesOf(resources.config);
    const rows = await countRows(resources);
    const objects = await objectKeys(service);

    const requestId = await submitRecording(audio, { baseUrl, key: account.key, signal });
    const ended = async (): Promise<boolean> => (await countEnded(resources, [requestId])) === 1;
    await until(ended, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, [requestId], triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("uploads that were broken off unanswered", cuts.filter(({ answer }) => answer === "").length, uploads),
        atLeast("files that were there at once meanwhile", mostFiles, 2),
        exactly("temporary files left", files.length, 0),
        ...rows.map(({ table, count }) => exactly(`rows left in ${table}`, count, 0)),
        exactly("objects left", objects.length, 0),
        exactly("processes that ended", service.countEnded(), 0),
        exactly("whole uploads afterwards that were transcribed", counts.completed, 1),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `Broken off after ${bounds(cuts.map(({ bytes }) => bytes))} of ${body.length} bytes; nothing was left ${cleanSeconds.toFixed(1)} s after the last.`,
        ...new Set(cuts.map(({ answer }) => answer.slice(0, 200)).filter((answer) => answer !== "")),
      ],
    };
  },
});

const bounds = (numbers: readonly number[]): string => `${Math.min(...numbers)} to ${Math.max(...numbers)}`;

interface Upload {
  readonly path: string;
  readonly key: string;
  readonly body: Buffer;
  /** So much of it is sent. */
  readonly bytes: number;
  /** Breaks off with a reset, as a crash does, and not with a proper end. */
  readonly resets: boolean;
}

interface Cut {
  readonly bytes: number;
  /** The answer that came before; there should be none. */
  readonly answer: string;
}

async function breakOff(baseUrl: string, { path, key, body, bytes, resets }: Upload): Promise<Cut> {
  const head = requestHead(path, [
    ...(path.includes("/demo/") ? [] : [`X-API-Key: ${key}`]),
    `Idempotency-Key: ${crypto.randomUUID()}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ]);
  const { socket, closed } = await openRawConnection(baseUrl, head, body.subarray(0, bytes));
  while (socket.writableLength > 0 && !socket.destroyed) await Promise.race([once(socket, "drain"), closed]);
  await sleep(pauseMs);
  if (resets) socket.resetAndDestroy();
  else socket.destroy();
  return { bytes, answer: await closed };
}

/** Counts the temporary files again and again, until it is stopped. */
function watchFiles({ resources }: RunningService): AsyncDisposable & { readonly stop: () => Promise<number> } {
  const over = new AbortController();
  const look = async (): Promise<number> => {
    let most = 0;
    while (!over.signal.aborted) {
      most = Math.max(most, (await temporaryFilesOf(resources.config)).length);
      await sleep(lookMs);
    }
    return most;
  };
  const looking = look();
  const stop = (): Promise<number> => {
    over.abort();
    return looking;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

async function traces(service: RunningService): Promise<number> {
  const rows = (await countRows(service.resources)).map(({ count }) => count);
  const files = await temporaryFilesOf(service.resources.config);
  return Math.max(...rows, files.length, (await objectKeys(service)).length);
}

const countRows = ({ db }: Resources) =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from ${sql.table(table)} where not (to_jsonb(${sql.table(table)}) @> '{"type": "builtin"}')`.execute(
        db,
      );
      return { table, count: rows[0]?.count ?? NaN };
    }),
  );
