import test from "ava";
import { z } from "zod";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { temporaryFolder } from "#test/models/support.ts";
import { audioForm } from "#harness/clients/client.ts";
import { nemoCtc } from "#test/support/toy-models.ts";
import { whisper } from "#test/support/toy-whisper.ts";
import { installCustomModel, installToyVad } from "#test/support/install-custom-model.ts";
import { startService } from "#test/support/service.ts";
import { wav } from "#harness/audio/sounds.ts";

/** A second of silence, of a tone, and of silence. */
const sound = (hertz: number) =>
  wav(3, (second) => (second >= 1 && second < 2 ? 0.3 * Math.sin(2 * Math.PI * hertz * second) : 0));

test("a model for another language is offered, takes calls in that language, and finds out the language", async (t) => {
  const directory = await temporaryFolder(t);
  await installToyVad(directory);
  await installCustomModel(directory, nemoCtc(), { name: "indic-of-mine", languages: ["hi"] });
  await installCustomModel(directory, whisper(), {
    name: "whisper-of-mine",
    languages: ["de", "hi"],
    tier: "accurate",
  });
  const env = { MODELS_DIR: directory, SPEECH_MODELS: "indic-of-mine,whisper-of-mine" };
  await using service = await startService({ workers: ["transcription"], env });
  const { key } = await service.account();
  const languages = await service.call("GET", "/v1/languages", { key });
  const known = z.object({ items: z.array(z.looseObject({ tag: z.string() })), detection_models: z.array(z.string()) });
  const { items, detection_models: detecting } = languages.data(known);
  t.like(
    items.find(({ tag }) => tag === "hi"),
    { transcription_models: ["indic-of-mine", "whisper-of-mine"] },
  );
  t.deepEqual(detecting, ["whisper-of-mine"]);
  const listen = async (hertz: number, fields: Readonly<Record<string, string>>) => {
    const form = audioForm(sound(hertz), fields);
    return (await service.call("POST", "/v1/speech/transcriptions", { key, form })).data(transcriptionAnswer);
  };
  t.like(await listen(300, { language: "hi-IN" }), { text: "नीचे", language: "hi", model: "indic-of-mine" });
  t.like(await listen(3000, { language: "hi", model: "accurate" }), { text: "ऊपर", model: "whisper-of-mine" });
  t.like(await listen(300, { language: "auto" }), { text: "tief", language: "de", model: "whisper-of-mine" });
  t.like(await listen(3000, { language: "auto" }), { text: "ऊपर", language: "hi", language_tag: "auto" });
});
