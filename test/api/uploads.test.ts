import test from "ava";
import type { Answer, CallOptions } from "#harness/clients/client.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { multipartBody, openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";
import { tone, wav } from "#harness/audio/sounds.ts";

const demo = "/v1/demo/speech/transcriptions";
const regular = "/v1/speech/transcriptions";
const voices = "/v1/voices";

const maxBytes = 200_000;
const maxSeconds = 30;

/** The text fields that a form of the demo may have, and one of the regular endpoint, which repeats terms, replacements and searches. */
const maxFields = { [demo]: 10, [regular]: 460 };

// No worker runs here: what is accepted ends as 202. The regular endpoint takes less than it usually does.
const service = await startService({
  env: { AUDIO_MAX_BYTES: `${maxBytes}`, AUDIO_MAX_SECONDS: `${maxSeconds}` },
});
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const send = (path: string, options: CallOptions): Promise<Answer> =>
  service.call("POST", path, { key, ...options, headers: { prefer: "respond-async", ...options.headers } });

type Part = readonly [field: string, content: string | Uint8Array<ArrayBuffer>, fileName?: string];

/** A form with these parts in this order. */
function formOf(...parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [field, content, fileName = "sound.wav"] of parts) {
    if (typeof content === "string") form.append(field, content);
    else form.append(field, new Blob([content]), fileName);
  }
  return form;
}

const named = (count: number): readonly Part[] =>
  Array.from({ length: count }, (_, index): Part => [`field${index}`, "x"]);

const sound = tone(2);
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "latin1"));

