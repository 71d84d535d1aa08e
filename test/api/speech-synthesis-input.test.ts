import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { findLeftovers } from "#harness/service/leftovers.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const demo = "/v1/demo/speech/synthesize";
const regular = "/v1/speech/synthesize";

// No worker runs here: what is accepted ends as 202, and as 503 where nothing is kept.
const service = await startService({ env: { WAIT_MAX_SECONDS: "1" } });
const { db } = service.resources;
const { key, userId } = await service.account();
const stranger = await service.account();
const ownPending = await insertPendingVoice(service.resources, userId);
const foreignVoice = await insertPendingVoice(service.resources, stranger.userId);
test.after.always(() => service[Symbol.asyncDispose]());

const ask = (path: string, json: unknown) =>
  service.call("POST", path, { json, ...(path === regular && { key }), headers: { prefer: "respond-async" } });

type Row = Readonly<Record<string, unknown>>;
const row = (
  field: string | null,
  [type, msg]: readonly [string, string],
  more: { input: unknown; ctx?: unknown },
): Row => ({
  type,
  loc: field === null ? ["body"] : ["body", field],
  msg,
  ...more,
});

const tooLong = (field: string, max: number, input: string) =>
  row(field, ["string_too_long", `String should have at most ${max} characters`], {
    input: Array.from(input).slice(0, 1000).join(""),
    ctx: { max_length: max },
  });
const noText = (field: string, input: unknown) =>
  row(field, ["string_type", "Input should be a valid string"], { input });
const quoted = synthesisLanguages.map((tag) => `'${tag}'`);
const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
const unsupported = (input: unknown) =>
  row("language", ["literal_error", `Input should be ${expected}`], { input, ctx: { expected } });
const invalidUuid = (input: string, error: string) =>
  row("voice_id", ["uuid_parsing", `Input should be a valid UUID, ${error}`], { input, ctx: { error } });
const empty = row("text", ["string_too_short", "String should have at least 1 character"], {
  input: "",
  ctx: { min_length: 1 },
});
const nul = (input: string) =>
  row("text", ["value_error", "Value error, NUL characters are not allowed"], { input, ctx: { error: {} } });
const surrogate = row(
  "text",
  ["string_unicode", "Input should be a valid string, unable to parse raw data as a unicode string"],
  { input: "a\ufffdb" },
);
const notANumber = (input: string) =>
  row("speed", ["float_parsing", "Input should be a valid number, unable to parse string as a number"], { input });
const tooSlow = (input: unknown) =>
  row("speed", ["greater_than_equal", "Input should be greater than or equal to 0.5"], { input, ctx: { ge: 0.5 } });
const tooFast = (input: unknown) =>
  row("speed", ["less_than_equal", "Input should be less than or equal to 2"], { input, ctx: { le: 2 } });
const missingText = (input: unknown) => row("text", ["missing", "Field required"], { input });
const formats = "'wav', 'mp3', 'ogg', 'flac', 'aac', 'pcm', 'mulaw' or 'alaw'";
const noFormat = (input: unknown) =>
  row("format", ["literal_error", `Input should be ${formats}`], { input, ctx: { expected: formats } });

const noInteger = (field: string, input: string) =>
  row(field, ["int_parsing", "Input should be a valid integer, unable to parse string as an integer"], { input });
const noWhole = (field: string, input: number) =>
  row(field, ["int_from_float", "Input should be a valid integer, got a number with a fractional part"], { input });
const opusRates = "8000, 12000, 16000, 24000 or 48000";
const noRate = (input: number) =>
  row("sample_rate", ["literal_error", `Input should be ${opusRates}`], { input, ctx: { expected: opusRates } });
const noBitRate = (format: string, input: number) =>
  row("bit_rate", ["value_error", `Value error, ${format} has no bit rate. Leave bit_rate out`], {
    input,
    ctx: { error: {} },
  });

const markup = (input: string, why: string) =>
  row("text", ["value_error", `Value error, ${why}`], { input, ctx: { error: {} } });
const noWords = (input: string) => markup(input, "text contains no letter or digit. Send words or numbers");
const noKind = (input: string) =>
  row("input_type", ["literal_error", "Input should be 'text' or 'ssml'"], {
    input,
    ctx: { expected: "'text' or 'ssml'" },
  });

/** A body and the rows that it is answered; none when it is accepted. */
type Case = readonly [title: string, body: unknown, ...rows: readonly Row[]];

