import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { AssemblyAI, type TranscriptParams } from "assemblyai";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { findStoredBytes } from "#src/domain/storage/queries.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"] });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-assemblyai-"));
const path = join(folder, "recording.wav");
const said = "Please open the window. Thank you very much.";
const recording = await speech(said);
await writeFile(path, recording);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const clientOf = (apiKey: string, base = `${service.baseUrl}/assemblyai`) => new AssemblyAI({ apiKey, baseUrl: base });
const client = clientOf(key);
const { publicUrl } = service.resources.config;
/** An address of the service at the port at which it listens here. */
const here = (url: string | null): string => url?.replace(publicUrl, service.baseUrl) ?? "";
const quickly = { pollingInterval: 100 } as const;

/** The sentence that a call is refused with. */
const refusal = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );

test("transcribe uploads a local file and waits for the words, with their times in milliseconds", async (t) => {
  const transcript = await client.transcripts.transcribe({ audio: path, speech_models: ["universal-3-pro"] }, quickly);
  t.is(transcript.status, "completed");
  t.deepEqual(wordsOf(transcript.text ?? ""), wordsOf(said));
  const [first, ...others] = transcript.words ?? [];
  t.is(others.length, 7);
  t.true(Number.isInteger(first?.start) && (first?.end ?? 0) > (first?.start ?? 0));
  t.like(first, { text: "Please", speaker: null });
  t.like(transcript, {
    ...{ language_code: "en_us", utterances: null, speech_models: ["universal-3-pro"], webhook_auth: false },
    ...{ auto_highlights: false, redact_pii: false, summarization: false, language_confidence: null },
  });
  t.is(transcript.audio_duration, Math.ceil((recording.length - 44) / 32_000));
  t.true(transcript.audio_url.startsWith(`${publicUrl}/assemblyai/v2/upload/`));
  t.like(await client.transcripts.get(transcript.id), { id: transcript.id, text: transcript.text });
});

test("a stream and bytes are uploaded as they are, also at a base without prefix", async (t) => {
  const rooted = clientOf(key, service.baseUrl);
  for (const audio of [createReadStream(path), recording]) {
    const { status, text } = await rooted.transcripts.transcribe({ audio }, quickly);
    t.deepEqual([status, wordsOf(text ?? "")], ["completed", wordsOf(said)]);
  }
});

test("without punctuation, capitals and figures the words stand alone", async (t) => {
  const plain = { audio: recording, punctuate: false, format_text: false };
  const { text, words, punctuate, format_text: isFormatted } = await client.transcripts.transcribe(plain, quickly);
  t.regex(text ?? "", /^please [a-z ]+$/);
  t.is(words?.map((word) => word.text).join(" "), text ?? "");
  t.deepEqual([punctuate, isFormatted], [false, false]);
});

test("a completed transcript has sentences, paragraphs, subtitles and a search", async (t) => {
  const { id } = await client.transcripts.transcribe({ audio: recording }, quickly);
  const { sentences, audio_duration: seconds } = await client.transcripts.sentences(id);
  t.is(sentences.flatMap(({ words }) => words).length, 8);
  t.true(Number.isInteger(seconds));
  const { paragraphs } = await client.transcripts.paragraphs(id);
  t.deepEqual(
    paragraphs.map(({ words }) => words.length),
    [8],
  );
  t.regex(await client.transcripts.subtitles(id), /^1\n00:00:00,\d{3} --> /);
  const vtt = await client.transcripts.subtitles(id, "vtt", 12);
  t.regex(vtt, /^WEBVTT\n/);
  const lines = vtt.split("\n").filter((line) => line !== "" && !/-->|^WEBVTT/.test(line));
  t.true(lines.every((line) => line.length <= 12) && lines.length > 3, vtt);
  const found = await client.transcripts.wordSearch(id, ["the window", "THANK", "nowhere"]);
  t.deepEqual(
    found.matches.map(({ text, count, indexes }) => [text, count, indexes]),
    [
      ["the window", 1, [2]],
      ["THANK", 1, [4]],
    ],
  );
  t.is(found.total_count, 2);
});

