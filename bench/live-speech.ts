import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openSocket, type SocketClient } from "#harness/clients/socket-client.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { kokoro, missingKokoro, naturalSettings, voiceIdOf } from "#harness/service/natural-voices.ts";
import { quantile } from "#harness/statistics.ts";
import type { Figure, Report } from "./report.ts";
import { type BenchOptions, startService, untilApiOffersKokoro } from "./running-service.ts";

const voice = "af_heart";
const defaultCalls = 20;
const warmUpCalls = 2;
const metricsPort = 19_465;
/** Spoken in one piece, so that all the engine does until `Flushed` is done for the first sound. */
const shortTexts = ["Of course.", "I can help.", "One moment.", "Right away."] as const;
const sentence =
  "Sure, I can help you with that, your parcel left the warehouse this morning and will be there at noon. ";
const longText = `${sentence}${"It is on the van of a colleague, who will ring the bell twice before he leaves. ".repeat(3)}`;
const [mostFirstMs, mostAddedMs, mostSilenceMs] = [450, 30, 50];
/** The client has heard some of the text when it interrupts. */
const heardMs = 100;
/** Sound that was on its way would have come. */
const quietMs = 300;

interface Times {
  readonly first: number[];
  /** The time that the engine took for the same pieces. */
  readonly engine: number[];
  readonly added: number[];
  readonly long: number[];
  readonly silence: number[];
}

/** How soon a socket sounds behind `Flush`, beside the time that the engine takes for it, and how soon it is silent behind `Clear`. */
export async function measureLiveSpeech(options: BenchOptions): Promise<Report> {
  const { repetitions: calls = defaultCalls, signal } = options;
  const missing = await missingKokoro();
  if (missing !== null) throw new Error(`Speech over a socket cannot be measured: ${missing}`);
  const load = machineLoad();
  const settings = { ...naturalSettings, METRICS_PORT: `${metricsPort}` };
  await using service = await startService(["api", "maintenance"], options, naturalSettings);
  await service.start("synthesis", settings);
  await untilApiOffersKokoro(service, signal);
  const model = await voiceIdOf(service.resources, kokoro, voice);
  const url = `${service.baseUrl}/deepgram/v1/speak?model=${model}`;
  const client = await openSocket(url, { headers: { authorization: `Token ${service.key}` } });
  const times: Times = { first: [], engine: [], added: [], long: [], silence: [] };
  for (let call = -warmUpCalls; call < calls; call += 1) {
    const before = await engineMs();
    const firstMs = await firstSoundMs(client, shortTexts[Math.abs(call) % shortTexts.length] ?? "");
    await client.next("Flushed");
    const ownMs = (await engineMs()) - before;
    const longMs = await firstSoundMs(client, longText);
    const silenceMs = await silenceAfterClearMs(client, signal);
    if (call < 0) continue;
    times.first.push(firstMs);
    times.engine.push(ownMs);
    times.added.push(firstMs - ownMs);
    times.long.push(longMs);
    times.silence.push(silenceMs);
  }
  client.socket.terminate();
  return {
    title: `Speech over a socket by Kokoro, ${calls} texts of each kind in turn; ${service.stack}; ${load}`,
    baseline: "the time for which the host of the engine works on the same piece",
    figures: figuresOf(times),
    notes: [
      `A short text is one piece, such as "${shortTexts[0]}"; a long one begins with "${sentence.trim()}".`,
      "The silence is the time from Clear to the last sound that came after it; 0 where none came.",
    ],
  };
}

function figuresOf({ first, engine, added, long, silence }: Times): readonly Figure[] {
  const figure = (measure: string, of: readonly number[], share: number): Figure => ({
    ...{ measure: `${measure}, p${100 * share}`, unit: "ms", baseline: quantile(engine, share) },
    service: quantile(of, share),
  });
  return [
    { ...figure("Flush to the first sound, short text", first, 0.5), target: { of: "service", atMost: mostFirstMs } },
    figure("Flush to the first sound, short text", first, 0.95),
    { ...figure("of it not the engine", added, 0.5), target: { of: "service", atMost: mostAddedMs } },
    figure("of it not the engine", added, 0.95),
    figure("Flush to the first sound, long text", long, 0.5),
    figure("Flush to the first sound, long text", long, 0.95),
    figure("Clear to silence", silence, 0.5),
    { ...figure("Clear to silence", silence, 0.95), target: { of: "service", atMost: mostSilenceMs } },
  ];
}

/** Has a text spoken, as a program that has all of it. */
async function firstSoundMs(client: SocketClient, text: string): Promise<number> {
  client.say({ type: "Speak", text });
  const heard = client.sound.length;
  const begun = performance.now();
  client.say({ type: "Flush" });
  while (client.sound.length === heard) await once(client.socket, "message");
  return performance.now() - begun;
}

/** Interrupts a text that sounds. */
async function silenceAfterClearMs(client: SocketClient, signal: AbortSignal): Promise<number> {
  await sleep(heardMs, undefined, { signal });
  const begun = performance.now();
  let lastMs = 0;
  const note = (_: Buffer, isBinary: boolean): void => {
    if (isBinary) lastMs = performance.now() - begun;
  };
  client.socket.on("message", note);
  client.say({ type: "Clear" });
  await client.next("Cleared");
  await sleep(quietMs, undefined, { signal });
  client.socket.off("message", note);
  // The engine finishes what it speaks, beside which nothing can be measured.
  client.say({ type: "Speak", text: shortTexts[0] });
  client.say({ type: "Flush" });
  await client.next("Flushed");
  return lastMs;
}

/** Reads how long the hosts of the engine have worked so far. */
async function engineMs(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return 1000 * Number(/^engine_work_seconds_total\{engine="kokoro"\} ([\d.e+-]{1,30})$/m.exec(text)?.[1] ?? 0);
}
