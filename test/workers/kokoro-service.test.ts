import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { toyKokoro } from "#test/support/toy-kokoro.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";
import { startService } from "#test/support/service.ts";

async function modelsFolder(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "speech-kokoro-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Says something by a voice of Kokoro. @returns the name of the engine that spoke */
async function speakerWith(t: ExecutionContext, models: string): Promise<string | null> {
  const env = { MODELS_DIR: models, SPEECH_MODELS: "default" };
  await using service = await startService({ workers: ["synthesis"], env });
  const { key, userId } = await service.account();
  const { id } = await service.resources.db
    .insertInto("voices")
    .values({
      ...{ user_id: userId, name: "Hum", description: "", type: "custom", language: "en", status: "ready" },
      ...{ id: crypto.randomUUID(), engine: "kokoro", engine_voice: "af_heart" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const json = { text: "Good morning.", voice_id: id };
  const answer = await service.call("POST", "/v1/speech/synthesize", { key, json });
  t.is(answer.status, 200, answer.bytes.toString());
  const { model, request_id: requestId } = answer.data(synthesisAnswer);
  const shown = await service.call("GET", `/v1/speech/requests/${requestId}`, { key });
  t.like(shown.json, { data: { model } });
  const engines = await service.call("GET", "/v1/engines", { key });
  t.is(engines.bytes.toString().includes('"kokoro"'), model === "kokoro");
  return model;
}

test("a voice of Kokoro is spoken by it where its model is installed, and by flite elsewhere", async (t) => {
  t.timeout(180_000);
  const directory = await modelsFolder(t);
  t.is(await speakerWith(t, directory), "flite");
  const model = { loader: "kokoro", files: toyKokoro() };
  await installCustomModel(directory, model, { name: "kokoro-82m", kind: "synthesis", languages: ["en"] });
  t.is(await speakerWith(t, directory), "kokoro");
});
