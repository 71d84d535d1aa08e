import test from "ava";
import { z } from "zod";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { audioForm } from "#harness/clients/client.ts";
import { tone } from "#harness/audio/sounds.ts";
import { until } from "#test/speech/recognition-support.ts";
import { answering, startSpeechServer } from "#test/speech/speech-server.ts";
import { temporaryFolder } from "#test/models/support.ts";
import { startService } from "#test/support/service.ts";

test("a Hindi recording goes to the server for Hindi and an English one to another, while a third is down", async (t) => {
  const indic = await startSpeechServer(t, {
    ...{ paths: ["/transcribe/"], otherStatus: 200, answer: answering({ text: "नमस्ते दुनिया" }) },
  });
  const whisper = await startSpeechServer(t, {
    ...{ otherStatus: 200, answer: answering({ text: "hello world", language: "english" }) },
  });
  const servers = [
    { url: indic.url, model: "ai4bharat/indic-conformer-600m-multilingual", languages: ["hi", "brx", "sat"] },
    { url: whisper.url, key: "sk-4711", model: "large-v3", languages: ["en", "auto"], tier: "fast" },
  ];
  const [first, second] = servers;
  const down = { url: "http://127.0.0.1:9", model: "down", languages: ["ta"] };
  const REMOTE_ASR_SERVERS = JSON.stringify([down, { ...first, name: "indic", profile: "indic-conformer" }, second]);
  const env = { MODELS_DIR: await temporaryFolder(t), REMOTE_ASR_SERVERS };
  await using service = await startService({ workers: ["transcription"], env });
  const { key } = await service.account();
  const rows = service.resources.db.selectFrom("engines").select(["name", "state"]).orderBy("name");
  await until(async () => (await rows.execute()).some(({ state }) => state === "unavailable"));
  const states = Object.fromEntries((await rows.execute()).map(({ name, state }) => [name, state]));
  t.is(states["down"], "unavailable", "before any recording was sent there");
  const engines = z.object({ items: z.array(z.looseObject({ name: z.string(), state: z.string() })) });
  const engine = async (name: string) =>
    (await service.call("GET", "/v1/engines", { key })).data(engines).items.find((one) => one.name === name);
  t.like(await engine("indic"), { languages: ["hi", "brx", "sat"], tier: "accurate", detects_language: false });
  t.like(await engine("large-v3"), { languages: ["en"], tier: "fast", detects_language: true });
  const languages = z.object({
    items: z.array(z.looseObject({ tag: z.string() })),
    detection_models: z.array(z.string()),
  });
  const { items, detection_models } = (await service.call("GET", "/v1/languages", { key })).data(languages);
  const models = Object.fromEntries(items.map(({ tag, transcription_models }) => [tag, transcription_models]));
  t.deepEqual([models["hi"], models["brx"], models["sat"]], [["indic"], ["indic"], ["indic"]]);
  t.deepEqual([models["en"], detection_models], [["large-v3", "pocketsphinx"], ["large-v3"]]);
  const listen = async (fields: Readonly<Record<string, string>>) => {
    const form = audioForm(tone(1), fields);
    return (await service.call("POST", "/v1/speech/transcriptions", { key, form })).data(transcriptionAnswer);
  };
  t.like(await listen({ language: "hi-IN" }), { text: "नमस्ते दुनिया", language: "hi", model: "indic" });
  t.like(await listen({ language: "brx" }), { language: "brx", model: "indic" });
  t.like(await listen({ language: "en" }), { text: "hello world", model: "large-v3" });
  t.like(await listen({ language: "auto" }), { language: "en", model: "large-v3" });
  t.deepEqual(
    indic.calls.map(({ query, authorization }) => [query, authorization]),
    [
      ["language=hindi", undefined],
      ["language=bodo", undefined],
    ],
  );
  t.deepEqual(
    whisper.calls.map(({ authorization }) => authorization),
    ["Bearer sk-4711", "Bearer sk-4711"],
    "each server gets its own key",
  );
});
