import test from "ava";
import { DeepgramClient } from "@deepgram/sdk";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { speech } from "#harness/audio/sounds.ts";
import { openRecordingServer } from "#harness/outbound/recording-server.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { startTextModel } from "#test/support/hearing-worker.ts";
import { startService } from "#test/support/service.ts";

const textModel = await startTextModel();
const service = await startService({ workers: ["transcription"], env: { ...localReceivers, ...textModel.env } });
const { key, userId } = await service.account();
const mediaOf = (apiKey: string) =>
  new DeepgramClient({ apiKey, baseUrl: `${service.baseUrl}/deepgram` }).listen.v1.media;
const media = mediaOf(key);
const recording = await speech("Please open the window. Thank you very much.");
const server = await openRecordingServer(recording);
test.after.always(() => Promise.all([service, server, textModel].map((one) => one[Symbol.asyncDispose]())));

const within = { withinMs: 60_000, signal: new AbortController().signal };
const result = z.object({
  metadata: z.object({ request_id: z.uuid(), sha256: z.string() }),
  results: z.object({ channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })) })) }),
});

const info = z.object({ model_uuid: z.uuid() });
const derived = z.object({
  metadata: z.object({
    ...{ summary_info: info, topics_info: info },
    model_info: z.record(z.string(), z.object({ name: z.string() })),
  }),
  results: z.object({
    summary: z.object({ result: z.string(), short: z.string() }),
    topics: z.object({
      segments: z.array(
        z.object({
          ...{ text: z.string(), start_word: z.int(), end_word: z.int() },
          topics: z.array(z.object({ topic: z.string() })),
        }),
      ),
    }),
  }),
});

const apiKeyId = async (): Promise<string> => {
  const keys = service.resources.db.selectFrom("api_keys").select("id").where("user_id", "=", userId);
  return (await keys.executeTakeFirstOrThrow()).id;
};

test("callback is answered at once, and the address gets Deepgram's whole result with dg-token and Basic authorization", async (t) => {
  await using receiver = await startCallbackReceiver();
  const url = new URL(receiver.url);
  Object.assign(url, { username: "ann", password: "s&cret" });
  const answer = await media.transcribeFile(recording, {
    callback: url.href,
    smart_format: true,
    callback_method: "PUT",
  });
  t.deepEqual(Object.keys(answer), ["request_id"]);
  t.true(await until(async () => receiver.calls.length > 0, within));
  const [call] = receiver.calls;
  t.is(call?.method, "PUT");
  t.is(call?.headers["dg-token"], await apiKeyId());
  t.is(call?.headers["authorization"], `Basic ${Buffer.from("ann:s&cret").toString("base64")}`);
  const { metadata, results } = result.parse(JSON.parse(call?.body ?? ""));
  t.is(metadata.request_id, "request_id" in answer ? answer.request_id : "");
  t.regex(results.channels[0]?.alternatives[0]?.transcript ?? "", /window.*\./i);
  const { secret } = (await service.call("GET", "/v1/webhook-secret", { key })).data(z.object({ secret: z.string() }));
  t.notThrows(() => new Webhook(secret).verify(call?.body ?? "", { ...call?.headers }));
});

test("where the work fails, the address gets the error as a call that waits does, and nothing is charged", async (t) => {
  await using receiver = await startCallbackReceiver();
  const account = await service.account();
  const own = mediaOf(account.key);
  const refused = own.transcribeFile(recording, { callback: receiver.url, language: "xx" });
  t.regex(await refused.then(String, String), /No installed engine reads 'xx'/);
  t.is(receiver.calls.length, 0, "what is refused is called nowhere");
  const accepted = await own.transcribeUrl({ url: server.at("/none.wav"), callback: receiver.url });
  t.deepEqual(Object.keys(accepted), ["request_id"]);
  t.true(await until(async () => receiver.calls.length > 0, within));
  const [call] = receiver.calls;
  t.is(call?.method, "POST");
  const error = { err_code: z.string(), err_msg: z.string(), request_id: z.string() };
  const body = z.strictObject(error).parse(JSON.parse(call?.body ?? ""));
  t.is(body.request_id, "request_id" in accepted ? accepted.request_id : "");
  t.regex(body.err_msg, /The server answered 404/);
  const waited = await own.transcribeUrl({ url: server.at("/none.wav") }).then(String, String);
  t.true(waited.includes(body.err_msg) && waited.includes(body.err_code), waited);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});

test("summarize and topics ask the operator's text model, named in model_info, also for an address that is called", async (t) => {
  await using receiver = await startCallbackReceiver();
  const own = mediaOf((await service.account()).key);
  const answer = await own.transcribeFile(recording, { summarize: "v2", topics: true });
  await own.transcribeFile(recording, { summarize: "v2", topics: true, callback: receiver.url });
  t.true(await until(async () => receiver.calls.length > 0, within));
  for (const given of [answer, JSON.parse(receiver.calls[0]?.body ?? "")]) {
    const { metadata, results } = derived.parse(given);
    t.deepEqual(results.summary, { result: "success", short: "A card is named." });
    const [segment] = results.topics.segments;
    t.like(segment, { start_word: 0, end_word: 7, topics: [{ topic: "refunds" }, { topic: "cards" }] });
    t.regex(segment?.text ?? "", /window/i);
    t.is(metadata.model_info[metadata.summary_info.model_uuid]?.name, "tiny-text");
    t.is(metadata.topics_info.model_uuid, metadata.summary_info.model_uuid);
  }
  const plain = await own.transcribeFile(recording, { topics: false }, { queryParams: { summarize: "false" } });
  t.true("results" in plain && plain.results.summary === undefined && plain.results.topics === undefined);
});

test("callback_url of our own calls gets the event of the end, with the transcript where the endpoint includes it", async (t) => {
  await using receiver = await startCallbackReceiver();
  const form = new FormData();
  form.set("audio", new Blob([new Uint8Array(recording)]), "recording.wav");
  form.set("callback_url", receiver.url);
  const other = await startCallbackReceiver();
  const json = { url: other.url, events: ["speech.request.completed"], include: ["transcript"] };
  await service.call("POST", "/v1/webhook-endpoints", { key, json });
  const accepted = await service.call("POST", "/v1/speech/transcriptions", { key, form });
  t.is(accepted.status, 202);
  const { request_id: id } = accepted.data(z.object({ request_id: z.uuid() }));
  t.true(await until(async () => receiver.calls.length > 0 && other.calls.length > 0, within));
  t.like(JSON.parse(receiver.calls[0]?.body ?? "{}"), {
    type: "speech.request.completed",
    data: { request_id: id, request_type: "asr", status: "completed" },
  });
  const told = z.object({ data: z.object({ request_id: z.string(), transcript: z.object({ text: z.string() }) }) });
  const calls = other.calls.map(({ body }) => told.parse(JSON.parse(body)).data);
  t.regex(calls.find((one) => one.request_id === id)?.transcript.text ?? "", /window/i);
  await other[Symbol.asyncDispose]();
});