const missing = (field: string) => ({ type: "missing", loc: ["body", field], msg: "Field required", input: null });
const refused = (reason: string, input: unknown = null) => ({
  type: "value_error",
  loc: ["body", "audio"],
  msg: `Value error, ${reason}`,
  input,
  ctx: { error: {} },
});
const notAudio = refused(
  "The file could not be read as audio. Send WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS).",
);
const asText = (input: string) => refused("Expected UploadFile, received: <class 'str'>", input);
const misplaced = (field: string) => ({
  ...missing("audio"),
  ctx: { reason: `The file must be sent in the field 'audio', not in '${field}'` },
});
const cut = (field: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a"\r\n\r\n${"x".repeat(999)}`;
const multipart =
  (contentType: string, body: string): (() => CallOptions) =>
  () => ({
    headers: { "content-type": contentType },
    body,
  });

type Row = ReturnType<typeof refused> | ReturnType<typeof missing>;

const unreadablePart = (msg: string) => ({
  type: "value_error",
  loc: ["body"],
  msg: `Value error, ${msg}`,
  input: null,
  ctx: { error: {} },
});
const noName = unreadablePart("A part of the form has no name or a forbidden name");
const noHead = unreadablePart("A part of the form has headers that cannot be read");

/** The call, and the rows that it is answered. */
const cases: readonly (readonly [title: string, send: () => CallOptions, ...rows: readonly Row[]])[] = [
  ["a form without a file", () => ({ form: formOf(["name", "x"]) }), missing("audio")],
  ["no body at all", () => ({}), missing("audio")],
  ["bare audio", () => ({ body: sound, headers: { "content-type": "audio/wav" } }), missing("audio")],
  [
    "a form in a URL's encoding",
    () => ({ body: "audio=x", headers: { "content-type": "application/x-www-form-urlencoded" } }),
    missing("audio"),
  ],
  ["a form that names no boundary", multipart("multipart/form-data", cut("audio")), missing("audio")],
  ["a form that ends in its file", multipart("multipart/form-data; boundary=b", cut("audio")), missing("audio")],
  [
    "a form that ends in a header",
    multipart("multipart/form-data; boundary=b", "--b\r\nContent-Disp"),
    missing("audio"),
  ],
  ["a form with another boundary", multipart("multipart/form-data; boundary=c", cut("audio")), missing("audio")],
  ["an empty form", multipart("multipart/form-data; boundary=b", "--b--\r\n"), missing("audio")],
  ["a part without headers", multipart("multipart/form-data; boundary=b", "--b\r\n\r\nx\r\n--b--\r\n"), noHead],
  ["the field as text", () => ({ form: formOf(["audio", "RIFF"]) }), asText("RIFF")],
  ["the field as a long text", () => ({ form: formOf(["audio", "a".repeat(1001)]) }), asText("a".repeat(1000))],
  ["the field as an empty text", () => ({ form: formOf(["audio", ""]) }), missing("audio")],
  ["the file in another field", () => ({ form: formOf(["file", sound]) }), misplaced("file")],
  ["the file in a field that only looks like it", () => ({ form: formOf(["Audio", sound]) }), misplaced("Audio")],
  ["two files", () => ({ form: formOf(["audio", sound], ["audio", sound]) }), refused("Only one file may be sent")],
  [
    "a second file elsewhere",
    () => ({ form: formOf(["audio", sound], ["more", sound]) }),
    refused("Only one file may be sent"),
  ],
  ["no bytes", () => ({ form: formOf(["audio", new Uint8Array()]) }), refused("The file is empty.")],
  ["text under the name of a sound", () => ({ form: formOf(["audio", bytes("This is not a sound.")]) }), notAudio],
  ["a playlist", () => ({ form: formOf(["audio", bytes("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")]) }), notAudio],
  ["a script of files", () => ({ form: formOf(["audio", bytes("ffconcat version 1.0\nfile 'a.wav'\n")]) }), notAudio],
  [
    "a session description",
    () => ({ form: formOf(["audio", bytes("v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n")]) }),
    notAudio,
  ],
  ["a cue sheet", () => ({ form: formOf(["audio", bytes('FILE "a.wav" WAVE\n  TRACK 01 AUDIO\n')]) }), notAudio],
  [
    "a DASH manifest",
    () => ({ form: formOf(["audio", bytes('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>')]) }),
    notAudio,
  ],
  ["an AVI", () => ({ form: formOf(["audio", bytes("RIFF\x24\0\0\0AVI LIST")]) }), notAudio],
  ["a picture", () => ({ form: formOf(["audio", bytes("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR")]) }), notAudio],
];

test("JSON needs an address where one is taken, and is no form elsewhere", async (t) => {
  const json = { audio: "x" };
  t.deepEqual((await send(regular, { json })).json, { detail: [missing("url")] });
  t.deepEqual((await send(demo, { json })).json, { detail: [missing("audio")] });
});

const uploads = 50;

test.serial("callers that hang up in the middle of an upload leave nothing", async (t) => {
  const body = multipartBody("b", "audio", tone(5));
  const headers = [
    `X-API-Key: ${key}`,
    "Content-Type: multipart/form-data; boundary=b",
    `Content-Length: ${body.length}`,
  ];
  const hangUp = async (index: number): Promise<void> => {
    const path = [regular, demo, voices][index % 3] ?? regular;
    const end = Math.floor(Math.random() * (body.length - 10));
    const { socket, closed } = await openRawConnection(
      service.baseUrl,
      requestHead(path, headers),
      body.subarray(0, end),
    );
    if (index % 2 === 0) socket.resetAndDestroy();
    else socket.end();
    await closed;
  };
  await Promise.all(Array.from({ length: uploads }, (_, index) => hangUp(index)));
  t.deepEqual(await leftoversAfter(service), nothing);
  t.is((await service.call("GET", "/readyz")).status, 200);
});

for (const path of [demo, regular]) {
  for (const [title, options, ...rows] of cases) {
    test(`${path} refuses ${title}`, async (t) => {
      const { status, json } = await send(path, options());
      t.deepEqual([status, json], [422, { detail: rows }]);
    });
  }
}

test("a voice without file and name gets a row for both, and for the language, too", async (t) => {
  const nameless = await send(voices, { form: formOf(["description", "x"]) });
  t.deepEqual(nameless.json, { detail: [missing("audio"), missing("name")] });
  t.deepEqual((await send(voices, { json: {} })).json, { detail: [missing("audio"), missing("name")] });
  const wrong = await send(voices, {
    form: formOf(["audio", bytes("no")], ["name", "x".repeat(101)], ["language", "xx"]),
  });
  t.like(wrong.json, {
    detail: [notAudio, { type: "string_too_long", loc: ["body", "name"] }, { type: "literal_error" }],
  });
});

test("name and declared type of a file do not matter, its bytes do", async (t) => {
  for (const name of ["sound.mp3", "sound.exe", "../../../etc/passwd", "😀.txt", `${"n".repeat(3000)}.wav`]) {
    const form = new FormData();
    form.set("audio", new Blob([sound], { type: "text/html" }), name);
    t.is((await send(regular, { form })).status, 202, JSON.stringify(name.slice(0, 30)));
  }
});

test("fields that are not known are ignored, up to the number that a form may have", async (t) => {
  t.is((await send(regular, { form: formOf(...named(maxFields[regular]), ["audio", sound]) })).status, 202);
  for (const [path, most] of Object.entries(maxFields)) {
    const many = named(most + 1);
    for (const form of [formOf(...many, ["audio", sound]), formOf(["audio", sound], ...many)]) {
      const { status, json } = await send(path, { form });
      t.is(status, 413, path);
      t.like(json, { success: false, code: "body_too_large", max_fields: most }, path);
    }
  }
});

test("a field of more than 64 KiB is too much, unless it is never looked at", async (t) => {
  const withField = (name: string, length: number) => ({ form: formOf([name, "x".repeat(length)], ["audio", sound]) });
  for (const name of ["note", "note[]", "note[a]"]) {
    t.is((await send(regular, withField(name, 900_000))).status, 202, name);
  }
  t.is((await send(regular, withField("language", 65_536))).status, 422);
  for (const name of ["language", "language[]"]) {
    const { status, json } = await send(regular, withField(name, 65_537));
    t.is(status, 413, name);
    t.like(json, { code: "body_too_large", max_bytes: 65_536 });
  }
});

test("a file whose part has no file name is refused for that, however long it is", async (t) => {
  const detail = [refused("The file needs a filename. Send it as a file, with a filename in its part of the form")];
  for (const seconds of [0.5, 4]) {
    const head = '--b\r\nContent-Disposition: form-data; name="audio"\r\nContent-Type: audio/wav\r\n\r\n';
    const body = Uint8Array.from(Buffer.concat([Buffer.from(head), tone(seconds), Buffer.from("\r\n--b--\r\n")]));
    const { status, json } = await send(regular, {
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body,
    });
    t.deepEqual([status, json], [422, { detail }], `${seconds} s`);
  }
});

test("a form of very many parts is refused before they are all read", async (t) => {
  const parts = (head: string) => ({
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: `${`--b\r\n${head}\r\nx\r\n`.repeat(10_000)}--b--\r\n`,
  });
  for (const [head, facts] of [
    ['Content-Disposition: form-data; name="n"\r\n', { max_fields: maxFields[regular] }],
    ["Content-Disposition: attachment\r\n", { max_parts: maxFields[regular] + 10 }],
  ] as const) {
    const { status, json } = await send(regular, parts(head));
    t.is(status, 413);
    t.like(json, { code: "body_too_large", ...facts });
  }
});

/** A form with this part among the good ones. */
const withPart = (head: string, content: Uint8Array = bytes("x")): CallOptions => ({
  headers: { "content-type": "multipart/form-data; boundary=b" },
  body: Uint8Array.from(
    Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nMine'),
      Buffer.from(`\r\n--b\r\n${head}\r\n\r\n`, "latin1"),
      content,
      Buffer.from("\r\n"),
      multipartBody("b", "audio", sound),
    ]),
  ),
});

