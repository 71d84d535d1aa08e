import { once } from "node:events";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { audioForm } from "#harness/clients/client.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import { encoded, tone } from "#harness/audio/sounds.ts";
import { id3, png, wavClaiming } from "#harness/audio/hostile-media.ts";
import { hostileUploads } from "#harness/audio/hostile-uploads.ts";

const demo = "/v1/demo/speech/transcriptions";

/** It must never get a request. */
const asked: string[] = [];
const listener = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end();
}).listen(0, "127.0.0.1");
await once(listener, "listening");
const address = listener.address();
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/canary.wav`;

const service = await startService({ workers: ["transcription"] });
const { dataDir } = service.resources.config;
const canary = join(dataDir, "canary.wav");
await writeFile(canary, tone(3));
const movie = await encoded(tone(1), "mov", ["-c:a", "pcm_s16be"]);
const mp3 = await encoded(tone(1), "mp3", ["-id3v2_version", "0"]);
test.after.always(async () => {
  listener.close();
  await service[Symbol.asyncDispose]();
});

const bytes = (content: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(content);

async function refused(t: ExecutionContext, content: Uint8Array): Promise<void> {
  const started = performance.now();
  const { status, json } = await service.call("POST", demo, { form: audioForm(bytes(content)) });
  t.is(status, 422, JSON.stringify(json).slice(0, 300));
  t.like(json, { detail: [{ type: "value_error", loc: ["body", "audio"], input: null }] });
  t.false(JSON.stringify(json).includes(dataDir));
  t.true(performance.now() - started < 10_000);
}

// One after the other: the demo takes few at once, and each has its ten seconds for itself.
for (const [title, content] of hostileUploads({ canary, url, movie }))
  test.serial(`${title} is refused`, (t) => refused(t, content));

test("a WAV that says it lasts a day is refused before it is kept", async (t) => {
  const claims = wavClaiming({ sampleRate: 1, bits: 8 }, new Uint8Array(86_400));
  const { status, json } = await service.call("POST", demo, { form: audioForm(bytes(claims)) });
  t.is(status, 413);
  t.like(json, { code: "audio_too_long", max_seconds: 60 });
});

test("a huge cover before real sound does not get in its way", async (t) => {
  const { status } = await service.call("POST", demo, {
    form: audioForm(bytes(Buffer.concat([id3(png(20_000, 20_000)), mp3]))),
  });
  t.is(status, 200);
});

test("noise behind the first bytes of every kind is refused, and breaks nothing", async (t) => {
  const noise = Uint8Array.from({ length: 4000 }, (_, index) => (index * 2654435761) >>> 13);
  const sounds = await Promise.all(
    ["wav", "flac", "ogg", "m4a", "webm"].map((extension) => encoded(tone(0.5), extension)),
  );
  for (const sound of sounds) {
    const content = Buffer.concat([sound.subarray(0, 60), noise]);
    const { status } = await service.call("POST", demo, { form: audioForm(bytes(content)) });
    t.true([200, 422].includes(status), `${status}`);
  }
});

test.after("nothing was asked for, read, or left", async (t) => {
  t.deepEqual(asked, []);
  t.deepEqual(await readFile(canary), Buffer.from(tone(3)));
  t.deepEqual(await leftoversAfter(service), nothing);
  const { db } = service.resources;
  const failed = await db.selectFrom("speech_requests").select("error_code").where("status", "=", "failed").execute();
  t.true(failed.length > 0 && failed.every((row) => row.error_code === "audio_unusable"));
  t.deepEqual(await children(), [], "no decoder is left running");
  t.deepEqual((await leftoversAfter(service)).orphans, []);
});

/** Decoders that work in the folders of this service. */
async function children(): Promise<readonly string[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return commands.filter((command) => command.includes("ffmpeg") && command.includes(dataDir));
}
