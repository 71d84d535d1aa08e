import { deflateSync } from "node:zlib";

type Bytes = Buffer<ArrayBuffer>;

const join = (...parts: readonly Uint8Array[]): Bytes => Buffer.concat(parts);
const ascii = (text: string): Bytes => Buffer.from(text, "latin1");

const number = (bytes: number, value: number): Bytes => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A PNG of one black bit per pixel: large pictures in few bytes. Checksums are left out: no decoder reads them. */
export function png(width: number, height: number): Bytes {
  const chunk = (type: string, data: Uint8Array): Bytes =>
    join(number(4, data.length), ascii(type), data, number(4, 0));
  const header = join(number(4, width), number(4, height), Buffer.from([1, 0, 0, 0, 0]));
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return join(
    Buffer.from([0x89]),
    ascii("PNG\r\n\u001a\n"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", number(1, 0)),
  );
}

/** An ID3v2.4 tag with a front cover. */
export function id3(cover: Uint8Array): Bytes {
  const length = (value: number): Bytes => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
  const picture = join(ascii("\0image/png\0\u0003\0"), cover);
  const frame = join(ascii("APIC"), length(picture.length), number(2, 0), picture);
  return join(ascii("ID3\u0004\0\0"), length(frame.length), frame);
}

/** The header of a PCM WAV with any claims in it, and what follows. */
export function wavClaiming(
  claims: { readonly sampleRate?: number; readonly channels?: number; readonly bits?: number; readonly bytes?: number },
  samples: Uint8Array,
): Bytes {
  const { sampleRate = 16_000, channels = 1, bits = 16, bytes = samples.length } = claims;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE((bytes + 36) % 2 ** 32, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(((sampleRate * channels * bits) / 8) % 2 ** 32, 28);
  header.writeUInt16LE(((channels * bits) / 8) % 65_536, 32);
  header.writeUInt16LE(bits, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return join(header, samples);
}

/** A Matroska file with this many PCM tracks and one second of sound in the first. */
export function manyTracks(count: number): Bytes {
  const element = (id: number, data: Uint8Array): Bytes => {
    const idBytes = id > 0xff_ffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
    return join(number(idBytes, id), number(4, 0x1000_0000 + data.length), data);
  };
  const unsigned = (id: number, value: number): Bytes => element(id, number(4, value));
  const rate = Buffer.alloc(4);
  rate.writeFloatBE(16_000);
  const audio = element(0xe1, join(element(0xb5, rate), unsigned(0x9f, 1), unsigned(0x6264, 16)));
  const tracks = Array.from({ length: count }, (_, index) => {
    const names = join(unsigned(0xd7, index + 1), unsigned(0x73c5, index + 1), unsigned(0x83, 2));
    return element(0xae, join(names, element(0x86, ascii("A_PCM/INT/LIT")), audio));
  });
  const block = element(0xa3, join(Buffer.from([0x81, 0, 0, 0x80]), Buffer.alloc(32_000, 1)));
  const cluster = element(0x1f43_b675, join(unsigned(0xe7, 0), block));
  const info = element(0x1549_a966, unsigned(0x2ad7_b1, 1_000_000));
  const segment = element(0x1853_8067, join(info, element(0x1654_ae6b, join(...tracks)), cluster));
  return join(element(0x1a45_dfa3, element(0x4282, ascii("matroska"))), segment);
}

/** The boxes that lead to the data references of a QuickTime file. */
const path = ["moov", "trak", "mdia", "minf", "dinf", "dref"];

/** The same QuickTime file with its sound said to be in another one, named by an alias record (QuickTime File Format, "alis"). */
export function referringTo(target: string, movie: Uint8Array): Bytes {
  const name = join(
    number(2, 2),
    number(2, target.length),
    ascii(target),
    Buffer.alloc(target.length % 2),
    number(4, 0xffff_0000),
  );
  const entry = join(ascii("alis"), number(4, 0), Buffer.alloc(10 + 28 + 12 + 64 + 16 + 4 + 16), name);
  const references = join(number(4, 0), number(4, 1), number(4, entry.length + 4), entry);
  return replaceBox(movie, path, references);
}

function replaceBox(content: Uint8Array, [type, ...rest]: readonly string[], inside: Uint8Array): Bytes {
  const bytes = Buffer.from(content);
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const size = bytes.readUInt32BE(offset);
    const box = bytes.subarray(offset, offset + size);
    offset += size;
    if (box.toString("latin1", 4, 8) !== type) {
      parts.push(box);
      continue;
    }
    const body = rest.length === 0 ? inside : replaceBox(box.subarray(8), rest, inside);
    parts.push(number(4, body.length + 8), box.subarray(4, 8), body);
  }
  return join(...parts);
}
