import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { SarvamAIClient, SarvamAIError } from "sarvamai";
import { z } from "zod";
import { freePort } from "#harness/servers/backing-services.ts";

/** Sarvam's own client, as its users make it, with another address. */
export const sarvamClient = (url: string, apiSubscriptionKey: string): SarvamAIClient => {
  const base = `${url}/sarvam`;
  const environment = { base, creative: base, production: base.replace(/^http/, "ws") };
  return new SarvamAIClient({ apiSubscriptionKey, environment });
};

const errorBody = z.object({ error: z.object({ message: z.string(), code: z.string(), request_id: z.uuid() }) });

/** Reads what the client throws: the name of its class, the status, Sarvam's word for the reason, and the sentence. */
export async function refusalOf(t: ExecutionContext, call: PromiseLike<unknown>) {
  const thrown = await t.throwsAsync(Promise.resolve(call), { instanceOf: SarvamAIError });
  const { code, message: sentence, request_id: requestId } = errorBody.parse(thrown?.body).error;
  return { name: thrown?.constructor.name, status: thrown?.statusCode, code, sentence, requestId };
}

/** Settings with which a service answers addresses that lead to it, and moves batches on at once. */
export async function jobSettings(): Promise<Readonly<Record<string, string>>> {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, SWEEP_INTERVAL_MS: "100", HEARTBEAT_MS: "200" };
}

/** Recordings in a folder: two good ones, and `broken.flac`, which begins like one and is none. */
export async function openRecordings(sound: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), "speech-jobs-"));
  const paths = ["one.wav", "broken.flac", "दो.wav"].map((name) => join(folder, name));
  const broken = Buffer.concat([Buffer.from("fLaC"), randomBytes(20_000)]);
  for (const path of paths) await writeFile(path, path.endsWith("flac") ? broken : sound);
  return { folder, paths, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