test("an unknown part is ignored, or refused for its own fault", async (t) => {
  for (const head of [
    "Content-Type: text/plain",
    "Content-Disposition: attachment",
    'Content-Disposition: form-data; name="x"; other',
  ]) {
    t.is((await send(regular, withPart(head))).status, 202, JSON.stringify(head));
    t.is((await send(voices, withPart(head))).status, 201, JSON.stringify(head));
  }
  for (const [head, detail] of [
    ['Content-Disposition: form-data; name=""', noName],
    ["Content-Disposition: form-data", noName],
    ['Content-Disposition: form-data; name=""; filename=""', noName],
    ['Content-Disposition: form-data; name="x\u0001"', noHead],
    ['Content-Disposition: form-data; name="x"\r\nX\u0000Y: z\u007f', noHead],
  ] as const) {
    const { status, json } = await send(voices, withPart(head));
    t.deepEqual([status, json], [422, { detail: [detail] }], JSON.stringify(head));
  }
});

test("a text that is not UTF-8 is refused at its field", async (t) => {
  const notUnicode = (field: string, input: string) => ({
    type: "string_unicode",
    loc: ["body", field],
    msg: "Input should be a valid string, unable to parse raw data as a unicode string",
    input,
  });
  const disposition = 'Content-Disposition: form-data; name="description"';
  const utf8 = `${disposition}\r\nContent-Type: text/plain; charset=utf-8`;
  for (const head of [disposition, utf8]) {
    const { status, json } = await send(voices, withPart(head, bytes("a\xff\xfeb")));
    t.deepEqual([status, json], [422, { detail: [notUnicode("description", "a\ufffd\ufffdb")] }], head);
    for (const text of ["नमस्ते", "café", "plain"]) {
      const made = await send(voices, withPart(head, Uint8Array.from(Buffer.from(text))));
      t.like(made.json, { data: { description: text } }, head);
    }
  }
  const replacement = Uint8Array.from(Buffer.from("a\ufffdb"));
  t.like((await send(voices, withPart(disposition, replacement))).json, { data: { description: "a\ufffdb" } });
  const latin1 = `${disposition}\r\nContent-Type: text/plain; charset=ISO-8859-1`;
  t.is((await send(voices, withPart(latin1, bytes("caf\xe9")))).status, 201);
  const required = await send(voices, withPart('Content-Disposition: form-data; name="name"', bytes("\xc3")));
  t.deepEqual([required.status, required.json], [422, { detail: [notUnicode("name", "\ufffd")] }]);
  t.is((await send(voices, withPart('Content-Disposition: form-data; name="other"', bytes("\xff")))).status, 201);
});

