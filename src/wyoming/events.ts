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

/**
 * Reads events, and no further than asked for: the client waits meanwhile.
 * @param hold is called with the bytes of a payload before they are read; what it throws is thrown
 */
export function createEventReader(stream: Duplex, hold: (bytes: number) => void = () => undefined): EventReader {
  const bytes = createByteReader(stream);
  const parts = async (line: Buffer): Promise<WyomingEvent> => {
    const { type, data: given, data_length: dataLength, payload_length: payloadLength } = parse(line, header);
    checkLength("data_length", dataLength ?? 0, jsonMax);
    checkLength("payload_length", payloadLength ?? 0, payloadMax);
    hold(payloadLength ?? 0);
    const more = (dataLength ?? 0) === 0 ? {} : parse(await bytes.take(dataLength ?? 0), data);
    return { type, data: { ...given, ...more }, payload: await bytes.take(payloadLength ?? 0) };
  };
  return {
    next: async () => {
      const line = await bytes.line();
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

/** The chunks of a stream, of which no more than the rest of one is kept. */
function createChunks(stream: Duplex) {
  const source: AsyncIterator<Buffer, unknown> = stream.iterator({ destroyOnReturn: false });
  const state: { rest: Buffer } = { rest: Buffer.alloc(0) };
  /** Waits for more where nothing is left. @returns false where no more comes */
  const more = async (): Promise<boolean> => {
    while (state.rest.length === 0) {
      const next = await source.next();
      if (next.done === true) return false;
      state.rest = next.value;
    }
    return true;
  };
  /** Moves up to so many bytes of the rest. @returns how many */
  const move = (count: number, target: Buffer, at: number): number => {
    const moved = state.rest.copy(target, at, 0, count);
    state.rest = state.rest.subarray(moved);
    return moved;
  };
  return { state, more, move };
}

/** Copies what is asked for out of a stream. */
function createByteReader(stream: Duplex) {
  const { state, more, move } = createChunks(stream);
  const text = Buffer.alloc(jsonMax);
  const take = async (count: number): Promise<Buffer> => {
    const taken = Buffer.alloc(count);
    for (let filled = 0; filled < count; filled += move(count - filled, taken, filled))
      if (!(await more())) throw new WyomingFault("malformed_event", "The connection ended within an event.");
    return taken;
  };
  /** The next line, until the one after it is asked for; null where none comes any more. */
  const line = async (): Promise<Buffer | null> => {
    for (let length = 0; await more();) {
      const at = state.rest.indexOf(newline);
      const count = at < 0 ? state.rest.length : at + 1;
      if (length + count > jsonMax)
        throw new WyomingFault("event_too_large", `The line of an event has at most ${jsonMax} bytes.`);
      length += move(count, text, length);
      if (at >= 0) return text.subarray(0, length);
    }
    return null;
  };
  const discard = async (): Promise<void> => {
    do state.rest = state.rest.subarray(state.rest.length);
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
