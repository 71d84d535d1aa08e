import { crc32, deflateRawSync } from "node:zlib";

/** A file of a zip, and the lies that the archive tells about it. */
export interface ZippedFile {
  readonly path: string;
  readonly content: Uint8Array;
  readonly isDeflated?: boolean;
  /** The size that is declared. */
  readonly size?: number;
  /** The compression method that is declared. */
  readonly method?: number;
  /** The general purpose flags (APPNOTE 4.4.4); bit 0 says that it is encrypted. */
  readonly flags?: number;
  /** The place of its bytes; that of another file in a bomb. */
  readonly at?: number;
}

const utf8Names = 0x800;

function headerOf(file: ZippedFile, data: Uint8Array): Buffer {
  const { content, isDeflated = false, size = content.length, method = isDeflated ? 8 : 0, flags = 0 } = file;
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(utf8Names | flags, 2);
  header.writeUInt16LE(method, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(Buffer.byteLength(file.path), 22);
  return header;
}

const signature = (...bytes: readonly number[]): Buffer => Buffer.from([0x50, 0x4b, ...bytes]);

interface ZipEnd {
  /** The number of entries that is declared. */
  readonly entries?: number;
  /** The place of the directory that is declared in the form of ZIP64; none in that form when absent, the right one for null. */
  readonly zip64?: bigint | null;
}

/** A zip of files, as wrong as it is asked for. */
export function zipOf(
  files: readonly ZippedFile[],
  { entries = files.length, zip64 }: ZipEnd = {},
): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let length = 0;
  for (const file of files) {
    const data = file.isDeflated === true ? deflateRawSync(file.content) : Buffer.from(file.content);
    const [header, path] = [headerOf(file, data), Buffer.from(file.path)];
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(file.at ?? length, 10);
    directory.push(signature(1, 2), Buffer.from([20, 3]), header, tail, path);
    if (file.at !== undefined) continue;
    parts.push(signature(3, 4), header, path, data);
    length += 30 + path.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(zip64 === undefined ? entries & 0xffff : 0xffff, at);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(zip64 === undefined ? length : 0xffffffff, 12);
  const place = zip64 === undefined ? [] : zip64End(entries, { start: length, bytes: listed.length, declared: zip64 });
  return Buffer.concat([...parts, listed, ...place, signature(5, 6), end]);
}

interface Directory {
  readonly start: number;
  readonly bytes: number;
  readonly declared: bigint | null;
}

/** The end record of ZIP64, and where it is. */
function zip64End(entries: number, { start, bytes, declared }: Directory): readonly Buffer[] {
  const end = Buffer.alloc(52);
  end.writeBigUInt64LE(44n, 0);
  for (const at of [20, 28]) end.writeBigUInt64LE(BigInt(entries), at);
  end.writeBigUInt64LE(BigInt(bytes), 36);
  end.writeBigUInt64LE(declared ?? BigInt(start), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(start + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return [signature(6, 6), end, signature(6, 7), locator];
}
