import type { Duplex } from "node:stream";
import { z } from "zod";

/** An event of the Wyoming protocol: a line of JSON, then further JSON and raw bytes where the line announces them. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
}

/** The reason why an event cannot be taken; the client receives it as an `error`. */
export class WyomingFault extends Error {
  override readonly name = "WyomingFault";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Bytes of the line, and of the data behind it: the longest text with every character escaped. */
const jsonMax = 131_072;
/** Bytes. */
const payloadMax = 1_048_576;
const newline = 10;

const data = z.record(z.string(), z.unknown());
const header = z.object({
  type: z.string().min(1).max(100),
  data: data.nullish(),
  data_length: z.int().min(0).nullish(),
  payload_length: z.int().min(0).nullish(),
});

export interface EventReader {
  /** The next event; null where the client sends no more. @throws WyomingFault when what comes is none, or too large */
  next(): Promise<WyomingEvent | null>;
  /** Reads to the end and forgets it. */
  discard(): Promise<void>;
}

/** Reads events, and no further than asked for: the client waits meanwhile. */
export function createEventReader(stream: Duplex): EventReader {
  const bytes = createByteReader(stream);
  const parts = async (line: Buffer): Promise<WyomingEvent> => {
    const { type, data: given, data_length: dataLength, payload_length: payloadLength } = parse(line, header);
    checkLength("data_length", dataLength ?? 0, jsonMax);
    checkLength("payload_length", payloadLength ?? 0, payloadMax);
    const more = (dataLength ?? 0) === 0 ? {} : parse(await bytes.take(dataLength ?? 0), data);
    return { type, data: { ...given, ...more }, payload: await bytes.take(payloadLength ?? 0) };
  };
  return {
    next: async () => {
      const line = await bytes.line(jsonMax);
      return line === null ? null : parts(line);
    },
    discard: bytes.discard,
  };
}

function parse<T>(text: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch {
    const form = "An event is a line of JSON with a type, then data_length bytes of JSON and payload_length bytes.";
    throw new WyomingFault("malformed_event", form);
  }
}

function checkLength(name: string, length: number, max: number): void {
  if (length > max) throw new WyomingFault("event_too_large", `${name} is ${length}; at most ${max} bytes are taken.`);
}

/** Collects the bytes of a stream, no more than are asked for and what came with them. */
function createByteReader(stream: Duplex) {
  const source: AsyncIterator<Buffer, unknown> = stream.iterator({ destroyOnReturn: false });
  const kept = { parts: new Array<Buffer>(), length: 0 };
  const more = async (): Promise<boolean> => {
    const next = await source.next();
    if (next.done === true) return false;
    kept.parts.push(next.value);
    kept.length += next.value.length;
    return true;
  };
  const take = async (count: number): Promise<Buffer> => {
    while (kept.length < count)
      if (!(await more())) throw new WyomingFault("malformed_event", "The connection ended within an event.");
    const all = Buffer.concat(kept.parts);
    Object.assign(kept, { parts: [all.subarray(count)], length: kept.length - count });
    return all.subarray(0, count);
  };
  /** The next line; null where none comes any more. */
  const line = async (max: number): Promise<Buffer | null> => {
    for (let [index, before] = [0, 0]; before <= max; index += 1) {
      while (index >= kept.parts.length) if (!(await more())) return null;
      const part = kept.parts[index] ?? Buffer.alloc(0);
      const at = part.indexOf(newline);
      if (at >= 0) return take(before + at + 1);
      before += part.length;
    }
    throw new WyomingFault("event_too_large", `The line of an event has at most ${max} bytes.`);
  };
  const discard = async (): Promise<void> => {
    do kept.parts = [];
    while (await more());
  };
  return { take, line, discard };
}

/** The bytes of an event. */
export function eventBytes(type: string, given: object, payload: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(given));
  const first = { type, version: protocolVersion, data_length: json.length, payload_length: payload.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(first)}\n`), json, payload]);
}

/** The version of the protocol that is followed, as its Python package counts. */
const protocolVersion = "1.10.2";
