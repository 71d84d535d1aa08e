import test from "ava";
import { detectContainer } from "#src/domain/speech/audio-container.ts";
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
];

for (const [extension, container, options] of real) {
  test(`a real ${[extension, ...options].join(" ")} is seen as ${container}`, async (t) => {
    t.is(detectContainer(head(await encoded(tone(0.5), extension, options))), container);
  });
}

test("tags before the sound are passed over", async (t) => {
  const mp3 = await encoded(tone(0.5), "mp3", ["-id3v2_version", "0"]);
  const adts = await encoded(tone(0.5), "aac");
  const flac = await encoded(tone(0.5), "flac");
  const tag = id3(png(10, 10));
  t.is(detectContainer(Buffer.concat([tag, mp3])), "mp3");
  t.is(detectContainer(Buffer.concat([tag, tag, mp3])), "mp3");
  t.is(detectContainer(Buffer.concat([tag, new Uint8Array(512), mp3])), "mp3");
  t.is(detectContainer(Buffer.concat([tag, adts])), "adts");
  t.is(detectContainer(Buffer.concat([tag, flac])), "flac");
});

test("a tag longer than what can be seen is taken for an MP3's", (t) => {
  t.is(detectContainer(head(id3(new Uint8Array(200_000)))), "mp3");
});

test("brands that hold sound are accepted, those of pictures are not", (t) => {
  for (const brand of ["M4A ", "M4B ", "mp41", "mp42", "isom", "iso6", "dash", "qt  ", "3gp4", "MSNV"]) {
    t.is(detectContainer(box(brand)), "mp4", brand);
  }
  for (const brand of ["heic", "avif", "mif1", "msf1", "crx ", "jp2 "]) t.is(detectContainer(box(brand)), null, brand);
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
  ["an Ogg without sound", text(`OggS${"\0".repeat(24)}\u0080theora`)],
  ["one MPEG header in noise", Uint8Array.of(0xff, 0xfb, 0x90, 0, ...Array.from({ length: 2000 }, () => 0x55))],
];

for (const [name, content] of refused) {
  test(`${name} is not audio`, (t) => {
    t.is(detectContainer(content), null);
  });
}

test("no prefix of a real file makes the detection fail", async (t) => {
  for (const extension of ["mp3", "webm", "aac", "m4a"]) {
    const file = head(await encoded(tone(0.2), extension));
    t.notThrows(() => {
      for (let length = 0; length < 300; length += 1) detectContainer(file.subarray(0, length));
    });
  }
});
