import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { previewText } from "#src/domain/voices/preview-texts.ts";
import { measureSpeechLevel, type SpeechLevel } from "#workers/speech/audio/measure-speech.ts";
import { naturalSettings } from "#harness/service/natural-voices.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";

const wanted = { lufs: -18, toleranceLu: 1.5, truePeakDb: -1, leadingSeconds: 0.1, sampleRate: 24_000 } as const;
const patienceSeconds = 300;
const headerBytes = 44;

const page = z.object({
  data: z.object({
    items: z.array(
      z.object({
        voice_id: z.uuid(),
        name: z.string(),
        language: z.string(),
        quality: z.string().nullable(),
        available: z.boolean(),
      }),
    ),
    has_next: z.boolean(),
  }),
});
type Voice = z.output<typeof page>["data"]["items"][number];

interface MeasuredVoice extends SpeechLevel {
  readonly voice: Voice;
  readonly sampleRate: number;
  readonly seconds: number;
}

/** How loud each built-in voice that is there speaks the sentence of its preview, and how soon. */
export async function measureVoices(options: BenchOptions): Promise<Report> {
  const load = machineLoad();
  await using service = await startService(["api", "synthesis", "maintenance"], options, {
    ...naturalSettings,
    WAIT_MAX_SECONDS: `${patienceSeconds}`,
  });
  await engineStart(service, options.signal);
  const voices = await voicesOf(service, options.signal);
  const [measured, failures]: [MeasuredVoice[], string[]] = [[], []];
  for (const voice of voices.filter(({ available }) => available)) {
    options.signal.throwIfAborted();
    try {
      measured.push(await measureVoice(service, voice, options.signal));
    } catch (error) {
      failures.push(`${voice.name} (${voice.language}): ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const absent = voices.length - measured.length - failures.length;
  return {
    title: `${measured.length} built-in voices, a sentence of each; ${service.stack}; ${load}`,
    baseline: "what speech of the service is to be",
    figures: figuresOf(measured),
    notes: [
      ...tableOf(measured),
      "",
      ...(absent === 0 ? [] : [`${absent} more voices were not measured: their engines are not there.`]),
    ],
    failures,
  };
}

const engines = z.object({
  data: z.object({ items: z.array(z.object({ kind: z.string(), state: z.string() })) }),
});

/** Waits until the engines of the worker are known, and none of them is still starting. */
async function engineStart({ baseUrl, key }: MeasuredService, signal: AbortSignal): Promise<void> {
  for (let seconds = 0; seconds < patienceSeconds; seconds += 1) {
    const response = await fetch(`${baseUrl}/v1/engines`, { headers: { "x-api-key": key }, signal });
    const known = engines.parse(await response.json()).data.items.filter(({ kind }) => kind === "synthesis");
    if (known.length > 0 && known.every(({ state }) => state !== "starting")) return;
    await sleep(1_000, undefined, { signal });
  }
  throw new Error("The engines did not start.");
}

async function voicesOf({ baseUrl, key }: MeasuredService, signal: AbortSignal): Promise<readonly Voice[]> {
  const voices: Voice[] = [];
  for (let number = 1; ; number += 1) {
    const address = `${baseUrl}/v1/voices?type=builtin&limit=100&page=${number}`;
    const response = await fetch(address, { headers: { "x-api-key": key }, signal });
    const { data } = page.parse(await response.json());
    voices.push(...data.items);
    if (!data.has_next) return voices;
  }
}

async function measureVoice(service: MeasuredService, voice: Voice, signal: AbortSignal): Promise<MeasuredVoice> {
  const response = await fetch(`${service.baseUrl}/v1/speech/synthesize`, {
    method: "POST",
    headers: { "x-api-key": service.key, "content-type": "application/json", accept: "audio/wav" },
    body: JSON.stringify({ text: previewText(voice.language), voice_id: voice.voice_id }),
    signal,
  });
  const wav = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`answered with ${response.status}`);
  const sampleRate = wav.readUInt32LE(24);
  const path = join(service.directory, `${voice.voice_id}.pcm`);
  await writeFile(path, wav.subarray(headerBytes));
  const seconds = (wav.length - headerBytes) / 2 / sampleRate;
  return { voice, sampleRate, seconds, ...(await measureSpeechLevel({ path, sampleRate, durationSeconds: seconds })) };
}

const offBy = ({ lufs }: SpeechLevel): number => Math.abs(lufs - wanted.lufs);

const isWithin = (one: MeasuredVoice): boolean =>
  offBy(one) <= wanted.toleranceLu &&
  one.truePeakDb <= wanted.truePeakDb &&
  one.leadingSeconds <= wanted.leadingSeconds &&
  one.sampleRate === wanted.sampleRate;

function figuresOf(measured: readonly MeasuredVoice[]): readonly Figure[] {
  const most = (value: (one: MeasuredVoice) => number): number =>
    measured.reduce((largest, one) => Math.max(largest, value(one)), -Infinity);
  const atMost = (measure: string, unit: string, [baseline, service]: readonly [number, number]): Figure => ({
    ...{ measure, unit, baseline, service },
    target: { of: "service", atMost: baseline },
  });
  return [
    atMost(`loudness, furthest from ${wanted.lufs} LUFS`, "LU", [wanted.toleranceLu, most(offBy)]),
    atMost("true peak, highest", "dB", [wanted.truePeakDb, most((one) => one.truePeakDb)]),
    atMost("leading silence, longest", "s", [wanted.leadingSeconds, most((one) => one.leadingSeconds)]),
    atMost("voices that are not at 24 kHz", "", [
      0,
      measured.filter((one) => one.sampleRate !== wanted.sampleRate).length,
    ]),
    atMost("voices that miss any of these", "", [0, measured.filter((one) => !isWithin(one)).length]),
  ];
}

const headings = ["language", "quality", "LUFS", "peak dB", "lead s", "Hz", "s", "voice", ""] as const;

function tableOf(measured: readonly MeasuredVoice[]): readonly string[] {
  const rows = measured.map((one) => [
    one.voice.language,
    one.voice.quality ?? "",
    one.lufs.toFixed(1),
    one.truePeakDb.toFixed(1),
    one.leadingSeconds.toFixed(3),
    `${one.sampleRate}`,
    one.seconds.toFixed(1),
    one.voice.name,
    isWithin(one) ? "" : "MISSED",
  ]);
  const table = [[...headings], ...rows];
  const widths = headings.map((_heading, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
