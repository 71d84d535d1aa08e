import { z } from "zod";
import { countEnded } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitRecording } from "#faults/calls.ts";
import { atMost, exactly } from "#faults/outcome.ts";
import { until } from "#harness/until.ts";
import { audioForm } from "#harness/clients/client.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { speech, wav } from "#harness/audio/sounds.ts";
import type { Part, Target } from "./part.ts";

const atOnce = 4;
const goneMs = 5_000;
const patienceMs = 120_000;
const paddedBytes = 50_000_000;
const soundSeconds = 0.6;
/** More than 16 kHz mono samples of that sound take. */
const keptKibibytes = 40;
const kibibyte = 1024;

const isAnswer = z.object({ success: z.literal(true) });

/** Demo calls leave no object behind, and of a large file with little sound little is kept. */
export async function attackByStoredBytes(target: Target, demoCalls: number): Promise<Part> {
  const { service, account, signal } = target;
  const { resources, baseUrl } = service;
  const before = new Set(await objectKeys(service));
  const newKeys = async () => (await objectKeys(service)).filter((name) => !before.has(name));
  const audio = await speech("Good morning.");
  const answers = await mapConcurrently([...Array(demoCalls).keys()], atOnce, (index) =>
    demoCall(baseUrl, audio, { index, signal }),
  );
  const isGone = async () => (await newKeys()).length === 0;
  await until(isGone, { withinMs: goneMs, signal });
  const left = (await newKeys()).length;

  const padded = paddedWav();
  const requestId = await submitRecording(padded, { baseUrl, key: account.key, signal });
  await until(async () => (await countEnded(resources, [requestId])) === 1, { withinMs: patienceMs, signal });
  const isSmall = async () => (await sizeOf(target, await newKeys())) <= keptKibibytes * kibibyte;
  await until(isSmall, { withinMs: goneMs, signal });
  const kept = await sizeOf(target, await newKeys());
  return {
    requestIds: [requestId],
    checks: [
      exactly("demo calls that were answered", answers.filter(Boolean).length, demoCalls),
      exactly("objects left by demo calls", left, 0),
      atMost(`kept of ${padded.length / 1e6} MB with ${soundSeconds} s of sound`, kept / kibibyte, {
        limit: keptKibibytes,
        unit: "KiB",
      }),
    ],
    notes: [],
  };
}

async function demoCall(
  baseUrl: string,
  audio: Uint8Array<ArrayBuffer>,
  { index, signal }: { readonly index: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const response =
    index % 2 === 0
      ? await fetch(`${baseUrl}/v1/demo/speech/transcriptions`, { method: "POST", body: audioForm(audio), signal })
      : await fetch(`${baseUrl}/v1/demo/speech/synthesize`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ text: "Good morning." }),
          signal,
        });
  return isAnswer.safeParse(await response.json()).success;
}

/** A WAV whose sound is followed by a chunk that no decoder reads. */
function paddedWav(): Uint8Array<ArrayBuffer> {
  const sound = Buffer.from(wav(soundSeconds, (second) => 0.2 * Math.sin(2_000 * second)));
  const chunk = Buffer.alloc(paddedBytes - sound.length);
  chunk.write("junk", 0);
  chunk.writeUInt32LE(chunk.length - 8, 4);
  const file = Buffer.concat([sound, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return Uint8Array.from(file);
}

async function sizeOf({ service }: Target, keys: readonly string[]): Promise<number> {
  const sizes = await Promise.all(keys.map((name) => service.resources.store.size(name)));
  return sizes.reduce<number>((total, size) => total + (size ?? 0), 0);
}