const both: readonly Case[] = [
  ["one character is a text", { text: "a" }],
  ["an empty text is refused", { text: "" }, empty],
  ["no text at all is refused", {}, missingText({})],
  ["null is no text", { text: null }, noText("text", null)],
  ["a number is no text", { text: 5 }, noText("text", 5)],
  ["500 characters are a text", { text: "a".repeat(500) }],
  ["500 letters beyond the basic plane are a text", { text: "𝒜".repeat(500) }],
  ["blanks alone are no text", { text: " \n" }, noWords(" \n")],
  ["emoji and punctuation alone are no text", { text: "😀!" }, noWords("😀!")],
  ["a digit is a text", { text: "7" }],
  ["plain text may look like markup", { text: "<b>a" }],
  ["markup is a text", { text: "<speak>a<break time='1s'/> b</speak>", input_type: "ssml" }],
  [
    "an unknown element is refused",
    { text: "<speak><emphasis>a</emphasis></speak>", input_type: "ssml" },
    markup(
      "<speak><emphasis>a</emphasis></speak>",
      "<emphasis> that ends at line 1, column 17 is not supported. Use only speak, p, s, break, sub, say-as, prosody, phoneme.",
    ),
  ],
  [
    "malformed markup is refused",
    { text: "<speak>a", input_type: "ssml" },
    markup("<speak>a", "Malformed SSML at line 1, column 8: unclosed tag: speak. Correct the markup."),
  ],
  [
    "markup without words is refused",
    { text: "<speak><break/></speak>", input_type: "ssml" },
    noWords("<speak><break/></speak>"),
  ],
  ["another kind of text is refused", { text: "a", input_type: "html" }, noKind("html")],
  ["NUL in a text is refused", { text: "a\0b" }, nul("a\0b")],
  ["a lone surrogate in a text is refused", { text: "a\ud800b" }, surrogate],
  ["unknown keys are ignored", { text: "a", volume: 11, __proto__: null, constructor: 1 }],
  ["a language may carry a region", { text: "a", language: "en-US" }],
  ["a language may be written large", { text: "a", language: "EN" }],
  ["ten characters of language are enough", { text: "a", language: "de-DE-1996" }],
  [
    "eleven characters of language are refused",
    { text: "a", language: "de-DE-19961" },
    tooLong("language", 10, "de-DE-19961"),
  ],
  ["an unsupported language gets the list of supported ones", { text: "a", language: "xx" }, unsupported("xx")],
  ["an empty language is refused", { text: "a", language: "" }, unsupported("")],
  ["null is no language", { text: "a", language: null }, noText("language", null)],
  ["all problems are told at once, in order", { text: "", language: "xx" }, empty, unsupported("xx")],
  [
    "an array is no body",
    [1],
    row(null, ["model_attributes_type", "Input should be a valid dictionary or object to extract fields from"], {
      input: [1],
    }),
  ],
  ["null is no body", null, row(null, ["missing", "Field required"], { input: null })],
];

const onlyDemo: readonly Case[] = [
  ["501 characters are too many", { text: "a".repeat(501) }, tooLong("text", 500, "a".repeat(501))],
  ["501 of them are too many", { text: "𝒜".repeat(501) }, tooLong("text", 500, "𝒜".repeat(501))],
  ["a speed and a format are not looked at", { text: "a", speed: 99, format: "mid" }],
];

const voiceId = builtinVoices[0]?.id ?? "";
const plain = voiceId.replaceAll("-", "");

