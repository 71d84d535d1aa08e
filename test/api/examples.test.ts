import test from "ava";
import { exampleList } from "#src/api/examples/schemas.ts";
import { examples, exampleTranscript } from "#src/domain/examples/examples.ts";
import { demoTextMax } from "#src/api/speech/synthesis-fields.ts";
import { probe } from "#harness/audio/sounds.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const list = async () => (await service.call("GET", "/v1/examples")).data(exampleList);
const requests = async () => (await db.selectFrom("speech_requests").select(["user_id", "credits"]).execute()).length;

test.serial("the list of examples has six voices and speaks nothing", async (t) => {
  const { voices, recordings } = await list();
  t.is(new Set(voices.map(({ voice_id: id }) => id)).size, 6);
  t.true(voices.some(({ language }) => language === "en"));
  t.deepEqual(
    recordings.map(({ example_id: id }) => id),
    examples.map(({ id }) => id),
  );
  t.true(recordings.every(({ transcript }) => transcript === null));
  t.is(await requests(), 0);
});

test.serial("an example is spoken and transcribed once, without a credential, and then kept", async (t) => {
  const answers = await Promise.all([1, 2].map(() => service.call("GET", "/v1/examples/voicemail/transcript")));
  const [first] = answers.map((answer) => answer.data(exampleTranscript));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  t.regex(first?.text ?? "", /appointment/i);
  t.true((first?.words.length ?? 0) > 10);
  t.is(await requests(), 2, "one text and one recording");

  const sound = await service.call("GET", "/v1/examples/voicemail/audio");
  const { codec, durationSeconds } = await probe(sound.bytes);
  t.is(codec, "mp3");
  t.true(durationSeconds > 5 && durationSeconds < 30, `${durationSeconds} s`);
  const part = await service.call("GET", "/v1/examples/voicemail/audio", { headers: { range: "bytes=0-9" } });
  t.deepEqual([part.status, part.bytes.length], [206, 10]);
  t.deepEqual((await list()).recordings[0]?.transcript, first);
  t.is(await requests(), 2, "nothing was made again");
});

test.serial("work on an example belongs to no account and costs nothing", async (t) => {
  const rows = await db.selectFrom("speech_requests").select(["user_id", "credits", "is_demo"]).execute();
  t.true(rows.every((row) => row.user_id === null && row.credits === null && row.is_demo));
});

test("an unknown example is not found", async (t) => {
  for (const part of ["audio", "transcript"]) {
    const { status, json } = await service.call("GET", `/v1/examples/nothing/${part}`);
    t.is(status, 404);
    t.like(json, { code: "not_found" });
  }
});

test("an example that has to be made counts against the limits of the demo", async (t) => {
  // No worker runs here, and no call waits.
  await using small = await startService({ env: { DEMO_SYNTHESES_PER_MINUTE: "1", WAIT_MAX_SECONDS: "0" } });
  t.is((await small.call("GET", "/v1/examples/order/audio")).status, 503);
  t.like((await small.call("GET", "/v1/examples/order/transcript")).json, { code: "rate_limited" });
});

test("no example is longer than a text of the demo", (t) => {
  t.true(examples.every(({ text }) => text.length <= demoTextMax));
});
