import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createReadStream } from "node:fs";
import test from "ava";
import { z } from "zod";
import { decode, likeness } from "#harness/audio/decoded.ts";
import { encoded, tone, wav } from "#harness/audio/sounds.ts";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { rawAudio } from "#src/api/uploads/raw-audio.ts";
import { rawEncodings } from "#src/domain/speech/wav-header.ts";
import { serveReader } from "#test/support/reader-server.ts";
import { startService } from "#test/support/service.ts";

const maxBytes = 200_000;
const service = await startService({
  env: { AUDIO_MAX_BYTES: `${maxBytes}`, AUDIO_MAX_SECONDS: "30", UPLOAD_MAX_SECONDS: "12" },
});
const samples = z.object({
  encoding: z.enum(rawEncodings),
  sampleRate: z.coerce.number(),
  channels: z.coerce.number(),
});
const reader = rawAudio(
  {
    samplesOf: (query) => ({
      ok: true,
      value: query.has("encoding") ? samples.parse(Object.fromEntries(query)) : null,
    }),
  },
  (limits) => limits.audio,
);
const { baseUrl, close } = await serveReader(service.resources, reader, async ({ path, ...audio }) => ({
  ...audio,
  file: (await buffer(createReadStream(path))).toString("base64"),
}));
test.after.always(async () => {
  close();
  await service[Symbol.asyncDispose]();
});

const answer = z.object({
  container: z.string(),
  bytes: z.number(),
  declaredSeconds: z.number().nullable(),
  sha256: z.string(),
  file: z.string().transform((text) => Buffer.from(text, "base64")),
});

async function send(body: Uint8Array<ArrayBuffer> | string, type: string, query = ""): Promise<unknown> {
  const response = await fetch(`${baseUrl}/${query}`, { method: "POST", body, headers: { "content-type": type } });
  return response.json();
}

const sound = tone(2);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const refused = (reason: string) => ({
  ok: false,
  rows: [{ type: "value_error", loc: ["body"], msg: `Value error, ${reason}`, input: null, ctx: { error: {} } }],
});
const notAudio = refused(
  "The file could not be read as audio. Send WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS).",
);
const notRaw = refused(
  "The body must be the recording itself. Send its bytes, with Content-Type: application/octet-stream.",
);

const curlType = "application/x-www-form-urlencoded";

for (const type of [
  "application/octet-stream",
  "audio/wav",
  "audio/*",
  curlType,
  "text/plain",
  "video/mp4",
  "nonsense",
]) {
  test(`a recording is read as ${type}`, async (t) => {
    const { file, ...facts } = answer.parse(await send(sound, type));
    t.deepEqual(facts, { container: "wav", bytes: sound.length, declaredSeconds: 2, sha256: sha256(sound) });
    t.deepEqual(file, Buffer.from(sound));
  });
}

test("the container is what the bytes say", async (t) => {
  for (const [extension, container] of [
    ["flac", "flac"],
    ["ogg", "ogg"],
    ["mp3", "mp3"],
    ["webm", "webm"],
  ] as const) {
    t.is(answer.parse(await send(await encoded(sound, extension), "audio/wav")).container, container);
  }
});

for (const [encoding, ffmpeg] of [
  ["linear16", "pcm_s16le"],
  ["mulaw", "pcm_mulaw"],
  ["alaw", "pcm_alaw"],
] as const) {
  test(`samples in ${encoding} without a header become a WAV file of the same sound`, async (t) => {
    const sweep = wav(2, (second) => 0.3 * Math.sin(2 * Math.PI * (200 + 150 * second) * second), 8_000);
    const file = await encoded(sweep, "wav", ["-c:a", ffmpeg, "-bitexact"]);
    const content = Uint8Array.from(file.subarray(Buffer.from(file).indexOf("data") + 8));
    const query = `?encoding=${encoding}&sampleRate=8000&channels=1`;
    const read = answer.parse(await send(content, "application/octet-stream", query));
    t.like(read, { container: "wav", declaredSeconds: 2, bytes: content.length + 44, sha256: sha256(content) });
    const decoded = await decode(read.file, "wav", 8_000);
    const original = await decode(sweep, "wav", 8_000);
    t.deepEqual([decoded.codec, decoded.sampleRate, decoded.seconds], [ffmpeg, 8_000, 2]);
    t.true(likeness(original.samples, decoded.samples) > 0.99);
  });
}

