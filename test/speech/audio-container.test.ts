import test from "ava";
import { announcesAudio, detectContainer, tagLength } from "#src/domain/speech/audio-container.ts";
import type { AudioContainer } from "#db/schema.ts";
import { encoded, tone } from "#harness/audio/sounds.ts";
import { id3, png } from "#harness/audio/hostile-media.ts";

const text = (content: string): Uint8Array => Buffer.from(content, "latin1");
const head = (content: Uint8Array): Uint8Array => content.subarray(0, 65_536);
const box = (brand: string): Uint8Array => text(`\0\0\0\u0018ftyp${brand}\0\0\0\0isomiso2`);

const real: readonly (readonly [extension: string, container: AudioContainer, options: readonly string[]])[] = [
  ["wav", "wav", []],
  ["wav", "wav", ["-rf64", "always"]],
  ["wav", "wav", ["-c:a", "adpcm_ms"]],
  ["mp3", "mp3", []],
  ["mp3", "mp3", ["-id3v2_version", "0", "-write_xing", "0"]],
  ["mp3", "mp3", ["-ar", "8000", "-b:a", "8k"]],
  ["aac", "adts", []],
  ["flac", "flac", []],
  ["ogg", "ogg", ["-c:a", "libvorbis"]],
  ["opus", "ogg", []],
  ["oga", "ogg", ["-c:a", "flac"]],
  ["m4a", "mp4", []],
  ["m4a", "mp4", ["-c:a", "alac"]],
  ["mp4", "mp4", ["-movflags", "frag_keyframe+empty_moov"]],
  ["mov", "mp4", ["-c:a", "pcm_s16be"]],
  ["3gp", "mp4", ["-c:a", "aac"]],
  ["webm", "webm", ["-c:a", "libopus", "-ar", "48000"]],
  ["mka", "webm", ["-c:a", "flac"]],
  ["mp2", "mp3", []],
  ["spx", "ogg", ["-c:a", "libspeex", "-ar", "8000"]],
  ["3g2", "mp4", ["-c:a", "aac"]],
  ["aiff", "aiff", []],
  ["aifc", "aiff", ["-f", "aiff", "-c:a", "pcm_mulaw"]],
  ["caf", "caf", []],
  ["wma", "asf", []],
  ["au", "au", []],
  ["w64", "w64", []],
  ["gsm", "gsm", ["-c:a", "libgsm", "-ar", "8000"]],
  ["ac3", "ac3", ["-ar", "44100"]],
  ["eac3", "eac3", ["-ar", "48000"]],
  ["loas", "loas", ["-f", "latm", "-c:a", "aac"]],
  ["ts", "mpegts", ["-c:a", "aac"]],
  ["m2ts", "mpegts", ["-c:a", "mp2", "-mpegts_m2ts_mode", "1"]],
  ["mpg", "mpeg", ["-c:a", "mp2"]],
  ["flv", "flv", ["-c:a", "libmp3lame", "-ar", "22050"]],
  ["voc", "voc", []],
  ["wv", "wv", []],
];

for (const [extension, container, options] of real) {
  test(`a real ${[extension, ...options].join(" ")} is seen as ${container}`, async (t) => {
    const content = head(await encoded(tone(0.7), extension, options));
    t.is(await detectContainer(content), container);
  });
}

test("sound behind a tag is found where the tag says that it ends", async (t) => {
  const tag = id3(png(10, 10));
  t.is(tagLength(tag), tag.length);
  t.is(tagLength(head(id3(new Uint8Array(200_000)))), 200_000 + tag.length - png(10, 10).length);
  for (const [extension, container] of [
    ["mp3", "mp3"],
    ["aac", "adts"],
    ["flac", "flac"],
  ] as const) {
    const sound = await encoded(tone(0.5), extension, extension === "mp3" ? ["-id3v2_version", "0"] : []);
    t.is(tagLength(sound), 0);
    t.is(await detectContainer(Buffer.concat([new Uint8Array(extension === "flac" ? 0 : 512), sound])), container);
    t.true(await announcesAudio(Buffer.concat([tag, sound])), extension);
  }
});

const frames: readonly (readonly [container: AudioContainer, extension: string, options: readonly string[]])[] = [
  ["mp3", "mp3", ["-id3v2_version", "0", "-write_xing", "0"]],
  ["mp3", "mp2", []],
  ["adts", "aac", []],
  ["ac3", "ac3", ["-ar", "48000"]],
  ["eac3", "eac3", ["-ar", "48000"]],
  ["loas", "loas", ["-f", "latm", "-c:a", "aac"]],
  ["mpegts", "ts", ["-c:a", "aac"]],
];

for (const [container, extension, options] of frames) {
  test(`a ${extension} that begins within a frame, or with something else, is seen as ${container}`, async (t) => {
    const sound = await encoded(tone(1), extension, options);
    t.is(await detectContainer(sound.subarray(101)), container);
    for (const before of [
      "\r\n",
      "ten bytes.",
      "\0".repeat(700),
      "<!-- cached -->\n",
      "\u00ff\u00fb\u0090\0".repeat(9),
    ]) {
      const content = Buffer.concat([text(before), sound]);
      t.is(await detectContainer(content), container, before);
    }
  });
}

