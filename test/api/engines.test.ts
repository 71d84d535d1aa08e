import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { requestAnswer } from "#src/api/speech/schemas.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { languageNames } from "#src/domain/speech/languages.ts";
import { audioForm } from "#harness/clients/client.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { insertHeard, insertSpoken } from "#test/support/rows.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

// No worker runs: the registry is written here, before it is asked for the first time.
const ownWords = { keyTerms: [], replacements: [], search: [] };
const [bare, rich] = [await startService(), await startService()];
const defaults = [...defaultEnginesOf("recognition"), ...defaultEnginesOf("synthesis")];
const whisper = manifestOf("whisper", { languages: ["en", "de", "jv"], tier: "accurate", detectsLanguage: true });
const broken = { manifest: manifestOf("broken"), state: "unavailable", reason: "/srv/secret is missing." } as const;
for (let count = 0; count < 2; count += 1) {
  const engines = [...readyEngines([manifestOf("moonshine"), whisper, ...defaults]), broken];
  await registerEngines(rich.resources, randomUUID(), engines);
}
const keys = new Map([
  [bare, (await bare.account()).key],
  [rich, (await rich.account()).key],
]);
test.after.always(() => Promise.all([bare, rich].map((service) => service[Symbol.asyncDispose]())));

const get = (service: TestService, path: string) => service.call("GET", path, { key: keys.get(service) ?? "" });
const listen = (service: TestService, fields: Readonly<Record<string, string>>) =>
  service.call("POST", "/v1/speech/transcriptions", {
    key: keys.get(service) ?? "",
    form: audioForm(tone(1), fields),
    headers: { prefer: "respond-async" },
  });

const addModels = "The operator can install more models: `npm run models -- list` shows them.";
const row = (field: string, input: string, ctx: Readonly<Record<string, string>>) => ({
  detail: [{ type: "literal_error", loc: ["body", field], msg: `Input should be ${ctx["expected"]}`, input, ctx }],
});

const refusal = z.object({ detail: z.tuple([z.object({ ctx: z.object({ hint: z.string() }) })]) });

test("a language that no engine reads is refused with those that are read, and how to get more", async (t) => {
  const german = await listen(bare, { language: "de" });
  const pull = (model: string, note = ""): string =>
    `The operator can install a model for it${note}: \`npm run models -- pull ${model}\`, and name it in SPEECH_MODELS.`;
  const base = pull("whisper-base");
  t.deepEqual([german.status, german.json], [422, row("language", "de", { expected: "'en'", hint: base })]);
  const french = await listen(rich, { language: "fr-CA" });
  const expected = "'de', 'en', 'jv' or 'auto'";
  t.deepEqual([french.status, french.json], [422, row("language", "fr-CA", { expected, hint: base })]);
  const untried = pull("--accept-unverified whisper-small", ", which was never tried");
  t.deepEqual((await listen(rich, { language: "hi" })).json, row("language", "hi", { expected, hint: untried }));
  t.deepEqual((await listen(rich, { language: "eo" })).json, row("language", "eo", { expected, hint: addModels }));
});

test("a model that SPEECH_MODELS has used once it is installed need only be pulled", async (t) => {
  await using usual = await startService({ env: { SPEECH_MODELS: "auto" } });
  const { key } = await usual.account();
  const hintFor = async (language: string): Promise<string> => {
    const form = audioForm(tone(1), { language });
    const { json } = await usual.call("POST", "/v1/speech/transcriptions", { key, form });
    return refusal.parse(json).detail[0].ctx.hint;
  };
  const advice = "The operator can install a model for it";
  t.is(await hintFor("de"), `${advice}: \`npm run models -- pull whisper-base\`.`);
  const untried = "npm run models -- pull --accept-unverified whisper-small";
  t.is(await hintFor("hi"), `${advice}, which was never tried: \`${untried}\`, and name it in SPEECH_MODELS.`);
});

test("the language `auto` is the default one where no engine detects it, and detected where one does", async (t) => {
  const usual = await listen(bare, { language: "auto" });
  t.is(usual.status, 202);
  const usualPath = `/v1/speech/requests/${usual.headers.get("x-request-id")}`;
  t.like((await get(bare, usualPath)).json, { data: { language: "en", language_tag: "en" } });
  const accepted = await listen(rich, { language: "AUTO" });
  t.is(accepted.status, 202);
  const path = `/v1/speech/requests/${accepted.headers.get("x-request-id")}`;
  t.like((await get(rich, path)).json, { data: { language: "auto", language_tag: "AUTO", model: null } });
});

