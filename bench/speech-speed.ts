import { setTimeout as sleep } from "node:timers/promises";
import type { InstalledModel } from "#src/models/installed.ts";
import type { BareKokoro } from "./bare-kokoro.ts";
import { type FastKokoroOptions, startFastKokoro, wavSeconds } from "./fastkokoro.ts";
import { latenciesOf, type Latency, type Speak, speakAll } from "./latency.ts";
import type { Figure } from "./report.ts";
import type { SpeechClient } from "#harness/clients/speech-client.ts";
import { sentences } from "./spoken-recordings.ts";
import { median, millisecondsOf } from "#harness/statistics.ts";

const callerCounts = [1, 2, 4] as const;
const pollMs = 10;
/** A paragraph has to be spoken after so many looks. */
const firstPieceTries = 6_000;

/** Some hundred words. */
const paragraph = sentences.slice(0, 7).join(" ");
/** Each part of a comparison has every sentence twice. */
const comparedTexts = Array.from({ length: 6 }, () => sentences).flat();

const speakingBy =
  (client: SpeechClient): Speak =>
  async (text) =>
    wavSeconds(await client.speak(text));

/**
 * Seconds of work for a second of speech, of a paragraph, and how soon its first piece is spoken. Both are divided by the seconds
 * of the bare engine's speech: the service cuts silence, which is no slower work.
 */
export async function measureParagraph(
  { client, bare }: { readonly client: SpeechClient; readonly bare: BareKokoro },
  rounds: number,
): Promise<readonly Figure[]> {
  const speak = speakingBy(client);
  const [bareFactors, ownFactors, bareMs, firstMs]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -1; round < rounds; round += 1) {
    let seconds = 0;
    const bareTook = await millisecondsOf(async () => {
      ({ seconds } = await bare.speak(await bare.tokensOf(paragraph)));
    });
    const ownTook = await millisecondsOf(() => speak(paragraph));
    const first = await firstPieceMs(client);
    if (round < 0) continue;
    bareFactors.push(bareTook / 1000 / seconds);
    ownFactors.push(ownTook / 1000 / seconds);
    bareMs.push(bareTook);
    firstMs.push(first);
  }
  const words = paragraph.split(" ").length;
  return [
    {
      measure: `real-time factor of a text of ${words} words`,
      unit: "s/s",
      baseline: median(bareFactors),
      service: median(ownFactors),
      target: { of: "ratio", atMost: 1.1 },
    },
    {
      measure: `time to the first piece of ${words} words, beside all of it by the bare engine`,
      unit: "ms",
      baseline: median(bareMs),
      service: median(firstMs),
      target: { of: "ratio", atMost: 0.5 },
    },
  ];
}

/** Until the request says that a piece is spoken; the whole is waited for, so that it disturbs nothing after it. */
async function firstPieceMs(client: SpeechClient): Promise<number> {
  const begun = performance.now();
  const id = await client.submitText(paragraph);
  let firstMs: number | null = null;
  for (let tries = 0; tries < firstPieceTries; tries += 1) {
    const { status, progress } = await client.stateOf(id);
    if (progress > 0) firstMs ??= performance.now() - begun;
    if (status === "completed" && firstMs !== null) return firstMs;
    if (status === "failed") break;
    await sleep(pollMs);
  }
  throw new Error("A text was not spoken.");
}

/** The service and fastkokoro with the same texts, in the same run, by one, two and four callers. */
export async function measureCallers(
  client: SpeechClient,
  model: InstalledModel,
  options: FastKokoroOptions,
): Promise<readonly Figure[]> {
  await using other = await startFastKokoro(model, options);
  const own = speakingBy(client);
  for (const speak of [own, other.speak]) await speakAll(speak, { texts: sentences.slice(0, 2), callers: 1 });
  const figures: Figure[] = [];
  for (const callers of callerCounts) {
    const [baseline, service] = await latenciesOf([other.speak, own], { texts: comparedTexts, callers });
    figures.push(...figuresOf(callers, baseline, service));
  }
  return figures;
}

function figuresOf(callers: number, baseline: Latency, service: Latency): readonly Figure[] {
  const both = (value: keyof Latency) => ({ baseline: baseline[value], service: service[value] });
  const ahead = { of: "ratio", atMost: 1 } as const;
  const name = `${callers} at once, beside fastkokoro`;
  return [
    { measure: `${name}: p50`, unit: "ms", ...both("p50Ms"), target: ahead },
    { measure: `${name}: p95`, unit: "ms", ...both("p95Ms"), target: ahead },
    { measure: `${name}: speech made`, unit: "s/s", ...both("speed"), target: { of: "ratio", atLeast: 1 } },
  ];
}
