import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { wavHeader } from "#workers/speech/audio/wav.ts";
import { startBareServer } from "./bare-process.ts";
import { memoryGrowthMib, residentMib } from "#harness/service/processes.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { median, millisecondsOf } from "#harness/statistics.ts";

/** The longest audio that is taken, 3600 s, in just under the 50 MiB that are taken. */
const fileSeconds = 3_600;
const fileSampleRate = 7_281;
const fileMib = 50;
const atOnce = 10;
const defaultUploads = 5;
const warmUpUploads = 3;

/** Someone who takes uploads. */
interface Receiver {
  readonly pid: number;
  readonly upload: (path: string) => Promise<unknown>;
}

interface Cost {
  readonly growthMib: number;
  readonly wallMs: number;
}

/** Measures what uploads of the largest size cost the API in memory and time, whatever becomes of them. */
export async function measureUploads(options: BenchOptions): Promise<Report> {
  const { repetitions: uploads = defaultUploads, signal } = options;
  const load = machineLoad();
  await using service = await startService(["api"], options);
  const client = openSpeechClient(service, signal);
  const api: Receiver = { pid: service.pidOf("api"), upload: (path) => client.submit(path) };
  await using server = await startBareServer(["uploads"], signal);
  const bare: Receiver = { pid: server.pid, upload: (upload) => sendBare(server.baseUrl, upload, signal) };
  const path = join(service.directory, "upload.wav");
  await writeSilence(path);

  const residentBefore = await residentMib(api.pid);
  const [single, bareSingle]: [Cost[], Cost[]] = [[], []];
  for (let round = -warmUpUploads; round < uploads; round += 1) {
    const [bareCost, cost] = [await costOf(bare, path, 1), await costOf(api, path, 1)];
    if (round < 0) continue;
    bareSingle.push(bareCost);
    single.push(cost);
  }
  const [bareTen, ten] = [await costOf(bare, path, atOnce), await costOf(api, path, atOnce)];
  const residentAfter = await residentMib(api.pid);
  return {
    title: `Uploads of ${fileMib} MiB to the API; ${service.stack}; ${load}`,
    baseline: "a Node server that writes the body to disk and does nothing else",
    figures: figuresOf({ one: bareSingle, ten: bareTen }, { one: single, ten }),
    notes: [
      "Memory is the growth of the process's resident memory from before the upload to its highest point.",
      `Growth by each single upload, in MiB: ${single.map(({ growthMib }) => growthMib.toFixed(1)).join(", ")}.`,
      `The API's resident memory in MiB: before the first upload ${residentBefore.toFixed(0)}, after the last ${residentAfter.toFixed(0)}.`,
    ],
  };
}

interface Costs {
  /** Costs of uploads one after the other. */
  readonly one: readonly Cost[];
  /** The cost of several at once. */
  readonly ten: Cost;
}

function figuresOf(baseline: Costs, service: Costs): readonly Figure[] {
  const growth = ({ one }: Costs): number => median(one.map(({ growthMib }) => growthMib));
  const time = ({ one }: Costs): number => median(one.map(({ wallMs }) => wallMs));
  const single = `one upload, median of ${service.one.length}`;
  const several = `${atOnce} at once`;
  return [
    {
      measure: `memory, ${single}`,
      unit: "MiB",
      baseline: growth(baseline),
      service: growth(service),
      target: { of: "service", atMost: 32 },
    },
    {
      measure: `memory, ${several}`,
      unit: "MiB",
      baseline: baseline.ten.growthMib,
      service: service.ten.growthMib,
      target: { of: "service", atMost: 96 },
    },
    { measure: `time, ${single}`, unit: "ms", baseline: time(baseline), service: time(service) },
    { measure: `time, ${several}`, unit: "ms", baseline: baseline.ten.wallMs, service: service.ten.wallMs },
  ];
}

async function costOf({ pid, upload }: Receiver, path: string, count: number): Promise<Cost> {
  let wallMs = 0;
  const growthMib = await memoryGrowthMib(pid, async () => {
    wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: count }, () => upload(path))));
  });
  return { growthMib, wallMs };
}

async function sendBare(url: string, path: string, signal: AbortSignal): Promise<void> {
  const body = new FormData();
  body.set("audio", await openAsBlob(path), "recording");
  const response = await fetch(url, { method: "POST", body, signal });
  await response.arrayBuffer();
}

async function writeSilence(path: string): Promise<void> {
  const dataBytes = fileSeconds * fileSampleRate * 2;
  await using file = await open(path, "wx");
  await file.write(wavHeader(fileSampleRate, dataBytes));
  for (let left = dataBytes; left > 0;) {
    const { bytesWritten } = await file.write(Buffer.alloc(Math.min(left, 1024 * 1024)));
    left -= bytesWritten;
  }
}
