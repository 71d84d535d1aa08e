import { setTimeout as sleep } from "node:timers/promises";
import {
  countSpokenBy,
  kokoro,
  missingKokoro,
  naturalSettings,
  untilKokoroSpeaks,
  voiceIdOf,
} from "#harness/service/natural-voices.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitText } from "#faults/calls.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { slotsPerAccount } from "#faults/slots-per-account.ts";
import { countBegun, longest, oneByOne, type Times, timesOfEnded, told } from "#faults/request-times.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

/** The load of one engine. */
interface Load {
  readonly texts: number;
  /** Characters of each text. */
  readonly characters: number;
  /** Texts of the other account, one after the other. */
  readonly calls: number;
  /** The number of times that one piece is measured, before and again after. */
  readonly pieces: number;
}

interface Size {
  readonly flite: Load;
  readonly kokoro: Load;
}

const callsAtOnce = 10;
/** Until all long texts have been spoken. */
const lostMs = 3_600_000;
const beginMs = 120_000;
/** So that short texts come at different moments of a piece. */
const stepMs = 700;
const sentence = "The committee will publish its findings on the second day of the month, as it has always done. ";
const quietText = "Good morning.";
/** Three sentences fit into the longest piece that a text is cut into, 300 characters. */
const pieceText = sentence.repeat(3).trim();

/** One account has long texts spoken, hundreds by flite and some by Kokoro, and another one says good morning. */
export const longTexts = scenario<Size>({
  name: "long-texts",
  promise: "long texts of one account add to a short one of another at most one piece, and all are completed once",
  alone: true,
  full: {
    flite: { texts: 200, characters: 5_000, calls: 20, pieces: 5 },
    kokoro: { texts: 4, characters: 5_000, calls: 20, pieces: 5 },
  },
  quick: {
    flite: { texts: 6, characters: 2_000, calls: 3, pieces: 1 },
    kokoro: { texts: 3, characters: 600, calls: 2, pieces: 1 },
  },
  run: async (size, setting) => {
    const { signal } = setting;
    const settings = { ...naturalSettings, QUEUE_MAX_AGE_SECONDS: `${lostMs / 1000}` };
    await using service = await startRunningService(["api", "maintenance", "synthesis"], setting, settings);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const [noisy, quiet] = [await service.account(100_000_000), await service.account(100_000_000)];
    const neighbours: Neighbours = {
      ...{ service, noisy: { baseUrl, key: noisy.key, signal }, quiet: { baseUrl, key: quiet.key, signal } },
    };
    const { synthesisEngines: engines } = resources.config.workers;
    const missing = await missingKokoro();
    const parts = [
      await besideLongTexts(neighbours, { engine: "flite", voice: "rms", atOnce: engines, load: size.flite }),
    ];
    if (missing === null) {
      await untilKokoroSpeaks(resources, signal);
      parts.push(
        await besideLongTexts(neighbours, { engine: kokoro, voice: "af_heart", atOnce: 1, load: size.kokoro }),
      );
    }
    const requestIds = parts.flatMap((part) => part.requestIds);
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        ...parts.flatMap(({ checks }) => checks),
        exactly("texts that were completed", counts.completed, requestIds.length),
        exactly("texts completed twice", counts.duplicates, 0),
        exactly("texts charged", counts.charged, requestIds.length),
        exactly("processes that ended", service.countEnded(), 0),
        ...(await checkLedger(service, noisy, signal)),
        ...(await checkLedger(service, quiet, signal)),
      ],
      notes: [
        ...parts.flatMap(({ notes }) => notes),
        ...(missing === null ? [] : [`Kokoro spoke none, since ${missing}`]),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

interface Part {
  readonly requestIds: readonly string[];
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
}

interface Neighbours {
  readonly service: RunningService;
  readonly noisy: CallOptions;
  readonly quiet: CallOptions;
}

interface Speaker {
  readonly engine: string;
  readonly voice: string;
  /** Pieces that are spoken at once when there is enough to do. */
  readonly atOnce: number;
  readonly load: Load;
}

/** Measures the time that a short text takes beside long ones, and the time that it and one of a single piece take without. */
async function besideLongTexts(neighbours: Neighbours, { engine, voice, atOnce, load }: Speaker): Promise<Part> {
  const { service, noisy, quiet } = neighbours;
  const { resources } = service;
  const { signal } = quiet;
  const { texts, characters, calls } = load;
  const options = { voice_id: await voiceIdOf(resources, engine, voice), format: "ogg" };
  const short = async (): Promise<string> => {
    await sleep(Math.random() * stepMs, undefined, { signal });
    return submitText(quietText, quiet, options);
  };
  const pieces = async (): Promise<readonly Times[]> => {
    const times: Times[] = [];
    while (times.length < load.pieces * atOnce) {
      const ids = await mapConcurrently([...Array(atOnce).keys()], atOnce, () => submitText(pieceText, quiet, options));
      times.push(...(await timesOfEnded(resources, ids, signal)));
    }
    return times;
  };
  const alone = await oneByOne(resources, { calls, call: short, signal });
  const before = await pieces();
  const long = await mapConcurrently([...Array(texts).keys()], callsAtOnce, () =>
    submitText(textOf(characters), noisy, options),
  );
  const { beside, left } = await whileSpoken(neighbours, long, () =>
    oneByOne(resources, { calls, call: short, signal }),
  );
  // Other work of the machine may have come or gone meanwhile.
  const single = [...before, ...(await pieces())];
  const requestIds = [...long, ...[...alone, ...single, ...beside].map(({ id }) => id)];
  const extra = longest(beside, "total") - longest(alone, "total");
  return {
    requestIds,
    checks: [
      atLeast(`${engine}: long texts that were not spoken yet in the end`, left, 1),
      exactly(`${engine}: short texts spoken`, beside.length, calls),
      atMost(`${engine}: longest time of one beyond its own, with that of a piece`, extra, {
        limit: longest(single, "run"),
        unit: "s",
      }),
      exactly(`texts that ${engine} spoke`, await countSpokenBy(resources, engine, requestIds), requestIds.length),
    ],
    notes: [
      `Beside ${texts} texts of ${characters} characters by ${engine} a short one took ${told(beside, "total")}, ` +
        `alone ${told(alone, "total")}; one of ${pieceText.length} took ${told(single, "run")}.`,
    ],
  };
}

/** Does something while as many of these as one account gets are spoken, and waits for all of them. */
async function whileSpoken(
  { service: { resources }, quiet: { signal } }: Neighbours,
  long: readonly string[],
  work: () => Promise<readonly Times[]>,
): Promise<{ readonly beside: readonly Times[]; readonly left: number }> {
  const inHand = Math.min(long.length, slotsPerAccount(resources.config.workers.synthesisConcurrency));
  await until(async () => (await countBegun(resources, long)) >= inHand, { withinMs: beginMs, signal });
  const beside = await work();
  const left = long.length - (await countEnded(resources, long));
  await until(async () => (await countEnded(resources, long)) === long.length, { withinMs: lostMs, signal });
  return { beside, left };
}

const textOf = (characters: number): string =>
  sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
