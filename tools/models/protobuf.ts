/** Reads and writes protocol buffers as far as ONNX models need it (https://protobuf.dev/programming-guides/encoding/). */

const wireTypes = { number: 0, eightBytes: 1, block: 2, fourBytes: 5 } as const;

/** A field as it stands in a message. */
export interface Field {
  readonly number: number;
  /** The value of a number; else 0. */
  readonly value: number;
  /** The content of a string, of bytes or of a message; else empty. */
  readonly content: Buffer;
  /** The whole field. */
  readonly raw: Buffer;
}

const empty = Buffer.alloc(0);

/** The fields of a message in their order. @throws RangeError where it ends within one */
export function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const start = at;
    const tag = readNumber();
    const [number, wireType] = [Math.floor(tag / 8), tag % 8];
    if (wireType === wireTypes.number) {
      const value = readNumber();
      yield { number, value, content: empty, raw: message.subarray(start, at) };
      continue;
    }
    const length = wireType === wireTypes.block ? readNumber() : fixedLength(wireType);
    const content = message.subarray(at, at + length);
    if (content.length < length) throw new RangeError("The message ends within a field.");
    at += length;
    yield { number, value: 0, content, raw: message.subarray(start, at) };
  }
}

function fixedLength(wireType: number): number {
  if (wireType === wireTypes.fourBytes) return 4;
  if (wireType === wireTypes.eightBytes) return 8;
  throw new RangeError(`There is no field of the wire type ${wireType}.`);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** A field that holds a number, which must not be negative. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field * 8 + wireTypes.number), varint(value)]);

/** A field that holds a string, bytes or a message. */
export function blockField(field: number, content: string | Buffer): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([varint(field * 8 + wireTypes.block), varint(bytes.length), bytes]);
}
