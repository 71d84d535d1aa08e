import pMap from "p-map";
import type { Client } from "./client.ts";
import { openRawConnection, requestHead } from "./raw-connection.ts";

/** A copy of these bytes with one bit the other way. */
export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

export interface RawPost {
  /** Latin-1. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends bytes as they are, and hears the status. */
export async function statusOfBytes(
  { baseUrl }: Pick<Client, "baseUrl">,
  path: string,
  { headers, body }: RawPost,
): Promise<number> {
  const lines = Object.entries({ ...headers, "content-length": String(body.length), connection: "close" });
  const head = requestHead(
    path,
    lines.map(([name, value]) => `${name}: ${value}`),
  );
  const { closed } = await openRawConnection(baseUrl, Buffer.from(head, "latin1"), body);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await closed)?.[1]);
}

/** Runs all, a few at a time. */
export const inTurn = (count: number, run: (index: number) => Promise<void>): Promise<unknown> =>
  pMap(Array(count).keys(), run, { concurrency: 8 });
