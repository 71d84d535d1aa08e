import test from "ava";
import { z } from "zod";
import { audioForm } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";

const working = await startService({ workers: ["synthesis", "transcription"] });
const recording = await speech("The train will leave at seven in the morning.");
test.after.always(() => working[Symbol.asyncDispose]());

test("demo calls of one caller run one after the other, without pauses, and all are answered", async (t) => {
  const calls = Array.from({ length: 9 }, (_, index) =>
    index % 3 === 0
      ? working.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(recording) })
      : working.call("POST", "/v1/demo/speech/synthesize", { json: { text: "The train will leave at seven." } }),
  );
  for (const answer of await Promise.all(calls)) t.is(answer.status, 200);
  const rows = await working.resources.db
    .selectFrom("speech_requests")
    .select(["started_at", "finished_at"])
    .where("is_demo", "=", true)
    .orderBy("started_at")
    .execute();
  const spans = z.array(z.object({ started_at: z.date(), finished_at: z.date() })).parse(rows);
  const gapsMs = spans
    .slice(1)
    .map(({ started_at: start }, index) => start.getTime() - (spans[index]?.finished_at.getTime() ?? 0));
  t.is(gapsMs.length, 8);
  t.true(
    gapsMs.every((gap) => gap >= 0),
    `they overlap: ${gapsMs.join()}`,
  );
  // Waiting for the sweeper would take two seconds.
  t.true(Math.max(...gapsMs) < 2_000, `they pause: ${gapsMs.join()}`);
  t.log(`pauses in ms: ${gapsMs.join(", ")}`);
});