test("odd bytes in the name of a file do not matter", async (t) => {
  for (const name of ["\xff\xfe.wav", "a\\b.wav", '\\".wav', "../../x"]) {
    const body = Buffer.from(
      multipartBody("b", "audio", sound)
        .toString("latin1")
        .replace("a.wav", () => name),
      "latin1",
    );
    const form = { headers: { "content-type": "multipart/form-data; boundary=b" }, body: Uint8Array.from(body) };
    t.is((await send(regular, form)).status, 202, JSON.stringify(name));
  }
});

test("names of fields that mean something to programs mean nothing here", async (t) => {
  for (const name of ["__proto__", "constructor", "a[b][c]", "a[]", "a[20]", "language.x"]) {
    t.is((await send(regular, { form: formOf([name, "xx"], ["audio", sound]) })).status, 202, name);
  }
});

test("of a field that is sent twice the last one counts, and an empty one does not", async (t) => {
  const fields = (...values: readonly string[]) =>
    formOf(...values.map((value): Part => ["language", value]), ["audio", sound]);
  t.is((await send(regular, { form: fields("xx", "en") })).status, 202);
  t.is((await send(regular, { form: fields("en", "xx") })).status, 422);
  t.is((await send(regular, { form: fields("") })).status, 202);
});

test("a file of the largest size is taken, one byte more is not", async (t) => {
  const samples = (maxBytes - 44) / 2;
  const largest = wav(samples / 16_000);
  t.is(largest.length, maxBytes);
  t.is((await send(regular, { form: formOf(["audio", largest]) })).status, 202);
  for (const size of [maxBytes + 1, maxBytes + 3_000_000]) {
    const { status, json } = await send(regular, { form: formOf(["audio", wav(1, () => 0, size)]) });
    t.is(status, 413);
    t.like(json, { success: false, code: "audio_too_large", max_bytes: maxBytes });
  }
});

test("a file that says it is too long is refused before it is kept", async (t) => {
  const { status, json } = await send(regular, { form: formOf(["audio", wav(maxSeconds + 0.1, () => 0, 1000)]) });
  t.is(status, 413);
  t.like(json, { success: false, code: "audio_too_long", max_seconds: maxSeconds });
  t.is((await send(regular, { form: formOf(["audio", wav(maxSeconds, () => 0, 1000)]) })).status, 202);
});

const defaults = [
  [demo, 10 * 1024 * 1024],
  [voices, 20 * 1024 * 1024],
] as const;

test("what says that it is too large is refused before it is read", async (t) => {
  for (const [path, max_bytes] of defaults) {
    const length = max_bytes + 2 * 1024 * 1024;
    const headers = [`X-API-Key: ${key}`, "Content-Type: multipart/form-data; boundary=b", `Content-Length: ${length}`];
    const { socket, closed } = await openRawConnection(
      service.baseUrl,
      requestHead(path, [...headers, "Connection: close"]),
    );
    const answer = await closed;
    socket.destroy();
    t.regex(answer, /^HTTP\/1\.1 413 /);
    t.true(answer.includes(`"max_bytes":${max_bytes}`), answer);
  }
});

test("what turns out to be too large is refused while it is being sent", async (t) => {
  const headers = [`X-API-Key: ${key}`, "Content-Type: multipart/form-data; boundary=b", "Transfer-Encoding: chunked"];
  const start = multipartBody("b", "audio", wav(10)).subarray(0, 300_000);
  const { socket, closed } = await openRawConnection(service.baseUrl, requestHead(regular, headers));
  const endless = setInterval(
    () => socket.write(Buffer.concat([Buffer.from(`${start.length.toString(16)}\r\n`), start, Buffer.from("\r\n")])),
    10,
  );
  const answer = await closed.finally(() => clearInterval(endless));
  t.regex(answer, /^HTTP\/1\.1 413 /);
  t.true(answer.includes('"code":"audio_too_large"'), answer);
});
