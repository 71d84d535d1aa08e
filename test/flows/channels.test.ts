import { setTimeout as delay } from "node:timers/promises";
import { DeepgramClient } from "@deepgram/sdk";
import test from "ava";
import { z } from "zod";
import { findBalances } from "#src/domain/credits/queries.ts";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { encoded, speech, tone, wav } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { lightModels } from "#harness/service/models.ts";
import { inChannels } from "#test/support/channel-recording.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"], env: { SPEECH_MODELS: lightModels } });
const idle = await startService({ env: { WAIT_MAX_SECONDS: "0" } });

const silence = (seconds: number): Buffer => Buffer.alloc(2 * 16_000 * seconds);
/** A sentence after so many seconds of silence. */
const after = (seconds: number, sound: Uint8Array): Uint8Array =>
  Buffer.concat([sound.subarray(0, 44), silence(seconds), sound.subarray(44)]);

const agent = await speech("Good morning. How can I help you with the garden?", "slt");
const customer = after(4, await speech("I would like to open the window today.", "rms"));
const call = inChannels(agent, customer);
const seconds = Math.ceil((Math.max(agent.length, customer.length) - 44) / 32_000);

const { key } = await service.account();
test.after.always(() => Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]())));

const ascending = (one = 0, other = 0): number => one - other;
type Fields = Readonly<Record<string, string>>;
const send = (
  sound: Uint8Array<ArrayBuffer>,
  fields: Fields | null = null,
  options: { readonly key?: string; readonly headers?: Fields } = {},
) =>
  service.call("POST", "/v1/speech/transcriptions", {
    key,
    ...options,
    form: audioForm(sound, fields ?? { channels: "separate" }),
  });

test("each channel is heard by itself, interleaved by time, and charged by its seconds", async (t) => {
  const account = await service.account();
  const answer = (await send(call, { channels: "separate" }, account)).data(transcriptionAnswer);
  t.deepEqual(
    answer.channels.map(({ channel, language, seconds: spoken }) => [channel, language, spoken > 1]),
    [
      [0, "en", true],
      [1, "en", true],
    ],
  );
  const textOf = (own: number) =>
    answer.segments
      .filter(({ channel }) => channel === own)
      .map(({ text }) => text)
      .join(" ");
  t.regex(textOf(0), /garden/i);
  t.notRegex(textOf(0), /window/i);
  t.regex(textOf(1), /window/i);
  t.notRegex(textOf(1), /garden/i);
  t.deepEqual(
    answer.segments.map(({ start }) => start),
    answer.segments.map(({ start }) => start).toSorted(ascending),
  );
  t.true(answer.words.every(({ channel }) => channel === 0 || channel === 1));
  t.is(answer.usage.seconds, 2 * seconds);
  t.deepEqual(await chargesOf(service.resources, account.userId), [[answer.request_id, 2 * seconds]]);
  t.is(await heldOf(service.resources, account.userId), 0);
  const text = await service.call("GET", `/v1/speech/requests/${answer.request_id}/transcript`, { key: account.key });
  t.regex(text.bytes.toString(), /^Channel 1: .*garden.*\nChannel 2: .*window.*\n$/is);
  const srt = await service.call("GET", `/v1/speech/requests/${answer.request_id}/transcript?format=srt`, {
    key: account.key,
  });
  t.regex(srt.bytes.toString(), /\nChannel 2: /);
});

test("without the option the mix is transcribed and charged as before", async (t) => {
  const account = await service.account();
  const answer = (await send(call, {}, account)).data(transcriptionAnswer);
  t.regex(answer.text, /garden.*window/is);
  t.deepEqual(answer.channels, []);
  t.true(answer.words.every((word) => !("channel" in word)));
  t.deepEqual(await chargesOf(service.resources, account.userId), [[answer.request_id, seconds]]);
});

