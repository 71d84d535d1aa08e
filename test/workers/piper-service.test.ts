import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { voiceAnswer } from "#src/api/voices/schemas.ts";
import { registerVoices } from "#src/domain/voices/register-voices.ts";
import { toyPiper } from "#test/support/toy-piper.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";
import { startService } from "#test/support/service.ts";

async function modelsFolder(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "speech-piper-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

test("a voice of Piper that is installed is listed, speaks, and is the default where Kokoro has no voice", async (t) => {
  t.timeout(180_000);
  const models = await modelsFolder(t);
  await installCustomModel(
    models,
    { loader: "piper", files: toyPiper() },
    { name: "of-mine", kind: "synthesis", languages: ["de"] },
  );
  const env = { MODELS_DIR: models, SPEECH_MODELS: "of-mine" };
  await using service = await startService({ workers: ["synthesis"], env });
  const { key } = await service.account();
  const page = z.object({ items: z.array(voiceAnswer) });
  const first = async () =>
    (await service.call("GET", "/v1/voices?type=builtin&language=de", { key })).data(page).items[0];
  const voice = await first();
  t.like(voice, { name: "Hum", language: "de", quality: "natural", licence: "None.", gender: null });
  t.like(voice, { default: true, available: true, deprecated: false });
  const speak = async (json: object) =>
    (await service.call("POST", "/v1/speech/synthesize", { key, json })).data(synthesisAnswer);
  t.like(await speak({ text: "Guten Morgen.", language: "de" }), {
    model: "piper",
    voice: { voice_id: voice?.voice_id },
  });
  t.like(await speak({ text: "Good morning.", voice_id: voice?.voice_id, language: "en" }), { model: "flite" });
  const engines = await service.call("GET", "/v1/engines", { key });
  t.true(engines.bytes.toString().includes('"piper"'));

  await registerVoices(service.resources.db, "piper", []);
  t.like(await first(), { name: "German", deprecated: false });
});