const onlyRegular: readonly Case[] = [
  ["5000 characters are a text", { text: "a".repeat(5000) }],
  ["5001 characters are too many", { text: "a".repeat(5001) }, tooLong("text", 5000, "a".repeat(5001))],
  ["5000 of another plane are a text", { text: "𝒜".repeat(5000) }],
  ["5001 of them are too many", { text: "𝒜".repeat(5001) }, tooLong("text", 5000, "𝒜".repeat(5001))],
  ["half the speed is the slowest", { text: "a", speed: 0.5 }],
  ["slower than half the speed is refused", { text: "a", speed: 0.49 }, tooSlow(0.49)],
  ["twice the speed is the fastest", { text: "a", speed: 2 }],
  ["faster than twice the speed is refused", { text: "a", speed: 2.01 }, tooFast(2.01)],
  ["a speed may be written as text", { text: "a", speed: "1.5" }],
  ["a word is no speed", { text: "a", speed: "fast" }, notANumber("fast")],
  ...["wav", "mp3", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"].map((format): Case => [
    `${format} is a format`,
    { text: "a", format },
  ]),
  ["another format is refused", { text: "a", format: "opus" }, noFormat("opus")],
  ["WAV may have another sample rate", { text: "a", sample_rate: 8000 }],
  ["a sample rate may be written as text", { text: "a", format: "pcm", sample_rate: "48000" }],
  [
    "MP3 may have another sample rate and bit rate",
    { text: "a", format: "mp3", sample_rate: 44_100, bit_rate: 192_000 },
  ],
  ["a word is no sample rate", { text: "a", sample_rate: "high" }, noInteger("sample_rate", "high")],
  ["half a bit a second is refused", { text: "a", format: "mp3", bit_rate: 0.5 }, noWhole("bit_rate", 0.5)],
  [
    "a sample rate that Opus does not have is refused",
    { text: "a", format: "ogg", sample_rate: 44_100 },
    noRate(44_100),
  ],
  ["a sample rate that no format has is refused", { text: "a", format: "ogg", sample_rate: -1 }, noRate(-1)],
  ["WAV has no bit rate", { text: "a", bit_rate: 64_000 }, noBitRate("wav", 64_000)],
  ["FLAC has no bit rate", { text: "a", format: "flac", bit_rate: 64_000 }, noBitRate("flac", 64_000)],
  [
    "a bit rate that MP3 does not have at its usual sample rate is refused",
    { text: "a", format: "mp3", bit_rate: 192_000 },
    row("bit_rate", ["less_than_equal", "Input should be less than or equal to 160000"], {
      input: 192_000,
      ctx: { le: 160_000 },
    }),
  ],
  [
    "no bits a second are refused",
    { text: "a", format: "ogg", bit_rate: 0 },
    row("bit_rate", ["greater_than_equal", "Input should be greater than or equal to 6000"], {
      input: 0,
      ctx: { ge: 6_000 },
    }),
  ],
  [
    "a sample rate is refused beside another problem",
    { text: "", format: "mid", sample_rate: "x" },
    empty,
    noFormat("mid"),
    noInteger("sample_rate", "x"),
  ],
  ["a format is written small", { text: "a", format: "WAV" }, noFormat("WAV")],
  ["the times of words may be asked for", { text: "a", word_timestamps: true }],
  [
    "what is no boolean does not ask for the times of words",
    { text: "a", word_timestamps: "words" },
    {
      loc: ["body", "word_timestamps"],
      msg: "Input should be a valid boolean, unable to interpret input",
      type: "bool_parsing",
      input: "words",
    },
  ],
  ["a voice is named by its id", { text: "a", voice_id: voiceId }],
  ["an id may be written large", { text: "a", voice_id: voiceId.toUpperCase() }],
  ["an id may lack its hyphens", { text: "a", voice_id: plain }],
  ["an id may stand in braces", { text: "a", voice_id: `{${voiceId}}` }],
  ["an id may be a URN", { text: "a", voice_id: `urn:uuid:${voiceId}` }],
  ["a name is no id", { text: "a", voice_id: "nova" }, invalidUuid("nova", "invalid character: found `n` at 1")],
  [
    "an empty id is refused",
    { text: "a", voice_id: "" },
    invalidUuid("", "invalid length: expected length 32 for simple format, found 0"),
  ],
  [
    "four problems are told at once, in order",
    { voice_id: "nova", speed: 3, format: 1 },
    missingText({ voice_id: "nova", speed: 3, format: 1 }),
    invalidUuid("nova", "invalid character: found `n` at 1"),
    tooFast(3),
    noFormat(1),
  ],
];

const declare = (path: string, cases: readonly Case[]): void => {
  for (const [title, body, ...rows] of cases) {
    test(`${path}: ${title}`, async (t) => {
      const { status, json } = await ask(path, body);
      if (rows.length > 0) t.deepEqual([status, json], [422, { detail: rows }]);
      else t.is(status, path === demo ? 503 : 202, JSON.stringify(json).slice(0, 300));
    });
  }
};

declare(demo, [...both, ...onlyDemo]);
declare(regular, [...both, ...onlyRegular]);

test("a voice is named once, by 1 to 100 characters", async (t) => {
  const sent = { text: "a", voice: "Sally", voice_id: ownPending };
  const { status, json } = await ask(regular, sent);
  t.is(status, 422);
  t.like(json, { detail: [{ loc: ["body", "voice"], msg: "Value error, Send voice or voice_id, not both" }] });
  for (const voice of ["", "a".repeat(101), 5]) t.is((await ask(regular, { text: "a", voice })).status, 422);
});

