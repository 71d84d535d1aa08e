import test from "ava";
import { AssemblyAI, type TranscriptParams } from "assemblyai";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { answering, localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { tone } from "#harness/audio/sounds.ts";
import { openRecordingServer } from "#harness/outbound/recording-server.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { startHearing, startTextModel } from "#test/support/hearing-worker.ts";
import { startService } from "#test/support/service.ts";

const said = "My card is 4111 1111 1111 1111 and I am gonna call Cavanagh about this shit.";
const textModel = await startTextModel();
const service = await startService({ env: { ...localReceivers, ...textModel.env } });
/** No text model, and no worker. */
const plain = await startService({ env: localReceivers });
const hearing = await startHearing(service, said);
const recording = Buffer.from(tone(8));
const server = await openRecordingServer(recording);
const { key, userId } = await service.account();
const clientOf = (apiKey: string, { baseUrl } = service) =>
  new AssemblyAI({ apiKey, baseUrl: `${baseUrl}/assemblyai` });
const { transcripts, files } = clientOf(key);
const audio = await files.upload(recording);
test.after.always(async () => {
  await hearing[Symbol.asyncDispose]();
  await Promise.all([service, plain, textModel, server].map((one) => one[Symbol.asyncDispose]()));
});

const quickly = { pollingInterval: 50 } as const;
const within = { withinMs: 60_000, signal: new AbortController().signal };

/** The sentence that a call is refused with. */
const refusal = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );

const statusCode = async (id: string) => (await transcripts.get(id)).webhook_status_code;

const storedOptions = async (id: string): Promise<string> => {
  const rows = service.resources.db.selectFrom("speech_requests").select("options").where("id", "=", id);
  return JSON.stringify((await rows.executeTakeFirstOrThrow()).options);
};

test("an address of another host is fetched with its query, and neither shown nor kept with it", async (t) => {
  const url = server.at("/good.wav?signature=se%2Fcret");
  const submitted = await transcripts.submit({ audio: url });
  t.is(submitted.audio_url, server.at("/good.wav"));
  const { id, status, text, audio_url: shown } = await transcripts.waitUntilReady(submitted.id, quickly);
  t.deepEqual([status, text, shown], ["completed", said, server.at("/good.wav")]);
  t.true(server.asked.some((one) => one.url === "/good.wav?signature=se%2Fcret"));
  t.notRegex(await storedOptions(id), /cret/);
  const { transcripts: listed } = await transcripts.list({ limit: 200 });
  t.is(listed.find((one) => one.id === id)?.audio_url, server.at("/good.wav"));
  t.notRegex(JSON.stringify(listed), /cret/);
});

test("an address that gives no recording is the error of its transcript, and costs nothing", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key).transcripts;
  const failed = await own.transcribe({ audio: server.at("/none.wav?signature=secret") }, quickly);
  t.is(failed.status, "error");
  t.regex(failed.error ?? "", /The server answered 404/);
  t.is(failed.audio_url, server.at("/none.wav"));
  t.notRegex(await storedOptions(failed.id), /secret/);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});

test("terms and spellings of the caller's are written in place of what was heard", async (t) => {
  const own = { keyterms_prompt: ["Kavanagh"], custom_spelling: [{ from: ["gonna", "wanna"], to: "going to" }] };
  const transcript = await transcripts.transcribe({ audio, ...own }, quickly);
  t.regex(transcript.text ?? "", /I am going to call Kavanagh about/);
  t.like(transcript, own);
  const older = await transcripts.transcribe({ audio, word_boost: ["Kavanagh"], boost_param: "high" }, quickly);
  t.regex(older.text ?? "", /gonna call Kavanagh/);
});

test("only the part from audio_start_from to audio_end_at is transcribed and charged, at its times in the recording", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key).transcripts;
  const part = { audio_start_from: 2_500, audio_end_at: 6_000 };
  const transcript = await own.transcribe({ audio: recording, ...part }, quickly);
  t.like(transcript, { status: "completed", text: said, audio_duration: 4, ...part });
  t.like(transcript.words?.[1], { text: "card", start: 2_900, end: 3_200 });
  const charges = async () => (await chargesOf(service.resources, account.userId)).map(([, credits]) => credits);
  t.deepEqual(await charges(), [4]);
  const { sentences } = await own.sentences(transcript.id);
  t.is(sentences[0]?.start, 2_500);
  t.regex(await own.subtitles(transcript.id, "srt"), /^1\n00:00:02,500 --> /);
  const whole = await own.transcribe({ audio: recording, audio_start_from: 0, audio_end_at: 0 }, quickly);
  t.like(whole.words?.[1], { text: "card", start: 400 });
  t.deepEqual(new Set(await charges()), new Set([4, 8]));
});