test("a tag is accepted by its primary one, and given back as it was sent", async (t) => {
  for (const tag of ["en-IN", "EN-us", "de-Latn-AT-1996-x-private-use-text"]) {
    const accepted = await listen(rich, { language: tag });
    t.is(accepted.status, 202, tag);
    const path = `/v1/speech/requests/${accepted.headers.get("x-request-id")}`;
    const expected = { language: tag.slice(0, 2).toLowerCase(), language_tag: tag, confidence_source: null };
    t.like((await get(rich, path)).json, { data: expected });
  }
  const long = { language: `de-${"abcdefgh-".repeat(4)}x` };
  t.like((await listen(rich, long)).json, { detail: [{ type: "string_too_long", ctx: { max_length: 35 } }] });
  const unknown = (await listen(bare, { language: "elvish" })).json;
  t.deepEqual(unknown, row("language", "elvish", { expected: "'en'" }), "what is no language is no matter of models");
});

test("names, longer codes and underscores are accepted as the tags that they mean", async (t) => {
  for (const [sent, tag] of Object.entries({
    english: "en",
    German: "de",
    en_US: "en-US",
    "deu-AT": "de-AT",
    ger: "de",
  })) {
    const accepted = await listen(rich, { language: sent });
    t.is(accepted.status, 202, sent);
    const path = `/v1/speech/requests/${accepted.headers.get("x-request-id")}`;
    t.like((await get(rich, path)).json, { data: { language: tag.slice(0, 2), language_tag: tag } }, sent);
  }
});

test("a model is one of the engines of the language, or a preference among them", async (t) => {
  for (const model of ["auto", "fast", "accurate", "pocketsphinx", "moonshine", "whisper"]) {
    const accepted = await listen(rich, { model });
    t.is(accepted.status, 202, model);
    const id = accepted.headers.get("x-request-id") ?? "";
    const kept = rich.resources.db.selectFrom("speech_requests").select("options").where("id", "=", id);
    t.deepEqual(await kept.executeTakeFirst(), {
      options: {
        ...{ task: "transcribe", model, transcriptFormat: "smart", startSeconds: 0, endSeconds: null },
        ...{ speakers: null, channels: "together" },
        ...ownWords,
        echo: null,
        ...{ profanity: "keep", redact: [], redactAudio: false, paragraphs: false, chapters: false },
        ...{ summary: false, topics: false, translateTo: null },
      },
    });
  }
  const unknown = "'auto', 'fast', 'accurate', 'moonshine', 'pocketsphinx' or 'whisper'";
  for (const model of ["broken", "flite", "Whisper", "__proto__"]) {
    const refused = await listen(rich, { model });
    const expected = row("model", model, { expected: unknown, hint: addModels });
    t.deepEqual([refused.status, refused.json], [422, expected]);
  }
  const deaf = await listen(rich, { model: "moonshine", language: "de" });
  t.deepEqual(
    [deaf.status, deaf.json],
    [422, row("model", "moonshine", { expected: "'auto', 'fast', 'accurate' or 'whisper'" })],
  );
  const bareModels = { expected: "'auto', 'fast', 'accurate' or 'pocketsphinx'", hint: addModels };
  t.deepEqual((await listen(bare, { model: "whisper" })).json, row("model", "whisper", bareModels));
});

test("a repeat may leave out a model or a format that is the default, but not name another one", async (t) => {
  const [key, headers] = [keys.get(rich) ?? "", { "idempotency-key": randomUUID(), prefer: "respond-async" }];
  const send = (fields: Readonly<Record<string, string>>) =>
    rich.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(tone(1), fields), headers });
  const first = (await send({ language: "en" })).headers.get("x-request-id");
  for (const fields of [{ language: "en-IN" }, { model: "auto" }, { format: "smart" }]) {
    t.is((await send(fields)).headers.get("x-request-id"), first);
  }
  for (const fields of [{ model: "whisper" }, { format: "verbatim" }]) {
    t.like((await send(fields)).json, { detail: [{ loc: ["header", "Idempotency-Key"] }] });
  }
});

test("the engines of the workers are listed without facts of their machines", async (t) => {
  const { json } = await get(rich, "/v1/engines");
  t.false(JSON.stringify(json).includes("secret"));
  const { items } = z
    .object({ data: z.object({ items: z.array(z.looseObject({ name: z.string() })) }) })
    .parse(json).data;
  t.deepEqual(
    items.find(({ name }) => name === "whisper"),
    {
      ...{ name: "whisper", kind: "recognition", languages: ["en", "de", "jv"], tier: "accurate", state: "ready" },
      ...{ detects_language: true, translates: false, memory_mb: 300, workers: 2 },
    },
  );
  t.deepEqual(
    items.map(({ name }) => name),
    ["broken", "espeak-ng", "flite", "moonshine", "pocketsphinx", "whisper"],
  );
  t.deepEqual((await get(bare, "/v1/engines")).json, { success: true, data: { items: [] } });
});

