import test from "ava";
import { z } from "zod";
import { audioFormats } from "#db/schema.ts";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { decode } from "#harness/audio/decoded.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { until } from "#harness/until.ts";
import { startService } from "#test/support/service.ts";
import { listenTo, runWork, sentenceLetters, unlikeText, untilWritten } from "#test/support/streamed-work.ts";

// No worker runs: the test is the worker.
const service = await startService();
const { resources, baseUrl } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const patience = { withinMs: 30_000, signal: new AbortController().signal };
const listed = z.object({ items: z.array(z.object({ request_id: z.string(), status: z.string() })) });

/** Asks for a stream, hangs up when two of its sentences were sent and no other is spoken, and waits for what is kept. */
async function leave(format: (typeof audioFormats)[number]) {
  const account = await service.account();
  const { key } = account;
  const json = { text: unlikeText(), format };
  const { contentType } = audioFormatFacts[format];
  const call = listenTo({ baseUrl, key, json, headers: { accept: contentType } });
  const id = await untilWritten(service, json.text);
  const never = Promise.withResolvers<void>();
  const work = await runWork(service, id, { before: (piece) => (piece === 2 ? never.promise : Promise.resolve()) });
  const heard = await call.heard;
  const noted = async (): Promise<boolean> => {
    const hold = db.selectFrom("holds").select("delivered").where("request_id", "=", id);
    return (await hold.executeTakeFirst())?.delivered === 2 * sentenceLetters;
  };
  if (!(await until(noted, patience))) throw new Error("Two sentences were not sent.");
  heard.hangUp();
  never.resolve();
  await work.ended;
  const chunks = db.selectFrom("speech_chunks").select("position").where("request_id", "=", id);
  if (!(await until(async () => (await chunks.execute()).length === 0, patience))) throw new Error("Chunks are left.");
  return { ...account, id, contentType, heard: heard.bytes() };
}

for (const format of audioFormats)
  test(`what was sent as ${format} of a stream that is left is charged, kept and can be played`, async (t) => {
    const { key, userId, id, contentType, heard } = await leave(format);
    const request = (await service.call("GET", `/v1/speech/requests/${id}`, { key })).data(requestAnswer);
    t.like(request, { status: "cancelled", credits_consumed: 2 * sentenceLetters, content_type: contentType });
    t.is(request.error?.code, "cancelled");
    t.deepEqual(await chargesOf(resources, userId), [[id, 2 * sentenceLetters]]);
    const audio = await service.call("GET", `/v1/speech/requests/${id}/audio`, { key });
    t.is(audio.status, 200);
    t.is(audio.headers.get("content-type"), contentType);
    const from = format === "wav" ? wavHeaderBytes : 0;
    const common = Math.min(heard.length, audio.bytes.length);
    t.true(common > from && audio.bytes.subarray(from, common).equals(heard.subarray(from, common)));
    const { seconds } = await decode(audio.bytes, format, audioFormatFacts[format].defaultSampleRate);
    t.true(seconds > 0.9 && seconds < 3, `${seconds} s`);
    const told = request.duration_seconds;
    t.true(told === null || Math.abs(told - seconds) < 0.2, `the request says ${told} s of ${seconds} s`);
  });

test("the history finds cancelled requests by their status, and not among those that failed", async (t) => {
  const { key, id } = await leave("mp3");
  const found = async (status: string) =>
    (await service.call("GET", `/v1/speech/requests?status=${status}`, { key })).data(listed).items;
  t.deepEqual(
    (await found("cancelled")).map((item) => [item.request_id, item.status]),
    [[id, "cancelled"]],
  );
  t.deepEqual(await found("failed"), []);
  const exported = await service.call("GET", "/v1/speech/requests/export?format=csv&status=cancelled", { key });
  t.regex(exported.bytes.toString(), new RegExp(`${id},tts,cancelled,`));
});

test("the audio of a cancelled request goes with it", async (t) => {
  const { key, id } = await leave("pcm");
  t.is((await service.call("DELETE", `/v1/speech/requests/${id}`, { key })).status, 200);
  t.is((await service.call("GET", `/v1/speech/requests/${id}/audio`, { key })).status, 404);
});

test.after("the ledger has no difference, and nothing is left", async (t) => {
  t.deepEqual((await recountCredits(resources)).differences, []);
  t.deepEqual(await leftoversAfter(service), nothing);
});
