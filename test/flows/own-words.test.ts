import { DeepgramClient } from "@deepgram/sdk";
import test from "ava";
import OpenAI, { toFile } from "openai";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { speech } from "#harness/audio/sounds.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import { recordingForm } from "#test/support/recording-form.ts";
import { refusalOf, sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"] });
const { key, userId } = await service.account();
/** The recogniser hears "photo arrow" in the sentence below, and doubts it. */
const name = "PhotoArrow";
const sound = await speech("Please open the window. We sell the Voltaro in the shop. Thank you.");
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/speech/transcriptions";
const sent = (fields: Readonly<Record<string, string | readonly string[]>>) =>
  service.call("POST", path, {
    key,
    form: recordingForm(sound, { fields: { model: "pocketsphinx", ...fields }, fileField: "audio" }),
  });

test("a key term is written in place of a doubtful word, over its time, and is in the history", async (t) => {
  const plain = (await sent({})).data(transcriptionAnswer);
  t.notRegex(plain.text, /PhotoArrow/);
  const heard = (await sent({ key_terms: [name, "Siobhan"] })).data(transcriptionAnswer);
  t.regex(heard.text, /PhotoArrow/, plain.text);
  const word = heard.words.find((one) => one.word === name);
  const before = plain.words.filter((one) => one.start < (word?.end ?? 0) && one.end > (word?.start ?? 0));
  t.is(word?.start, before[0]?.start);
  t.is(word?.end, before.at(-1)?.end);
  t.true(heard.segments.some((segment) => segment.text.includes(name)));
  const kept = await service.call("GET", `/v1/speech/requests/${heard.request_id}`, { key });
  t.like(kept.json, { data: { text: heard.text } });
  const asJson = (await sent({ key_terms: `["${name}"]` })).data(transcriptionAnswer);
  t.is(asJson.text, heard.text);
});

test("words are replaced and found, by repeated fields and by lists as JSON", async (t) => {
  const replace = '[{"from":"window","to":"front door"}]';
  const one = (await sent({ replace, search: ["thank you", "front door", "cellar"] })).data(transcriptionAnswer);
  t.regex(one.text, /front door/);
  t.notRegex(one.text, /window/i);
  t.deepEqual(
    one.search.map(({ query, hits }) => [query, hits.length]),
    [
      ["thank you", 1],
      ["front door", 1],
      ["cellar", 0],
    ],
  );
  const [door] = one.search[1]?.hits ?? [];
  t.true((door?.start ?? 0) > 0 && (door?.end ?? 0) > (door?.start ?? 0));
  const repeated = await sent({ replace: ['{"from":"window","to":"front door"}'], search: "[]" });
  const other = repeated.data(transcriptionAnswer);
  t.is(other.text, one.text);
  t.deepEqual(other.search, []);
});

test("terms, replacements and searches that cannot be are refused by their names, and cost nothing", async (t) => {
  const { key: own, userId: stranger } = await service.account();
  const many = (count: number) => Array.from({ length: count }, (_, at) => `term ${at}`);
  for (const [fields, loc] of [
    [{ key_terms: many(201) }, ["body", "key_terms"]],
    [{ key_terms: ["good", "x".repeat(65)] }, ["body", "key_terms", 1]],
    [{ key_terms: "one two three four five six seven" }, ["body", "key_terms", 0]],
    [{ key_terms: '["...", "good"]' }, ["body", "key_terms", 0]],
    [{ key_terms: "[1]" }, ["body", "key_terms", 0]],
    [{ key_terms: "a\u0007b" }, ["body", "key_terms", 0]],
    [{ replace: "gonna" }, ["body", "replace", 0]],
    [{ replace: '[{"from":"","to":"x"}]' }, ["body", "replace", 0, "from"]],
    [{ replace: '[{"from":"x"}]' }, ["body", "replace", 0, "to"]],
    [{ search: many(21) }, ["body", "search"]],
    [{ search: "?!" }, ["body", "search", 0]],
  ] as const) {
    const form = recordingForm(sound, {
      fields,
      fileField: "audio",
    });
    const { status, json } = await service.call("POST", path, { key: own, form });
    t.is(status, 422, JSON.stringify(fields).slice(0, 200));
    t.like(json, { detail: [{ loc }] }, JSON.stringify(json).slice(0, 500));
  }
  t.deepEqual(await chargesOf(service.resources, stranger), []);
});

test("200 terms are taken at once, and cost no more", async (t) => {
  const terms = Array.from({ length: 200 }, (_, at) => `Term ${at} ${"x".repeat(at % 50)}`);
  const answer = (await sent({ key_terms: terms })).data(transcriptionAnswer);
  const charged = new Map(await chargesOf(service.resources, userId));
  const plain = (await sent({})).data(transcriptionAnswer);
  t.is(charged.get(answer.request_id), new Map(await chargesOf(service.resources, userId)).get(plain.request_id));
});

test("Deepgram's client has its keyterms, keywords, replacements and searches heard", async (t) => {
  const deepgram = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const asked = { model: "pocketsphinx", punctuate: true } as const;
  const listen = async (options: object) => {
    const heard = await deepgram.listen.v1.media.transcribeFile(sound, { ...asked, ...options });
    if (!("results" in heard)) throw new Error("The work was only accepted.");
    return heard.results.channels[0];
  };
  const textOf = (channel: Awaited<ReturnType<typeof listen>>) => channel?.alternatives?.[0]?.transcript ?? "";
  t.regex(textOf(await listen({ keyterm: [name, "Siobhan"] })), /PhotoArrow/);
  t.regex(textOf(await listen({ keywords: `${name}:2.5` })), /PhotoArrow/);
  t.notRegex(textOf(await listen({ keywords: `${name}:-2` })), /PhotoArrow/);
  const changed = await listen({ replace: ["window:front door", "please:"], search: ["window", "front door"] });
  t.regex(textOf(changed), /open the front door/i);
  t.notRegex(textOf(changed), /please|window/i);
  t.deepEqual(
    changed?.search?.map(({ query, hits }) => [query, hits?.length]),
    [
      ["window", 0],
      ["front door", 1],
    ],
  );
  await t.throwsAsync(listen({ keyterm: "?" }), { message: /needs a letter or a digit/ });
});

test("ElevenLabs' client has its keyterms heard", async (t) => {
  const file = new File([sound], "sound.wav", { type: "audio/wav" });
  const client = elevenLabsClient(service.baseUrl, key);
  const heard = await client.speechToText.convert({
    ...{ modelId: "pocketsphinx", file, languageCode: "en", keyterms: [name] },
  });
  t.regex("text" in heard ? heard.text : "", /PhotoArrow/);
});

test("OpenAI's client has the names of its prompt and its keywords heard", async (t) => {
  const client = new OpenAI({ apiKey: key, baseURL: `${service.baseUrl}/openai/v1` });
  const file = () => toFile(sound, "sound.wav");
  const asked = { model: "pocketsphinx", language: "en" } as const;
  const call = async (options: object) => {
    const { data, response } = await client.audio.transcriptions
      .create({ ...asked, file: await file(), ...options })
      .withResponse();
    return { text: data.text, ignored: response.headers.get("speech-ignored") };
  };
  const prompted = await call({ prompt: `The shop has the ${name} and more.` });
  t.regex(prompted.text, /PhotoArrow/);
  t.is(prompted.ignored, null);
  const nameless = await call({ prompt: "The shop." });
  t.notRegex(nameless.text, /PhotoArrow/);
  t.is(nameless.ignored, "prompt");
  t.regex((await call({ keywords: [name] })).text, /PhotoArrow/);
});

test("Sarvam's client has its keyterms heard", async (t) => {
  const file = new File([sound], "sound.wav", { type: "audio/wav" });
  const { speechToText } = sarvamClient(service.baseUrl, key);
  // The client's types know Sarvam's models only.
  const chosen: object = { model: "pocketsphinx" };
  const hear = (keyterms: string[]) => speechToText.transcribe({ file, language_code: "en-IN", keyterms, ...chosen });
  t.regex((await hear([name])).transcript, /PhotoArrow/);
  t.notRegex((await hear([])).transcript, /PhotoArrow/);
  const refusal = await refusalOf(t, hear(["?"]));
  t.is(refusal.status, 400);
  t.regex(refusal.sentence, /^keyterms.*needs a letter or a digit/);
});