const languageList = z.object({
  items: z.array(
    z.object({
      tag: z.string(),
      name: z.string(),
      speech_models: z.array(z.string()),
      transcription_models: z.array(z.string()),
    }),
  ),
  detection_models: z.array(z.string()),
});

test("the languages say what speaks and reads them", async (t) => {
  const { items, detection_models } = (await get(rich, "/v1/languages")).data(languageList);
  t.deepEqual(detection_models, ["whisper"]);
  const of = (tag: string) => items.find((item) => item.tag === tag);
  t.deepEqual(of("en"), {
    ...{ tag: "en", name: "English", speech_models: ["espeak-ng", "flite"] },
    transcription_models: ["moonshine", "pocketsphinx", "whisper"],
  });
  t.like(of("de"), { name: "German", speech_models: ["espeak-ng"], transcription_models: ["whisper"] });
  t.deepEqual(of("jv"), { tag: "jv", name: "Javanese", speech_models: [], transcription_models: ["whisper"] });
  t.like(of("hi"), { speech_models: ["espeak-ng"], transcription_models: [] });
});

test("the languages say how well each model reads them, and which models could be installed", async (t) => {
  const reader = z.object({ model: z.string(), installed: z.boolean(), quality: z.string(), measurement: z.unknown() });
  const list = z.object({ items: z.array(z.object({ tag: z.string(), recognition: z.array(reader) })) });
  const { items } = (await get(rich, "/v1/languages")).data(list);
  const of = (tag: string) => items.find((item) => item.tag === tag)?.recognition ?? [];
  const spanish = of("es");
  t.like(spanish[0], { model: "whisper-base", installed: false, quality: "measured" });
  t.like(spanish[0]?.measurement, { word_error_percent: 16, words: 56, date: "2026-11-27" });
  t.deepEqual(of("de")[0], { model: "whisper", installed: true, quality: "untested", measurement: null });
  const hindi = of("hi");
  t.true(hindi.length > 0 && hindi.every(({ installed, quality }) => !installed && quality === "untested"));
  t.false(
    hindi.some(({ model }) => model === "whisper-base"),
    "in which it came out unusable",
  );
  t.deepEqual(of("epo"), []);
});

const tagsOf = (list: readonly { readonly tag: string }[]) => list.map(({ tag }) => tag);
const named = z.array(z.object({ tag: z.string(), name: z.string() }));

test("the limits and the demo list the same languages", async (t) => {
  for (const [service, heard] of [
    [bare, ["en"]],
    [rich, ["de", "en", "jv"]],
  ] as const) {
    const { items } = (await get(service, "/v1/languages")).data(languageList);
    const limits = z.object({ synthesis_languages: named, transcription_languages: named });
    const { synthesis_languages, transcription_languages } = (await get(service, "/v1/users/me/limits")).data(limits);
    t.deepEqual(tagsOf(transcription_languages), heard);
    t.deepEqual(tagsOf(items.filter((item) => item.transcription_models.length > 0)), heard);
    t.deepEqual(
      synthesis_languages,
      Object.entries(languageNames).map(([tag, name]) => ({ tag, name })),
    );
    const demo = z.object({ languages: named }).parse((await service.call("GET", "/demo.json")).json);
    t.deepEqual(demo.languages, synthesis_languages);
  }
});

test("a service without workers is ready, and says which engines run", async (t) => {
  const [none, some] = [await bare.call("GET", "/readyz"), await rich.call("GET", "/readyz")];
  t.is(none.status, 200);
  t.like(none.json, { status: "ok", engines: { recognition: [], synthesis: [] } });
  const ready = { recognition: ["moonshine", "pocketsphinx", "whisper"], synthesis: ["espeak-ng", "flite"] };
  t.like(some.json, { status: "ok", engines: { ...ready, starting: [], unavailable: ["broken"] } });
});

test("requests from before models were kept are shown without them", async (t) => {
  const { userId, key } = await bare.account();
  const shown = async (id: string) =>
    (await bare.call("GET", `/v1/speech/requests/${id}`, { key })).data(requestAnswer);
  const heard = await shown(await insertHeard(bare.resources, userId));
  t.like(heard, { language: "en", language_tag: "en", model: null, confidence_source: null, text: "hello there" });
  t.like(heard, { words: [{ word: "hello", written: "hello", spoken: "hello" }] });
  t.like(await shown(await insertSpoken(bare.resources, userId)), { language_tag: null, model: null });
  const list = await bare.call("GET", "/v1/speech/requests", { key });
  t.like(list.json, { data: { items: [{ language_tag: null }, { language_tag: "en", model: null }] } });
});
