import pMap from "p-map";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import type { CallOptions } from "#faults/calls.ts";
import { checkLedger } from "#faults/ledger-checks.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { checkNothingLeft } from "#faults/stream-leftovers.ts";
import { readTimed } from "#faults/timed-reader.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly texts: number;
}

const sentences = 30;
/** As long as each other, and long enough to be spoken by itself. */
const sentenceOf = (text: number, index: number): string =>
  `This is sentence ${index + 10} of thirty in text ${text + 1_000}. `;
const textOf = (text: number): string =>
  Array.from({ length: sentences }, (_, index) => sentenceOf(text, index)).join("");
const sentenceLetters = sentenceOf(0, 0).length;

const textsAtOnce = 10;
/** Sentences that may be on their way to a caller when the stream ends, charged and not heard. */
const mostUnheard = 3;
const ways = ["deleted", "deleted among others", "hung up", "replayed"] as const;

interface Read {
  readonly requestId: string;
  readonly way: (typeof ways)[number];
  /** The most that a caller was sent. */
  readonly heard: number;
  readonly isWhole: boolean;
}

/** Streams that end early, or are read twice, while two API processes send them. */
export const streamsDeleted = scenario<Size>({
  name: "streams-deleted",
  promise: "streams that are deleted, hung up or replayed over two API processes cost what was sent, and end at once",
  full: { texts: 200 },
  quick: { texts: 40 },
  run: async ({ texts }, setting) => {
    const { signal } = setting;
    const waits = { ELEVENLABS_WAIT_SECONDS: "600" };
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting, waits);
    const account = await service.account(10_000_000);
    const port = await freePort();
    await service.start("api", { ...waits, PORT: `${port}` });
    const callers = [service.baseUrl, `http://127.0.0.1:${port}`].map((baseUrl) => ({
      ...{ baseUrl, key: account.key, signal },
    }));
    const indices = Array.from({ length: texts }, (_, index) => index);
    const trials = await pMap(indices, (index) => readText(index, callers), { concurrency: textsAtOnce });
    const reads = [...Map.groupBy(trials.flat(), ({ requestId }) => requestId).values()].flatMap(mostOf);
    const charges = new Map(await chargesOf(service.resources, account.userId));
    const chargedFor = ({ requestId }: Read): number => (charges.get(requestId) ?? 0) / sentenceLetters;
    const cut = reads.filter(({ isWhole }) => !isWhole);
    const whole = reads.filter(({ isWhole }) => isWhole);
    const exact = cut.filter((read) => chargedFor(read) === read.heard).length;
    const ledger = await checkLedger(service, account, signal);
    return {
      counts: {
        ...{ submitted: reads.length, completed: whole.length, failed: cut.length, charged: charges.size },
        ...{ duplicates: 0, lost: 0, slowestRecoverySeconds: null },
      },
      checks: [
        atLeast("streams that were ended early", cut.length, Math.floor(texts / 2)),
        atLeast("streams that were read whole", whole.length, Math.floor(texts / 8)),
        exactly("streams charged less than was heard", reads.filter((read) => chargedFor(read) < read.heard).length, 0),
        exactly("whole streams charged otherwise", whole.filter((read) => chargedFor(read) !== sentences).length, 0),
        exactly("charges beside those streams", charges.size - reads.length, 0),
        atMost(
          "most sentences charged beyond what was heard",
          Math.max(...cut.map((read) => chargedFor(read) - read.heard)),
          {
            limit: mostUnheard,
            unit: "sentences",
          },
        ),
        exactly("credits held", await heldOf(service.resources, account.userId), 0),
        ...ledger,
        ...(await checkNothingLeft(service)),
      ],
      notes: [`Of ${cut.length} streams that ended early ${exact} cost exactly the sentences that were heard.`],
    };
  },
});

/** Reads a text by two callers, each through another process, and ends that in one of the ways. */
async function readText(index: number, callers: readonly CallOptions[]): Promise<readonly Read[]> {
  const [one, other] = index % 2 === 0 ? callers : callers.toReversed();
  if (one === undefined || other === undefined) throw new Error("There are two processes.");
  const way = ways[Math.floor(index / 2) % ways.length] ?? "deleted";
  const [text, voiceId] = [textOf(index), builtinVoices[0]?.id ?? ""];
  const maker = readTimed(text, voiceId, one);
  await maker.came(1);
  const repeat = readTimed(text, voiceId, other);
  await repeat.came(1 + (index % 5));
  if (way === "hung up") maker.hangUp();
  else if (way !== "replayed" && maker.requestId() !== "") await remove(maker.requestId(), way, other);
  const whole = await Promise.all([maker.over, repeat.over]);
  const reads = [maker, repeat].map((reader, at) => {
    return { requestId: reader.requestId(), way, heard: reader.sentences(), isWhole: whole[at] ?? false };
  });
  // A call that is refused, as a busy service may do, is no stream.
  return reads.filter(({ requestId }) => requestId !== "");
}

/** The most that any caller of a request has heard. */
const mostOf = (reads: readonly Read[]): readonly Read[] =>
  reads.slice(0, 1).map((read) => ({
    ...read,
    heard: Math.max(...reads.map(({ heard }) => heard)),
    isWhole: reads.some(({ isWhole }) => isWhole),
  }));

/** @throws Error when it is not done */
async function remove(id: string, way: Read["way"], { baseUrl, key, signal }: CallOptions): Promise<void> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const [path, method] = way === "deleted" ? [`/${id}`, "DELETE"] : ["/delete", "POST"];
  const body = way === "deleted" ? null : JSON.stringify({ request_ids: [id] });
  const answer = await fetch(`${baseUrl}/v1/speech/requests${path}`, { method, headers, body, signal });
  if (answer.status !== 200) throw new Error(`A deletion was answered with ${answer.status}.`);
}