test("a sample rate must be one of the format that the call accepts", async (t) => {
  const ofTelephones = { text: "a", sample_rate: 24_000 };
  const accept = (type: string, json: unknown) =>
    service.call("POST", regular, { key, json, headers: { prefer: "respond-async", accept: type } });
  const { status, json } = await accept("audio/pcmu", ofTelephones);
  t.is(status, 422);
  t.like(json, { detail: [{ loc: ["body", "sample_rate"], msg: "Input should be 8000 or 16000" }] });
  t.is((await accept("audio/flac", ofTelephones)).status, 202);
  t.is((await accept("audio/pcmu", { ...ofTelephones, format: "pcm" })).status, 202, "format comes before Accept");
});

test("a voice that does not exist, or is another account's, is not found", async (t) => {
  for (const voice_id of [randomUUID(), foreignVoice]) {
    const { status, json } = await ask(regular, { text: "a", voice_id });
    t.is(status, 404);
    t.like(json, { code: "voice_not_found", detail: "Voice not found." });
  }
});

test("a voice is named in any case, or by its id, and one that does not exist is not found", async (t) => {
  const sally = builtinVoices.find(({ engineVoice }) => engineVoice === "slt");
  for (const voice of ["sALLY", sally?.id]) {
    const { status, headers } = await ask(regular, { text: "a", voice });
    t.is(status, 202);
    const shown = await service.call("GET", `/v1/speech/requests/${headers.get("x-request-id")}`, { key });
    t.like(shown.json, { data: { voice: { voice_id: sally?.id, name: "Sally" } } });
  }
  const text = `${randomUUID()} is not spoken`;
  for (const voice of ["Harold", foreignVoice]) {
    const { status, json } = await ask(regular, { text, voice });
    t.is(status, 404);
    t.like(json, { code: "voice_not_found" });
    t.true(JSON.stringify(json).includes(`named '${voice}'`));
  }
  const { rows } = await sql`select 1 from speech_requests where input_text = ${text}`.execute(db);
  t.is(rows.length, 0);
});

test("a voice of the account comes before a built-in one of the same name", async (t) => {
  const { key: own, userId: owner } = await service.account();
  const id = await insertPendingVoice(service.resources, owner);
  await db.updateTable("voices").set({ name: "Sally" }).where("id", "=", id).execute();
  const json = { text: "a", voice: "Sally" };
  t.like((await service.call("POST", regular, { key: own, json })).json, { code: "voice_not_ready" });
  t.is((await ask(regular, json)).status, 202);
});

test("a voice that is still being made cannot speak", async (t) => {
  const { status, json } = await ask(regular, { text: "a", voice_id: ownPending });
  t.is(status, 409);
  t.like(json, { success: false, code: "voice_not_ready" });
});

test("work that is accepted says where its result will be, and is there", async (t) => {
  const { status, headers, json } = await ask(regular, { text: "Later." });
  const requestId = headers.get("x-request-id");
  t.is(status, 202);
  t.deepEqual(json, { success: true, data: { request_id: requestId, status: "queued", credits_reserved: 6 } });
  t.is(headers.get("location"), `/v1/speech/requests/${requestId}`);
  t.regex(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  const shown = await service.call("GET", `/v1/speech/requests/${requestId}`, { key });
  t.like(shown.json, { data: { status: "queued", text: "Later.", characters: 6, audio_url: null, error: null } });
  t.regex(shown.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
});

test("a caller that waits is answered 202 when its time is over", async (t) => {
  const started = performance.now();
  const answer = await service.call("POST", regular, { key, json: { text: "a" }, headers: { prefer: "wait=30" } });
  t.is(answer.status, 202);
  const waitedMs = performance.now() - started;
  t.true(waitedMs > 900 && waitedMs < 10_000, "a second is the longest here");
});

test("a demo call without a worker gets Retry-After, and leaves no work", async (t) => {
  const text = randomUUID();
  const answer = await ask(demo, { text });
  t.is(answer.status, 503);
  t.regex(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  t.like(answer.json, { success: false, code: "unavailable" });
  const left = await findLeftovers(service);
  const rows = await db.selectFrom("speech_requests").select(["id", "status"]).where("input_text", "=", text).execute();
  t.false(rows.some(({ id, status }) => status !== "failed" || left.jobs.includes(id)));
});

test("a body that is refused leaves no row", async (t) => {
  const unique = `${randomUUID()}${"a".repeat(500)}`;
  t.is((await ask(demo, { text: unique })).status, 422);
  const { rows } = await sql`select 1 from speech_requests where input_text = ${unique}`.execute(db);
  t.is(rows.length, 0);
});