test("a part that begins behind the end of the recording is an error that says so and costs nothing", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key).transcripts;
  const failed = await own.transcribe({ audio: recording, audio_start_from: 8_500 }, quickly);
  t.is(failed.status, "error");
  t.regex(failed.error ?? "", /has no sound after second 8\.5/);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});

test("personal data and profanities are taken out of a transcript", async (t) => {
  const asked: Partial<TranscriptParams> = {
    ...{ filter_profanity: true, redact_pii: true, redact_pii_sub: "entity_name", redact_pii_audio: true },
    redact_pii_policies: ["credit_card_number", "phone_number"],
  };
  const transcript = await transcripts.transcribe({ audio, ...asked }, quickly);
  t.is(transcript.text, "My card is [card] and I am gonna call Cavanagh about this s***.");
  t.deepEqual(
    transcript.words?.slice(3, 5).map(({ text }) => text),
    ["[card]", "and"],
  );
  t.like(transcript, asked);
  const kept = await service.call("GET", `/v1/speech/requests/${transcript.id}`, { key });
  t.like(kept.json, { data: { warnings: [] } });
});

test("a text model of the operator's writes the summary, and is named", async (t) => {
  const summed = await transcripts.transcribe({ audio, summarization: true, summary_type: "paragraph" }, quickly);
  t.like(summed, { summary: "A card is named.", text_model: "tiny-text", summarization: true });
  t.like(await transcripts.transcribe({ audio }, quickly), { summary: null, text_model: null });
});

const refused: readonly (readonly [fields: Partial<TranscriptParams>, sentence: RegExp])[] = [
  [{ audio_url: "https://10.0.0.1/a.wav" }, /^audio_url: The address leads to a network that is not allowed/],
  [{ audio_url: "https://ann:secret@example.com/a.wav" }, /^audio_url: The address must not hold a user/],
  [{ audio_url: "ftp://example.com/a.wav" }, /^audio_url: The address must begin with https:/],
  [{ audio_url: "recording.wav" }, /^audio_url: This is no URL/],
  [{ audio_url: `https://example.com/${"a".repeat(8_192)}` }, /^audio_url: String should have at most 8192/],
  [{ keyterms_prompt: Array.from({ length: 201 }, () => "word") }, /^keyterms_prompt: List should have at most 200/],
  [{ keyterms_prompt: ["…"] }, /^keyterms_prompt\.0: a term needs a letter/],
  [{ custom_spelling: [{ from: [], to: "a" }] }, /^custom_spelling\.0\.from: List should have at least 1/],
  [{ custom_spelling: [{ from: ["…"], to: "a" }] }, /^custom_spelling\.0\.from\.0: it needs a letter or a digit/],
  [
    { custom_spelling: [1, 2].map((to) => ({ from: Array.from({ length: 101 }, () => "a"), to: `${to}` })) },
    /^custom_spelling: It has at most 200 words/,
  ],
  [{ audio_start_from: 5_000, audio_end_at: 4_000 }, /^audio_end_at: It must be greater than audio_start_from/],
  [{ audio_start_from: -1 }, /^audio_start_from: Input should be greater than or equal to 0/],
  [{ audio_end_at: 86_400_001 }, /^audio_end_at: Input should be less than or equal to 86400000/],
  [{ redact_pii: true }, /^redact_pii_policies: redact_pii needs it/],
  [
    { redact_pii: true, redact_pii_policies: ["person_name"] },
    /^redact_pii_policies\.0: person_name is not redacted.*credit_card_number/,
  ],
  [{ redact_pii_audio: true }, /^redact_pii_audio: It has no effect without redact_pii/],
  [{ auto_chapters: true }, /^auto_chapters: No chapters are made/],
  [{ summarization: true }, /^summarization: It needs a text model/],
  [{ iab_categories: true }, /^iab_categories: No topics are found/],
  [{ webhook_url: "https://10.0.0.1/hook" }, /^webhook_url: The address leads to a network/],
  [{ webhook_url: "hook" }, /^webhook_url: The callback address is no URL/],
  [{ webhook_auth_header_name: "X-Token" }, /^webhook_auth_header_value: A header has a name and a value/],
  [
    { webhook_auth_header_name: "Host", webhook_auth_header_value: "a" },
    /^webhook_auth_header_name: this header is set/,
  ],
  [{ webhook_auth_header_name: "a b", webhook_auth_header_value: "a" }, /^webhook_auth_header_name: it is no name/],
  [
    { webhook_auth_header_name: "a", webhook_auth_header_value: "a\r\nb: c" },
    /^webhook_auth_header_value: a header has/,
  ],
];