test("every brand of ISO files is accepted but those of pictures", async (t) => {
  for (const brand of [
    "M4A ",
    "M4B ",
    "mp41",
    "isom",
    "iso6",
    "dash",
    "qt  ",
    "3gp4",
    "3g2a",
    "MSNV",
    "XAVC",
    "KDDI",
  ]) {
    t.is(await detectContainer(box(brand)), "mp4", brand);
  }
  for (const brand of ["heic", "avif", "mif1", "msf1", "crx "]) t.is(await detectContainer(box(brand)), null, brand);
});

test("sizes of an EBML header may have up to eight bytes", async (t) => {
  const webm = Buffer.from(await encoded(tone(0.5), "webm", ["-c:a", "libopus", "-ar", "48000"]));
  // The identifier of four bytes, a size of one, and the elements of the header.
  const [elements, rest] = [
    webm.subarray(5, 5 + (webm.readUInt8(4) & 0x7f)),
    webm.subarray(5 + (webm.readUInt8(4) & 0x7f)),
  ];
  for (const bytes of [2, 3, 4, 5, 6, 7, 8]) {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE((1n << BigInt(7 * bytes)) + BigInt(elements.length));
    const content = Buffer.concat([webm.subarray(0, 4), size.subarray(8 - bytes), elements, rest]);
    t.is(await detectContainer(content), "webm", `${bytes} bytes`);
  }
});

test("AMR and Wave64 are told by their first bytes, G.723.1 by the name of the file alone", async (t) => {
  t.is(await detectContainer(text("#!AMR\n\u003c")), "amr");
  t.is(await detectContainer(text("#!AMR-WB\n\u0044")), "amr");
  const g723 = await encoded(tone(1), "g723_1", ["-f", "g723_1", "-ar", "8000", "-b:a", "6300"]);
  t.is(await detectContainer(g723), null);
  t.is(await detectContainer(g723, "call.G723"), "g723");
  t.is(await detectContainer(text("plain text".repeat(30)), "call.g723"), null);
  t.is(await detectContainer(png(10, 10), "call.g723"), null);
});

test("samples without a header are not taken for a file", async (t) => {
  const silence = Buffer.alloc(65_536, 0xd5);
  t.false(await announcesAudio(silence));
  const content = Buffer.concat([silence.subarray(0, 1000), await encoded(tone(0.5), "mp3")]);
  t.false(await announcesAudio(content));
});

const refused: readonly (readonly [name: string, content: Uint8Array])[] = [
  ["nothing", new Uint8Array()],
  ["zero bytes", new Uint8Array(4096)],
  ["an ffconcat script", text("ffconcat version 1.0\nfile canary.wav\n")],
  ["an HLS playlist", text("#EXTM3U\n#EXTINF:1,\ncanary.wav\n")],
  ["an SDP session", text("v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n")],
  ["a cue sheet", text('FILE "canary.wav" WAVE\n  TRACK 01 AUDIO\n')],
  ["a DASH manifest", text('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>')],
  ["HTML", text("<!doctype html><title>no</title>")],
  ["plain text", text("ID3 tags are described on a web page, which this is not.".repeat(20))],
  ["an AVI", text("RIFF\u0010\0\0\0AVI LIST")],
  ["a WebP", text("RIFF\u0010\0\0\0WEBPVP8 ")],
  ["a PNG", png(10, 10)],
  ["a JPEG", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46)],
  ["a ZIP", text("PK\u0003\u0004\u0014\0\0\0")],
  ["UTF-16 text", Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42, 0, 0x43, 0)],
  [
    "an EBML file of another kind",
    Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x65, 0x76, 0x69, 0x6c),
  ],
  [
    "an EBML header that never ends",
    Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  ],
  ["an MXF", Buffer.concat([Buffer.from("060e2b34020501010d0102010102", "hex"), new Uint8Array(200)])],
  ["a PDF", text("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
  ["a RealMedia file", text(".RMF\0\0\0\u0012\0\u0001")],
  ["one MPEG header in noise", Uint8Array.of(0xff, 0xfb, 0x90, 0, ...Array.from({ length: 2000 }, () => 0x55))],
];

for (const [name, content] of refused) {
  test(`${name} is not audio`, async (t) => {
    t.is(await detectContainer(content), null);
    t.false(await announcesAudio(content));
  });
}

test("no prefix of a real file makes the detection fail", async (t) => {
  for (const extension of ["mp3", "webm", "aac", "m4a"]) {
    const file = head(await encoded(tone(0.2), extension));
    await t.notThrowsAsync(async () => {
      for (let length = 0; length < 300; length += 1) await detectContainer(file.subarray(0, length));
    });
  }
});

test("random bytes are not audio", async (t) => {
  // The same bytes in every run, by a generator of Park and Miller.
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) & 0xff;
  for (let round = 0; round < 100; round += 1) {
    t.is(await detectContainer(Uint8Array.from({ length: 65_536 }, next)), null);
  }
});
