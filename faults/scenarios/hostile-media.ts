import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { checkLedger, countRequests } from "#faults/ledger-checks.ts";
import { mapConcurrently } from "#faults/calls.ts";
import { childrenOf, watchChildren } from "#faults/children.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { hostileUploads } from "#harness/audio/hostile-uploads.ts";
import { wavClaiming } from "#harness/audio/hostile-media.ts";
import { audioForm } from "#harness/clients/client.ts";
import { objectKeys, temporaryFilesOf } from "#harness/service/leftovers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { encoded, speech, tone, wav } from "#harness/audio/sounds.ts";

interface Size {
  /** The hours of the longest file, and the number of times that all of them are sent. */
  readonly hours: number;
  readonly rounds: number;
}

type Upload = readonly [title: string, content: Uint8Array];

const demoPath = "/v1/demo/speech/transcriptions";
const path = "/v1/speech/transcriptions";
const decoder = "ffmpeg";
const heardText = "The train will leave at seven.";
const heardWord = /train/;
/** The fields of an answer with a transcript. */
const transcriptField = /"(text|segments|words)":/;
/** At least so many calls of a round get as far as a decoder; the others are refused before. */
const decodersARound = 12;
const atOnce = 2;
const answerSeconds = 10;
const memoryMebibytes = 512;
const cleanMs = 30_000;
const smallFlac = ["-ar", "8000", "-compression_level", "0", "-frame_size", "65535"];
const mebibyte = 2 ** 20;

/** Files that reach for others, or that are far more than they seem, by the demo and by an account. */
export const hostileMedia = scenario<Size>({
  name: "hostile-media",
  promise: "hostile audio reads no file, asks no host, and uses up neither time nor memory",
  alone: true,
  full: { hours: 24, rounds: 2 },
  quick: { hours: 4, rounds: 1 },
  run: async ({ hours, rounds }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "transcription", "maintenance"], setting);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    await using opened = new AsyncDisposableStack();
    const listener = opened.adopt(await listen(), ({ server }) => void server.close());
    const canary = join(resources.config.dataDir, "canary.wav");
    await writeFile(canary, tone(3));
    const uploads = await allUploads({ canary, url: listener.url, hours });
    const parents = [service.first("api").pid, service.first("transcription").pid];
    const call = (content: Uint8Array, by: string) => send(service, { content, path: by, key: account.key, signal });
    // Engines that stay warm have their models in memory from now on.
    await call(await speech(heardText), path);
    const childrenBefore = (await childrenOf(parents)).length;
    await using watch = watchChildren(parents, decoder);
    const everyCall = Array.from({ length: rounds }, () =>
      uploads.flatMap((one) => [demoPath, path].map((by) => ({ one, by }))),
    );
    const answers = await mapConcurrently(everyCall.flat(), atOnce, async ({ one: [title, content], by }) => ({
      title,
      ...(await call(content, by)),
    }));
    const seen = await watch.stop();

    const good = await call(await speech(heardText), path);
    const asked = listener.connections();
    await fetch(listener.url, { signal }).catch(() => undefined);
    const childrenLeft = async () => (await childrenOf(parents)).length - childrenBefore;
    const filesLeft = async () => (await temporaryFilesOf(resources.config)).length;
    const named = await resources.db
      .selectFrom("speech_requests")
      .select(["id", "result_key"])
      .where("status", "=", "completed")
      .execute();
    const orphans = async () =>
      (await objectKeys(service)).filter((key) => !named.some((row) => row.result_key === key)).length;
    const isClean = async () => (await childrenLeft()) === 0 && (await filesLeft()) + (await orphans()) === 0;
    await until(isClean, { withinMs: cleanMs, signal });
    const ids = await resources.db.selectFrom("speech_requests").select("id").execute();
    const counts = await countRequests(
      resources,
      ids.map(({ id }) => id),
      triggers,
    );
    const refused = answers.filter(({ status }) => status === 413 || status === 422);
    const telling = answers.filter(({ said }) => said.includes(resources.config.dataDir) || transcriptField.test(said));
    const seconds = { limit: answerSeconds, unit: "s" };
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("answers 413 and 422", refused.length, everyCall.flat().length),
        atMost("slowest answer", Math.max(...answers.map(({ ms }) => ms)) / 1000, seconds),
        exactly("answers with words, or with a path of ours", telling.length, 0),
        atLeast("decoders that were begun", seen.ofCommand, rounds * decodersARound),
        atMost("memory of all children together, beyond that of warm engines", seen.grownBytes / mebibyte, {
          limit: memoryMebibytes,
          unit: "MiB",
        }),
        exactly("connections at the listener", asked, 0),
        exactly("connections at it when we asked", listener.connections(), 1),
        exactly("children left, beyond those before", await childrenLeft(), 0),
        exactly("temporary files left", await filesLeft(), 0),
        exactly("objects left", await orphans(), 0),
        exactly("good audio afterwards that was answered with its words", heardWord.test(good.said) ? 1 : 0, 1),
        exactly("processes that ended", service.countEnded(), 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        ...new Set(
          answers
            .filter(({ status, ms }) => (status !== 413 && status !== 422) || ms > answerSeconds * 1000)
            .map(
              ({ title, status, ms, said }) =>
                `${title}: ${status} after ${(ms / 1000).toFixed(1)} s, ${said.slice(0, 200)}`,
            ),
        ),
      ],
    };
  },
});

interface Sources {
  readonly canary: string;
  readonly url: string;
  readonly hours: number;
}

async function allUploads({ canary, url, hours }: Sources): Promise<readonly Upload[]> {
  const movie = await encoded(tone(1), "mov", ["-c:a", "pcm_s16be"]);
  const long = await encoded(wav(1), "flac", ["-af", `apad=whole_dur=${hours * 3_600}`, ...smallFlac]);
  return [
    ...hostileUploads({ canary, url, movie }),
    [
      "a WAV of one sample a second that lasts for hours",
      wavClaiming({ sampleRate: 1, bits: 8 }, new Uint8Array(200_000)),
    ],
    ["a FLAC that lasts for hours", long],
    ["a FLAC that lasts for hours and does not say so", withoutLength(long)],
  ];
}

/** The same FLAC with its number of samples unknown: 36 bits from the middle of its byte 21 on (RFC 9639, section 8.2). */
function withoutLength(flac: Uint8Array): Uint8Array {
  const silent = Buffer.from(flac);
  silent.writeUInt8(silent.readUInt8(21) & 0xf0, 21);
  return silent.fill(0, 22, 26);
}

interface Sent {
  readonly content: Uint8Array;
  readonly path: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function send({ baseUrl }: RunningService, { content, path: by, key, signal }: Sent) {
  const begun = performance.now();
  const headers = by === demoPath ? {} : { "x-api-key": key, prefer: "wait=60" };
  const body = audioForm(Uint8Array.from(content));
  const response = await fetch(`${baseUrl}${by}`, { method: "POST", headers, body, signal });
  const said = await response.text();
  return { status: response.status, said, ms: performance.now() - begun };
}

interface Listener {
  readonly server: Server;
  readonly url: string;
  readonly connections: () => number;
}

/** It must never get a request. */
async function listen(): Promise<Listener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { server, url: `http://127.0.0.1:${port}/canary.wav`, connections: () => connections };
}
