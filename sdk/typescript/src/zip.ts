/** The remainders of CRC-32 by the next byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

async function crcOf(blob: Blob): Promise<number> {
  let crc = 0xffffffff;
  for await (const part of blob.stream()) {
    for (const byte of part) crc = (remainders[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, little-endian. */
function fieldsOf(...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const version = 20;
const utf8Names = 0x800;
/** The first of January 1980: a zip of equal files is equal. */
const day = 0x21;
const maxBytes = 0xffffffff;
const maxFiles = 10_000;
const headerBytes = 30;

/** A name that is no path and not hidden, behind its place, so that no two are equal. */
const nameAt = (place: number, name: string): string => `${place + 1}-${name.replaceAll(/[\\/:]/g, "_")}`;

/**
 * A zip of files in their order, not compressed. They are read for their checksums, and again when the zip is sent, not copied.
 * @param nameOf the name of a file in the zip; its place and its own name when absent
 * @throws RangeError when it would have more than 10,000 files, or 4 GiB
 */
export async function zipOf(files: readonly File[], nameOf = nameAt): Promise<File> {
  if (files.length > maxFiles) throw new RangeError("A batch has at most 10,000 files. Send them in several batches.");
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let start = 0;
  for (const [place, file] of files.entries()) {
    const name = new TextEncoder().encode(nameOf(place, file.name));
    const sizes = [
      [await crcOf(file), 4],
      [file.size, 4],
      [file.size, 4],
      [name.length, 2],
      [0, 2],
    ] as const;
    const facts = fieldsOf([version, 2], [utf8Names, 2], [0, 2], [0, 2], [day, 2], ...sizes);
    parts.push(fieldsOf([0x04034b50, 4]), facts, name, file);
    directory.push(fieldsOf([0x02014b50, 4], [version, 2]), facts);
    directory.push(fieldsOf([0, 2], [0, 2], [0, 2], [0, 4], [start, 4]), name);
    start += headerBytes + name.length + file.size;
    if (start > maxBytes)
      throw new RangeError("The files have more than 4 GiB together. Send them in several batches.");
  }
  const listed = directory.reduce((sum, part) => sum + part.length, 0);
  const counts = [
    [files.length, 2],
    [files.length, 2],
  ] as const;
  const end = fieldsOf([0x06054b50, 4], [0, 2], [0, 2], ...counts, [listed, 4], [start, 4], [0, 2]);
  return new File([...parts, ...directory, end], "recordings.zip", { type: "application/zip" });
}