test("transcripts are listed newest first, page by page in both directions, with those of other APIs", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1)
    ids.unshift((await own.transcripts.transcribe({ audio: recording }, quickly)).id);
  const first = await own.transcripts.list({ limit: 2 });
  t.deepEqual(
    first.transcripts.map(({ id }) => id),
    ids.slice(0, 2),
  );
  t.like(first.page_details, { limit: 2, result_count: 2, next_url: null });
  const older = await own.transcripts.list(here(first.page_details.prev_url));
  t.deepEqual(
    older.transcripts.map(({ id }) => id),
    ids.slice(2),
  );
  t.is(older.page_details.prev_url, null);
  const newer = await own.transcripts.list(here(older.page_details.next_url));
  t.deepEqual(
    newer.transcripts.map(({ id }) => id),
    ids.slice(0, 2),
  );
  const [item] = first.transcripts;
  t.like(item, { status: "completed", error: null });
  t.true(item?.created instanceof Date && item.completed instanceof Date);
  t.is((await own.transcripts.list({ status: "error" })).transcripts.length, 0);
  t.is((await own.transcripts.list({ created_on: "2020-01-01" })).transcripts.length, 0);
  const listed = await service.call("GET", "/v1/speech/requests", { key: account.key });
  t.like(listed.json, { data: { total: 3 } });
  t.is((await client.transcripts.list({ after_id: ids[0] ?? "" })).transcripts.length, 0);
});

test("a deleted transcript is shown once more without its words, and is gone then", async (t) => {
  const { id } = await client.transcripts.transcribe({ audio: recording }, quickly);
  t.like(await client.transcripts.delete(id), { id, text: "Deleted by user.", words: null, status: "completed" });
  t.is(await refusal(client.transcripts.get(id)), "Transcript lookup error, transcript id not found.");
});

test("an upload is used by its own account alone, as often as it likes, and counts as stored", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key);
  const url = await own.files.upload(recording);
  t.is(await findStoredBytes(service.resources.db, account.userId), recording.length);
  for (const audio of [url, url]) t.is((await own.transcripts.transcribe({ audio }, quickly)).status, "completed");
  const other = await service.account();
  const gone = "audio_url: Cannot access uploaded file: it is older than a day, or was never there.";
  t.is(await refusal(clientOf(other.key).transcripts.submit({ audio: url })), gone);
  t.deepEqual(await chargesOf(service.resources, other.userId), []);
});

test("options that change what cannot be changed are refused, and those without effect are named", async (t) => {
  const account = await service.account();
  const audio_url = await clientOf(account.key).files.upload(recording);
  const refused: readonly Partial<TranscriptParams>[] = [
    { speaker_labels: true, multichannel: true },
    { auto_highlights: true },
    { audio_start_from: 2_000, audio_end_at: 2_000 },
    { speaker_labels: true, speaker_options: { min_speakers_expected: 3, max_speakers_expected: 2 } },
  ];
  for (const fields of refused) {
    const sentence = await refusal(clientOf(account.key).transcripts.submit({ audio_url, ...fields }));
    const [name = ""] = "multichannel" in fields ? ["speaker_labels"] : Object.keys(fields).toReversed();
    t.true(sentence.startsWith(name), `${name}: ${sentence}`);
  }
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
  const json = { audio_url, prompt: "A call.", disfluencies: true, speakers_expected: 2, surprise: 1 };
  const answer = await service.call("POST", "/assemblyai/v2/transcript", { key: account.key, json });
  t.is(answer.status, 200);
  const names = "prompt, disfluencies, speakers_expected, surprise";
  t.is(answer.headers.get("speech-ignored"), names);
  t.like(answer.json, { status: "queued", prompt: "A call.", disfluencies: true, speakers_expected: 2 });
});