test("a silent channel is empty and costs its seconds, and three lengths of speech stay apart", async (t) => {
  const account = await service.account();
  const answer = (await send(inChannels(agent, wav(0.1), customer), null, account)).data(transcriptionAnswer);
  t.deepEqual(
    answer.channels.map(({ seconds: spoken }) => spoken > 0),
    [true, false, true],
  );
  t.deepEqual([...new Set(answer.words.map(({ channel }) => channel))], [0, 2]);
  t.deepEqual(answer.warnings, []);
  t.deepEqual(await chargesOf(service.resources, account.userId), [[answer.request_id, 3 * seconds]]);
  const empty = (await send(inChannels(wav(2), wav(2)), null, account)).data(transcriptionAnswer);
  t.like(empty, { text: "", words: [], segments: [], usage: { seconds: 4 } });
});

test("a recording with one channel is transcribed and charged as a whole, with a warning", async (t) => {
  const account = await service.account();
  const answer = (await send(agent, null, account)).data(transcriptionAnswer);
  t.regex(answer.text, /garden/i);
  t.deepEqual([answer.channels, answer.warnings.map(({ code }) => code)], [[], ["one_channel"]]);
  t.deepEqual(await chargesOf(service.resources, account.userId), [[answer.request_id, answer.usage.seconds]]);
  t.true(answer.words.every((word) => !("channel" in word)));
});

test("too many channels, speakers beside channels and other words are refused, and cost nothing", async (t) => {
  const account = await service.account();
  const many = inChannels(...Array.from({ length: 64 }, () => tone(0.5)));
  const declared = await send(many, null, account);
  t.is(declared.status, 422);
  t.regex(JSON.stringify(declared.json), /64 channels.*at most 8/);
  // W64 says nothing that is read before it is decoded.
  const found = await send(await encoded(many, "w64"), null, account);
  t.is(found.status, 422);
  t.regex(JSON.stringify(found.json), /64 channels.*at most 8/);
  const both = await send(call, { channels: "separate", diarize: "true" }, account);
  t.is(both.status, 422);
  t.like(both.json, { detail: [{ loc: ["body", "diarize"] }] });
  t.is((await send(call, { channels: "both" }, account)).status, 422);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
  t.is(await heldOf(service.resources, account.userId), 0);
});

test("what all channels cost is held and said before the work, and refused where it cannot be paid", async (t) => {
  const account = await idle.account(0);
  await setBalance(idle.resources, { ...account, pool: "asr" }, 2 * seconds + 1);
  const hear = (fields: Fields) =>
    idle.call("POST", "/v1/speech/transcriptions", { key: account.key, form: audioForm(call, fields) });
  const accepted = await hear({ channels: "separate" });
  t.is(accepted.status, 202);
  t.like(accepted.json, { data: { credits_reserved: 2 * seconds } });
  t.is(await heldOf(idle.resources, account.userId), 2 * seconds);
  const refused = await hear({ channels: "separate" });
  t.is(refused.status, 402);
  t.like(refused.json, { code: "insufficient_credits", required: 2 * seconds, remaining: 1 });
  const { request_id: id } = accepted.data(z.object({ request_id: z.uuid() }));
  await idle.call("DELETE", `/v1/speech/requests/${id}`, { key: account.key });
  t.is((await findBalances(idle.resources.db, account.userId)).asr, 2 * seconds + 1);
});

test("channels that a file does not declare are paid before they are heard", async (t) => {
  const account = await service.account(0);
  await setBalance(service.resources, { ...account, pool: "asr" }, 2 * seconds - 1);
  const file = await encoded(call, "w64");
  const refused = await send(file, null, account);
  t.is(refused.status, 402);
  t.like(refused.json, { required: 2 * seconds });
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
  t.is((await findBalances(service.resources.db, account.userId)).asr, 2 * seconds - 1);
});

