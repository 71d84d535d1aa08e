import test from "ava";
import { speech, wav } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { refusalOf, sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"] });
const { key, userId } = await service.account();
const client = sarvamClient(service.baseUrl, key);
const said = "Please open the window. Thank you very much.";
const sentence = await speech(said);
test.after.always(() => service[Symbol.asyncDispose]());

const file = new File([sentence], "sentence.wav", { type: "audio/wav" });
type Options = Omit<Parameters<typeof client.speechToText.transcribe>[0], "file">;
const heardOf = (options: Options = {}) => client.speechToText.transcribe({ file, ...options });

test("speechToText.transcribe gives the text, its language as Sarvam writes it, and the id of the request", async (t) => {
  const heard = await heardOf({ model: "saaras:v4", language_code: "en-IN" });
  t.deepEqual(wordsOf(heard.transcript), wordsOf(said));
  t.is(heard.language_code, "en-IN");
  t.is(heard.timestamps, undefined);
  t.is(heard.language_probability ?? null, null);
  const charged = await chargesOf(service.resources, userId);
  t.true(charged.some(([id]) => id === heard.request_id));
});

test("an unknown language, and none, are detected where a model can, else English", async (t) => {
  for (const options of [{}, { language_code: "unknown" }] as const) {
    const heard = await heardOf(options);
    t.deepEqual(wordsOf(heard.transcript), wordsOf(said));
    t.is(heard.language_code, "en-IN");
  }
});

test("phrases come with their times on request", async (t) => {
  const { transcript, timestamps } = await heardOf({ language_code: "en-IN", with_timestamps: true });
  const { words = [], start_time_seconds: starts = [], end_time_seconds: ends = [] } = timestamps ?? {};
  t.true(words.length > 0 && starts.length === words.length && ends.length === words.length);
  t.deepEqual(wordsOf(words.join(" ")), wordsOf(transcript));
  t.true(starts.every((start, index) => start >= 0 && start < (ends[index] ?? 0)));
});

test("`verbatim` writes numbers as they were said, and `transcribe` in figures", async (t) => {
  const numbers = new File([await speech("I have twenty three apples.")], "numbers.wav");
  const hear = async (mode: "verbatim" | "transcribe") =>
    (await client.speechToText.transcribe({ file: numbers, mode, language_code: "en-IN" })).transcript;
  t.regex(await hear("verbatim"), /twenty.three/i);
  t.regex(await hear("transcribe"), /23/);
});

test("samples without a header are read as they are declared", async (t) => {
  const samples = new File([sentence.subarray(44)], "samples.pcm");
  for (const codec of ["pcm_s16le", "pcm_raw"] as const) {
    const options = { file: samples, input_audio_codec: codec, language_code: "en-IN" } as const;
    t.deepEqual(wordsOf((await client.speechToText.transcribe(options)).transcript), wordsOf(said), codec);
  }
});

test("the paths without a prefix answer the same", async (t) => {
  const form = new FormData();
  form.set("file", file);
  form.set("language_code", "en-IN");
  const answer = await service.call("POST", "/speech-to-text", { key, form });
  t.is(answer.status, 200);
  t.like(answer.json, { language_code: "en-IN", language_probability: null });
});

const refusals: readonly (readonly [title: string, options: Options, field: RegExp, status: number])[] = [
  ["Latin letters for another script", { mode: "translit" }, /^mode: .*'transcribe', 'translate' or 'verbatim'/, 400],
  ["words of two scripts", { mode: "codemix" }, /^mode: /, 400],
  ["a language that no model reads", { language_code: "sat-IN" }, /^language_code: .*'sat-IN'.*Send one of/, 422],
  ["a translation without a model for it", { mode: "translate" }, /translates/, 422],
];

for (const [title, options, pattern, status] of refusals) {
  test(`${title}: refused with a sentence, and nothing is charged`, async (t) => {
    const account = await service.account();
    const own = sarvamClient(service.baseUrl, account.key);
    const refusal = await refusalOf(t, own.speechToText.transcribe({ file, ...options }));
    const code = status === 400 ? "invalid_request_error" : "unprocessable_entity_error";
    t.like(refusal, { status, code, name: status === 400 ? "BadRequestError" : "UnprocessableEntityError" });
    t.regex(refusal.sentence, pattern);
    t.deepEqual(await chargesOf(service.resources, account.userId), []);
  });
}

test("a file that is no audio is refused, and so is a translation where no model translates", async (t) => {
  const none = await refusalOf(t, client.speechToText.transcribe({ file: new File(["text"], "a.txt") }));
  t.like(none, { status: 400, code: "invalid_request_error" });
  t.regex(none.sentence, /^file: /);
  t.like(await refusalOf(t, client.speechToText.translate({ file })), { status: 422 });
});

test("a recording without words has an empty transcript", async (t) => {
  const heard = await client.speechToText.transcribe({ file: new File([wav(2)], "a.wav"), language_code: "en-IN" });
  t.is(heard.transcript, "");
});