test("what cannot be done is refused with its field, before anything is kept or charged", async (t) => {
  const account = await plain.account();
  const own = clientOf(account.key, plain);
  const audio_url = await own.files.upload(recording);
  for (const [fields, sentence] of refused)
    t.regex(await refusal(own.transcripts.submit({ audio_url, ...fields })), sentence, JSON.stringify(fields));
  const { db } = plain.resources;
  const requests = db.selectFrom("speech_requests").select("id").where("user_id", "=", account.userId);
  t.deepEqual(await requests.execute(), []);
  t.deepEqual(await chargesOf(plain.resources, account.userId), []);
});

test("options of what was not asked for, and values that change nothing, are named as ignored", async (t) => {
  const ignoredOf = async (fields: Readonly<Record<string, unknown>>) => {
    const json = { audio_url: audio, ...fields };
    const answer = await service.call("POST", "/assemblyai/v2/transcript", { key, json });
    t.is(answer.status, 200, JSON.stringify(answer.json));
    return answer.headers.get("speech-ignored");
  };
  const policies = { redact_pii_policies: ["email_address"] };
  t.is(await ignoredOf(policies), "redact_pii_policies");
  t.is(await ignoredOf({ ...policies, redact_pii: true, redact_pii_sub: "hash" }), "redact_pii_sub");
  const muted = { ...policies, redact_pii: true, redact_pii_audio: true };
  const silent = { override_audio_redaction_method: "silence" };
  t.is(await ignoredOf({ ...muted, redact_pii_audio_options: silent }), null);
  t.is(
    await ignoredOf({ ...muted, redact_pii_audio_options: { ...silent, return_redacted_no_speech_audio: true } }),
    "redact_pii_audio_options.return_redacted_no_speech_audio",
  );
  t.is(await ignoredOf({ summary_type: "paragraph" }), "summary_type");
  t.is(await ignoredOf({ summarization: true, summary_type: "bullets" }), "summary_type");
  t.is(await ignoredOf({ summarization: true, summary_type: "paragraph" }), null);
  const header = { webhook_auth_header_name: "X-Token", webhook_auth_header_value: "a" };
  t.is(await ignoredOf(header), "webhook_auth_header_name, webhook_auth_header_value");
});

test("a webhook gets the id and the status with the caller's header and our signature, and its answer is told", async (t) => {
  await using receiver = await startCallbackReceiver();
  const { id, webhook_auth, webhook_url } = await transcripts.submit({
    ...{ audio, webhook_url: `${receiver.url}?token=t0ken` },
    ...{ webhook_auth_header_name: "X-Hook-Secret", webhook_auth_header_value: "Bearer s3cret" },
  });
  t.deepEqual([webhook_auth, webhook_url], [true, receiver.url]);
  t.true(await until(async () => receiver.calls.length > 0, within));
  const [call] = receiver.calls;
  t.like(call, {
    method: "POST",
    path: "/hook?token=t0ken",
    body: JSON.stringify({ transcript_id: id, status: "completed" }),
  });
  t.is(call?.headers["x-hook-secret"], "Bearer s3cret");
  const { secret } = (await service.call("GET", "/v1/webhook-secret", { key })).data(z.object({ secret: z.string() }));
  t.notThrows(() => new Webhook(secret).verify(call?.body ?? "", { ...call?.headers }));
  t.true(await until(async () => (await statusCode(id)) === 204, within));
  t.notRegex(`${await storedOptions(id)} ${JSON.stringify(await transcripts.get(id))}`, /s3cret|t0ken/);
});

test("a webhook gets the error of work that fails, and a refusal of its own is told", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(410));
  const { id } = await transcripts.submit({ audio: server.at("/none.wav"), webhook_url: receiver.url });
  t.is(await statusCode(id), null);
  t.true(await until(async () => receiver.calls.length > 0, within));
  t.is(receiver.calls[0]?.body, JSON.stringify({ transcript_id: id, status: "error" }));
  t.true(await until(async () => (await statusCode(id)) === 410, within));
  t.like(await transcripts.get(id), { status: "error", webhook_auth: false, webhook_url: receiver.url });
  const { db } = service.resources;
  const single = db
    .selectFrom("webhook_endpoints")
    .select("state")
    .where("user_id", "=", userId)
    .where("url", "is", null);
  t.deepEqual(await single.execute(), [{ state: "enabled" }]);
});

test("a webhook gets an error where the transcript is deleted before its end", async (t) => {
  await using receiver = await startCallbackReceiver();
  const account = await plain.account();
  const own = clientOf(account.key, plain);
  const { id } = await own.transcripts.submit({ audio: recording, webhook_url: receiver.url });
  await own.transcripts.delete(id);
  t.true(await until(async () => receiver.calls.length > 0, within));
  t.is(receiver.calls[0]?.body, JSON.stringify({ transcript_id: id, status: "error" }));
});
