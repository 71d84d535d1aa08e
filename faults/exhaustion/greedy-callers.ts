import { setTimeout as sleep } from "node:timers/promises";
import { countEnded } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitText } from "#faults/calls.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { until } from "#harness/until.ts";
import type { Part, Target } from "./part.ts";

const longCharacters = 5_000;
const demoCharacters = 500;
const shortWaitSeconds = 2;
const patienceMs = 300_000;
/** Until the work of the greedy one is under way. */
const headStartMs = 1_000;
const waitSeconds = 60;
const sentence = "The committee will publish its findings on the second day of the month, as it has always done. ";

interface Size {
  /** Long texts of one account. */
  readonly texts: number;
  /** Demo texts of one address. */
  readonly demoTexts: number;
  /** Short calls of another, one after the other. */
  readonly shortCalls: number;
}

const textOf = (characters: number): string =>
  sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);

/** One account, and one address, ask for all that they may have at once, and another one says "hi". */
export async function attackByGreedyCallers(target: Target, size: Size): Promise<Part> {
  const texts = await besideLongTexts(target, size);
  const demo = await besideDemoTexts(target, size);
  return {
    requestIds: texts.requestIds,
    checks: [...texts.checks, ...demo.checks],
    notes: [...texts.notes, ...demo.notes],
  };
}

async function besideLongTexts(
  { service, account, signal, slack }: Target,
  { texts, shortCalls }: Size,
): Promise<Part> {
  const { resources, baseUrl } = service;
  const other = await service.account(0);
  const call = (key: string) => ({ baseUrl, key, signal });
  const long = textOf(longCharacters);
  const requestIds = await mapConcurrently([...Array(texts).keys()], texts, () => submitText(long, call(account.key)));
  await sleep(headStartMs, undefined, { signal });
  const waits = await mapConcurrently([...Array(shortCalls).keys()], 1, async () => {
    const begun = performance.now();
    const response = await fetch(`${baseUrl}/v1/speech/synthesize`, {
      method: "POST",
      headers: { "x-api-key": other.key, "content-type": "application/json", prefer: `wait=${waitSeconds}` },
      body: JSON.stringify({ text: "hi" }),
      signal,
    });
    await response.arrayBuffer();
    return { status: response.status, seconds: (performance.now() - begun) / 1000 };
  });
  const endedMeanwhile = await countEnded(resources, requestIds);
  const allEnded = async () => (await countEnded(resources, requestIds)) === requestIds.length;
  await until(allEnded, { withinMs: patienceMs, signal });
  const seconds = waits.map((one) => one.seconds);
  return {
    requestIds,
    checks: [
      atLeast("long texts of one account still under way in the end", texts - endedMeanwhile, 1),
      exactly(
        "short texts of another that were spoken",
        waits.filter(({ status }) => status === 200).length,
        shortCalls,
      ),
      atMost("longest wait of a short text beside them", Math.max(...seconds), {
        limit: slack * shortWaitSeconds,
        unit: "s",
      }),
    ],
    notes: [`Beside ${texts} texts of ${longCharacters} characters a short one took ${listed(seconds)} s.`],
  };
}

async function besideDemoTexts({ service, signal, slack }: Target, { demoTexts, shortCalls }: Size): Promise<Part> {
  const over = new AbortController();
  const say = (text: string, address: string, end: AbortSignal) =>
    fetch(`${service.baseUrl}/v1/demo/speech/synthesize`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ text }),
      signal: end,
    });
  const greedy = Array.from({ length: demoTexts }, () =>
    say(textOf(demoCharacters), "192.0.2.1", AbortSignal.any([signal, over.signal])).catch(() => null),
  );
  const beside = await mapConcurrently([...Array(shortCalls).keys()], 1, async (index) => {
    const begun = performance.now();
    const { status } = await say("hi", `192.0.2.${2 + index}`, signal);
    return { status, seconds: (performance.now() - begun) / 1000 };
  });
  over.abort();
  await Promise.all(greedy);
  const seconds = beside.map((one) => one.seconds);
  return {
    requestIds: [],
    checks: [
      exactly(
        "demo texts of other addresses that were spoken",
        beside.filter(({ status }) => status === 200).length,
        shortCalls,
      ),
      atMost("longest wait of a demo text of another address", Math.max(...seconds), {
        limit: slack * shortWaitSeconds,
        unit: "s",
      }),
    ],
    notes: [
      `Beside ${demoTexts} demo texts of ${demoCharacters} characters of one address one of another took ${listed(seconds)} s.`,
    ],
  };
}

const listed = (seconds: readonly number[]): string => seconds.map((one) => one.toFixed(2)).join(", ");
