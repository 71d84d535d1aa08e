import test from "ava";
import { z } from "zod";
import { findInstalledModel } from "#src/models/installed.ts";
import { findPython } from "#src/models/program.ts";
import { audioForm } from "#harness/clients/client.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";

const names = ["moonshine-tiny-en", "silero-vad", "whisper-tiny.en"];
const transcript = z.object({ text: z.string(), model: z.string() });

test("accurate is whisper-tiny.en, and fast and auto are Moonshine, where SPEECH_MODELS names it", async (t) => {
  t.timeout(180_000);
  const models = await Promise.all(names.map((name) => findInstalledModel(modelsDirectory, name)));
  if (models.includes(null) || (await findPython(modelsDirectory, "whisper")) === null) {
    t.log(`Not run: MODELS_DIR has not all of ${names.join(", ")}.`);
    t.pass();
    return;
  }
  await using service = await startService({
    workers: ["transcription"],
    env: { SPEECH_MODELS: "default,whisper-tiny.en" },
  });
  const { key } = await service.account();
  const modelFor = async (model: string): Promise<string> => {
    const form = audioForm(await speech("How old is the bridge?"), { model });
    const answer = await service.call("POST", "/v1/speech/transcriptions", { key, form });
    t.is(answer.status, 200, answer.bytes.toString());
    const read = answer.data(transcript);
    t.is(read.text, "How old is the bridge?");
    return read.model;
  };
  t.is(await modelFor("auto"), "moonshine-tiny-en");
  t.is(await modelFor("fast"), "moonshine-tiny-en");
  t.is(await modelFor("accurate"), "whisper-tiny.en");
  t.is(await modelFor("whisper-tiny.en"), "whisper-tiny.en");
});