test("a repeat with the same key is the same transcript and is charged once; another mode is refused", async (t) => {
  const account = await service.account();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await send(call, { channels: "separate" }, { ...account, headers });
  const again = await send(call, { channels: "separate" }, { ...account, headers });
  t.deepEqual(again.json, first.json);
  t.is((await chargesOf(service.resources, account.userId)).length, 1);
  t.is((await send(call, {}, { ...account, headers })).status, 422);
});

test("progress never falls while channels are heard one after the other", async (t) => {
  const account = await service.account();
  const accepted = await send(call, null, { ...account, headers: { prefer: "respond-async" } });
  const path = accepted.headers.get("location") ?? "";
  const seen: number[] = [];
  for (let status = ""; status !== "completed"; await delay(50)) {
    const shown = (await service.call("GET", path, { key: account.key })).data(
      z.object({ status: z.string(), progress: z.int() }),
    );
    seen.push(shown.progress);
    status = shown.status;
    t.not(status, "failed");
  }
  t.deepEqual(seen, seen.toSorted(ascending));
  t.is(seen.at(-1), 100);
});

test("Deepgram's client is given a result for each channel", async (t) => {
  const deepgram = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const heard = await deepgram.listen.v1.media.transcribeFile(Buffer.from(call), {
    ...{ multichannel: true, smart_format: true, utterances: true },
  });
  if (!("results" in heard)) throw new Error("The work was only accepted.");
  t.is(heard.metadata.channels, 2);
  const texts = heard.results.channels.map(({ alternatives }) => alternatives?.[0]?.transcript ?? "");
  t.is(texts.length, 2);
  t.regex(texts[0] ?? "", /garden/i);
  t.notRegex(texts[0] ?? "", /window/i);
  t.regex(texts[1] ?? "", /window/i);
  t.deepEqual([...new Set(heard.results.utterances?.map(({ channel }) => channel))], [0, 1]);
  const second = heard.results.channels[1]?.alternatives?.[0];
  t.true((second?.words?.[0]?.start ?? 0) > 3.5);
  t.is(second?.paragraphs?.paragraphs?.length, 1);
  const mono = await deepgram.listen.v1.media.transcribeFile(Buffer.from(agent), { multichannel: true });
  t.like(mono, { metadata: { channels: 1 } });
  await t.throwsAsync(
    deepgram.listen.v1.media.transcribeFile(Buffer.from(call), { multichannel: true, diarize: true }),
    { message: /beside multichannel/ },
  );
});

test("ElevenLabs' client is given a transcript of each channel, or one of all", async (t) => {
  const { speechToText } = elevenLabsClient(service.baseUrl, key);
  const file = new File([call], "call.wav", { type: "audio/wav" });
  const asked = { modelId: "scribe_v1", file, useMultiChannel: true, languageCode: "en" } as const;
  const parted = await speechToText.convert(asked);
  if (!("transcripts" in parted)) throw new Error("Not a transcript for each channel.");
  t.deepEqual(
    parted.transcripts.map(({ channelIndex }) => channelIndex),
    [0, 1],
  );
  t.regex(parted.transcripts[0]?.text ?? "", /garden/i);
  t.regex(parted.transcripts[1]?.text ?? "", /window/i);
  t.true(
    parted.transcripts[1]?.words.every(
      ({ channelIndex, speakerId }) => channelIndex === 1 && speakerId === "speaker_1",
    ),
  );
  const word = z.object({ type: z.string(), channelIndex: z.int() });
  const combined = z
    .object({ text: z.string(), words: z.array(word) })
    .parse(await speechToText.convert({ ...asked, multichannelOutputStyle: "combined" }));
  t.regex(combined.text, /garden.*window/is);
  const spoken = combined.words.filter(({ type }) => type === "word");
  t.deepEqual([...new Set(spoken.map(({ channelIndex }) => channelIndex))].toSorted(ascending), [0, 1]);
  await t.throwsAsync(speechToText.convert({ ...asked, diarize: true }), { message: /beside use_multi_channel/ });
});
