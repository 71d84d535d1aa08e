import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssemblyAI } from "assemblyai";
import test from "ava";
import { z } from "zod";
import { redactedAudioUrl } from "#src/api/dialects/assemblyai/redacted-audio-routes.ts";
import { openSecretBox } from "#src/domain/callbacks/secret-box.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { decodeRecording, readRecordings } from "#harness/audio/recordings.ts";
import { tone, wav } from "#harness/audio/sounds.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startHearing } from "#test/support/hearing-worker.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { insertMuted } from "#test/support/rows.ts";
import { startService, type TestService, type TestServiceOptions } from "#test/support/service.ts";

const said = "My card is 4111 1111 1111 1111 and that is it.";
/** A service whose own address is that at which it listens. */
async function startReachable(options: TestServiceOptions = {}): Promise<TestService> {
  const port = await freePort();
  return startService({ ...options, env: { PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` } });
}

const service = await startReachable();
const hearing = await startHearing(service, said);
const { key, userId } = await service.account();
const clientOf = (apiKey: string, { baseUrl } = service) =>
  new AssemblyAI({ apiKey, baseUrl: `${baseUrl}/assemblyai` });
const { transcripts } = clientOf(key);
const { SPEECH_CLIPS: clips = "" } = process.env;
const hasModel = (await findInstalledModel(modelsDirectory, "moonshine-tiny-en")) !== null;
const hasPython = await hasPythonPackage("assemblyai");
const folder = await mkdtemp(join(tmpdir(), "redacted-"));
test.after.always(async () => {
  await hearing[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const quickly = { pollingInterval: 50 } as const;
const muting = { redact_pii: true, redact_pii_audio: true } as const;
const asked = { ...muting, redact_pii_policies: ["credit_card_number" as const] };
const hertz = 16_000;
const digits = /\d|\b(?:zero|oh|one|two|three|eight|nine)\b/;

/** The samples of a recording. */
async function samplesOf(bytes: Uint8Array): Promise<Int16Array> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  await decodeRecording(path, `${path}.raw`, new AbortController().signal);
  const { buffer, byteOffset, length } = await readFile(`${path}.raw`);
  return new Int16Array(buffer.slice(byteOffset, byteOffset + length));
}

/** The loudest sample from one second to another. */
const peakOf = (samples: Int16Array, from: number, to: number): number =>
  samples
    .subarray(Math.round(hertz * from), Math.round(hertz * to))
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

const refusal = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );

test("AssemblyAI's own client fetches the muted recording, whose address needs no key", async (t) => {
  const { id, text } = await transcripts.transcribe({ audio: Buffer.from(tone(6)), ...asked }, quickly);
  t.is(text, "My card is [card] and that is it.");
  const { status, redacted_audio_url: url } = await transcripts.redactedAudio(id);
  t.is(status, "redacted_audio_ready");
  t.true(url.startsWith(`${service.baseUrl}/assemblyai/v2/transcript/${id}/redacted-audio.flac?token=`), url);
  const file = await transcripts.redactedAudioFile(id);
  const samples = await samplesOf(new Uint8Array(await file.arrayBuffer()));
  // The card is said from 1.2 to 2.7 s.
  t.is(peakOf(samples, 1.1, 2.8), 0);
  t.true(peakOf(samples, 0, 1) > 1_000 && peakOf(samples, 3, 6) > 1_000);
  const part = await fetch(url, { headers: { range: "bytes=0-3" } });
  t.deepEqual([part.status, part.headers.get("content-type"), await part.text()], [206, "audio/flac", "fLaC"]);
  const bare = await fetch(url.replace("/assemblyai/", "/"));
  t.is(bare.status, 200);
});

test("an address opens one recording, until its time is over or the transcript is deleted", async (t) => {
  const [id, other] = [await insertMuted(service.resources, userId), await insertMuted(service.resources, userId)];
  const statusOf = async (address: string): Promise<number> => (await fetch(address)).status;
  const url = await redactedAudioUrl(service, id);
  t.is(await statusOf(url), 200);
  t.is(await statusOf(url.replace(id, other)), 403);
  t.is(await statusOf(url.replace(/.$/, (last) => (last === "A" ? "Q" : "A"))), 403);
  t.is(await statusOf(`${url}AAAA`), 403);
  t.is(await statusOf(url.replace(/token=.*/, "token=A")), 403);
  t.is(await statusOf(url.replace(/\?.*/, "")), 400);
  const box = await openSecretBox(service.resources);
  const withToken = (text: string) => url.replace(/token=.*/, `token=${box.seal(text).toString("base64url")}`);
  const now = Math.floor(Date.now() / 1000);
  t.is(await statusOf(withToken(`redacted-audio ${id} ${now + 60}`)), 200);
  for (const text of [
    `redacted-audio ${id} ${now - 1}`,
    `redacted-audio ${id}`,
    `other ${id} ${now + 60}`,
    "whsec_AAAA",
  ])
    t.is(await statusOf(withToken(text)), 403, text);
  const expired = await (await fetch(withToken(`redacted-audio ${id} ${now - 1}`))).text();
  t.is(expired, JSON.stringify({ error: "This address is not valid, or has expired. Ask for another one." }));
  await transcripts.delete(id);
  t.is(await statusOf(url), 404);
});

test("a transcript without a muted recording, or of another account, has no address", async (t) => {
  const whole = await transcripts.transcribe({ audio: Buffer.from(tone(6)) }, quickly);
  t.regex(await refusal(transcripts.redactedAudio(whole.id)), /has no muted recording. Send redact_pii and/);
  const url = await redactedAudioUrl(service, whole.id);
  t.is((await fetch(url)).status, 404, "the recording that is kept is not muted");
  const muted = await insertMuted(service.resources, userId);
  const stranger = clientOf((await service.account()).key).transcripts;
  t.regex(await refusal(stranger.redactedAudio(muted)), /transcript id not found/);
  await service.resources.db
    .updateTable("speech_requests")
    .set({ status: "processing", finished_at: null, result_key: null })
    .where("id", "=", muted)
    .execute();
  t.like(await transcripts.redactedAudio(muted), { status: "redacted_audio_processing" });
});

const program = `
import assemblyai as aai
aai.settings.base_url = given["url"] + "/assemblyai"
aai.settings.api_key = given["key"]
aai.settings.polling_interval = 0.1
policies = [aai.PIIRedactionPolicy.credit_card_number]
config = aai.TranscriptionConfig(redact_pii=True, redact_pii_audio=True, redact_pii_policies=policies, audio_start_from=1000)
transcript = aai.Transcriber().transcribe(given["audio"], config)
transcript.save_redacted_audio(given["path"])
print(json.dumps({"text": transcript.text, "start": transcript.words[0].start, "url": transcript.get_redacted_audio_url()}))
`;

if (hasPython) {
  test("PyPI assemblyai: saves the muted recording of a part", async (t) => {
    const [audio, path] = [join(folder, "tone.wav"), join(folder, "saved.flac")];
    await writeFile(audio, tone(6));
    const printed = await runPython(program, { url: service.baseUrl, key, audio, path });
    const { text, start, url } = z.object({ text: z.string(), start: z.int(), url: z.url() }).parse(printed);
    t.is(text, "My card is [card] and that is it.");
    t.is(start, 1_000);
    t.is((await fetch(url)).status, 200);
    const samples = await samplesOf(await readFile(path));
    t.is(peakOf(samples, 0, 0.98), 0);
    t.is(peakOf(samples, 2.1, 3.8), 0);
    t.true(peakOf(samples, 1.02, 2) > 1_000 && peakOf(samples, 4, 6) > 1_000);
  });
} else {
  test.skip("PyPI assemblyai: saves no muted recording, because python3 has no package `assemblyai`", () => undefined);
}

if (clips === "" || !hasModel) {
  test.skip("numbers in a recording: not muted, because SPEECH_CLIPS names no folder, or the model is missing", () =>
    undefined);
} else {
  test.serial("numbers that are said in a recording are muted, and not heard again", async (t) => {
    t.timeout(180_000);
    await using real = await startReachable({ workers: ["transcription"] });
    const own = clientOf((await real.account()).key, real).transcripts;
    const recordings = await readRecordings(clips);
    const sounds = ["jfk.wav", "vosk-digits.wav"].map(async (name) => {
      const { path = "" } = recordings.find((one) => one.name === name) ?? {};
      const pause = new Int16Array(2 * hertz);
      return [...(await samplesOf(await readFile(path))), ...pause];
    });
    const samples = (await Promise.all(sounds)).flat();
    const audio = wav(samples.length / hertz, (second) => (samples[Math.round(second * hertz)] ?? 0) / 32_768);
    const policies = z.custom<"phone_number">().parse("numbers");
    const call = { audio: Buffer.from(audio), format_text: false, ...muting, redact_pii_policies: [policies] };
    const { id, text } = await own.transcribe(call, quickly);
    t.log(text);
    t.regex(text ?? "", /do for your country\W+\[digits\]/);
    t.notRegex(text ?? "", digits);
    const muted = new Uint8Array(await (await own.redactedAudioFile(id)).arrayBuffer());
    const heard = await own.transcribe({ audio: Buffer.from(muted), format_text: false }, quickly);
    t.log(heard.text);
    t.regex(heard.text ?? "", /do for your country/);
    t.notRegex(heard.text ?? "", digits);
  });
}
