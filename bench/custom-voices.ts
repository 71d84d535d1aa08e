import { randomUUID } from "node:crypto";
import { kokoro as engine } from "#harness/service/natural-voices.ts";
import { millisecondsOf } from "./milliseconds-of.ts";
import { hostsOf } from "#harness/service/processes.ts";
import type { Figure } from "./report.ts";
import type { MeasuredService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { median } from "#harness/statistics.ts";

const accounts = 10;
const rounds = 2;
const plenty = 1_000_000;
const styleSize = 256;
const equalizerTaps = 257;

/** The voices of ten accounts, used one after the other, beside a built-in voice: the same host speaks them all. */
export async function measureCustomVoices(
  service: MeasuredService,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<readonly Figure[]> {
  const builtin = openSpeechClient(service, signal);
  const customs: (() => Promise<void>)[] = [];
  for (let index = 0; index < accounts; index += 1) {
    const { userId, key } = await service.account(plenty);
    const voiceId = await addVoice(service, userId, index);
    const client = openSpeechClient({ baseUrl: service.baseUrl, key }, signal);
    customs.push(() => client.synthesize(text, voiceId));
  }
  const worker = service.pidOf("synthesis");
  const before = await hostsOf(worker);
  const [builtinMs, customMs]: [number[], number[]] = [[], []];
  for (const speak of Array.from({ length: rounds }, () => customs).flat()) {
    builtinMs.push(await millisecondsOf(() => builtin.synthesize(text)));
    customMs.push(await millisecondsOf(speak));
  }
  const started = (await hostsOf(worker)).filter((pid) => !before.includes(pid)).length;
  const name = `custom voices of ${accounts} accounts in turn`;
  return [
    {
      measure: `${name}, median, beside a built-in voice`,
      unit: "ms",
      baseline: median(builtinMs),
      service: median(customMs),
    },
    {
      measure: `${name}, slowest, beside a built-in voice's slowest`,
      unit: "ms",
      baseline: Math.max(...builtinMs),
      service: Math.max(...customMs),
      target: { of: "ratio", atMost: 1.5 },
    },
    {
      measure: `${name}: hosts that were started`,
      unit: "",
      baseline: 0,
      service: started,
      target: { of: "service", atMost: 0 },
    },
  ];
}

/** A voice as training leaves it, of which each account's differs. @returns its id */
async function addVoice({ resources: { db } }: MeasuredService, userId: string, index: number): Promise<string> {
  const id = randomUUID();
  const styleOffset = Array.from({ length: styleSize }, (_, at) => (((index + 1) * (at + 3)) % 11) / 250 - 0.02);
  const equalizer = Array.from({ length: equalizerTaps }, (_, at) => (at === (equalizerTaps - 1) / 2 ? 1 : 0));
  const profile = {
    kind: "style",
    baseVoice: "af_heart",
    styleOffset,
    resampling: 1 + index / 200,
    equalizer,
  } as const;
  await db
    .insertInto("voices")
    .values({
      ...{ id, user_id: userId, name: `Voice ${index + 1}`, description: "", type: "custom", language: "en" },
      ...{ status: "ready", engine, engine_voice: profile.baseVoice, profile: JSON.stringify(profile) },
    })
    .execute();
  return id;
}