test("a file is read as it is, though the query says how samples are written", async (t) => {
  const query = "?encoding=linear16&sampleRate=8000&channels=1";
  for (const [extension, container] of [
    ["wav", "wav"],
    ["flac", "flac"],
    ["ogg", "ogg"],
    ["mp3", "mp3"],
  ] as const) {
    const content = await encoded(sound, extension);
    const read = answer.parse(await send(content, "application/octet-stream", query));
    t.deepEqual([read.container, read.file.equals(Buffer.from(content))], [container, true]);
  }
});

test("samples whose first ones are zero, or look like a frame of MPEG audio, are samples", async (t) => {
  for (const head of ["00000000", "0000fffb9000", "fffb9000", "fff15080"]) {
    const content = Buffer.concat([Buffer.from(head, "hex"), Buffer.alloc(32_000)]);
    const query = "?encoding=linear16&sampleRate=8000&channels=1";
    const read = answer.parse(await send(Uint8Array.from(content), "application/octet-stream", query));
    t.is(read.bytes, content.length + 44, head);
  }
});

const cases: readonly (readonly [title: string, () => Promise<unknown>, unknown])[] = [
  ["an empty body", () => send("", "audio/wav"), refused("The file is empty.")],
  [
    "no samples",
    () => send("", "audio/wav", "?encoding=mulaw&sampleRate=8000&channels=1"),
    refused("The file is empty."),
  ],
  ["text", () => send("This is not a sound.", "audio/wav"), notAudio],
  ["a playlist", () => send("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "audio/mpegurl"), notAudio],
  ["a form", () => send(sound, "multipart/form-data; boundary=b"), notRaw],
  ["a form without files", () => send("audio=x", "application/x-www-form-urlencoded"), notAudio],
  ["JSON", () => send('{"url":"https://example.com/a.wav"}', "application/json; charset=utf-8"), notRaw],
  ["JSON of another kind", () => send("{}", "application/ld+json"), notRaw],
  ["too many bytes", () => send(tone(10), "audio/wav"), { code: "audio_too_large" }],
  [
    "samples of too many seconds",
    () => send(new Uint8Array(190_000), "audio/wav", "?encoding=mulaw&sampleRate=4000&channels=1"),
    { code: "audio_too_long" },
  ],
];

for (const [title, call, expected] of cases) {
  test(`${title}: the body is refused with the reason`, async (t) => {
    t.deepEqual(await call(), expected);
  });
}

const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

test("a body of no declared length is bounded, too", async (t) => {
  const head = requestHead("/", ["Transfer-Encoding: chunked", "Content-Type: audio/wav", "Connection: close"]);
  const { closed } = await openRawConnection(baseUrl, head, chunk(tone(10)), "0\r\n\r\n");
  t.true((await closed).includes('"code":"audio_too_large"'));
});

test("a body that arrives too slowly is refused", async (t) => {
  t.timeout(60_000);
  const head = requestHead("/", ["Content-Length: 90000", "Content-Type: audio/wav", "Connection: close"]);
  const { socket, closed } = await openRawConnection(baseUrl, head, sound.subarray(0, 100));
  const timer = setInterval(() => socket.write("x"), 1_000);
  t.true((await closed.finally(() => clearInterval(timer))).includes('"code":"request_timeout"'));
});

test("callers that hang up in the middle leave nothing", async (t) => {
  const head = requestHead("/", [`Content-Length: ${sound.length}`, "Content-Type: audio/wav"]);
  for (const end of [0, 1, 44, 30_000, sound.length - 1]) {
    const { socket, closed } = await openRawConnection(baseUrl, head, sound.subarray(0, end));
    if (end % 2 === 0) socket.resetAndDestroy();
    else socket.end();
    await closed;
  }
  t.pass();
});

test.after("no file of them is left", async (t) => {
  t.deepEqual(await leftoversAfter(service), nothing);
});
