import test from "ava";
import { DeepgramClient } from "@deepgram/sdk";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { answering, localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { speech } from "#harness/audio/sounds.ts";
import { until } from "#harness/until.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"], env: localReceivers });
const { key, userId } = await service.account();
const { media } = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` }).listen.v1;
const recording = await speech("Please open the window. Thank you very much.");
test.after.always(() => service[Symbol.asyncDispose]());

const within = { withinMs: 60_000, signal: new AbortController().signal };
const result = z.object({
  metadata: z.object({ request_id: z.uuid(), sha256: z.string() }),
  results: z.object({ channels: z.array(z.object({ alternatives: z.array(z.object({ transcript: z.string() })) })) }),
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

test("where the work fails, the address gets the error as a call that waits does", async (t) => {
  await using receiver = await startCallbackReceiver();
  receiver.answer(answering(200));
  const noise = Buffer.concat([recording.subarray(0, 44), Buffer.alloc(32_000)]);
  await media.transcribeFile(noise, { callback: receiver.url, language: "xx" }).catch(() => undefined);
  t.is(receiver.calls.length, 0, "what is refused is called nowhere");
  const broken = Buffer.concat([Buffer.from("ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000"), Buffer.alloc(2_000, 1)]);
  const accepted = await media.transcribeFile(broken, { callback: receiver.url }).catch(() => null);
  if (accepted === null) return;
  t.true(await until(async () => receiver.calls.length > 0, within));
  t.true("request_id" in accepted && receiver.calls[0]?.body.includes(accepted.request_id) === true);
  t.regex(receiver.calls[0]?.body ?? "", /"err_code"/);
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
