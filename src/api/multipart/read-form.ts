import { type PartHead, parsePartHead } from "./part-head.ts";

/** What takes the content of one part. */
export interface PartSink {
  write(bytes: Buffer): void | Promise<void>;
  end(): void | Promise<void>;
}

/** A body that is no multipart form, or only the beginning of one. */
export class FormError extends Error {
  override readonly name = "FormError";
}

/** The longest head of a part; Node's limit for those of requests. */
const maxHeadBytes = 16 * 1024;
const lineBreak = Buffer.from("\r\n");
const endOfHead = Buffer.from("\r\n\r\n");
const dashes = Buffer.from("--");
const none = Buffer.alloc(0);

/**
 * Reads a multipart form (RFC 7578, RFC 2046 §5.1.1), part after part, and holds no more of it in memory than what has
 * just arrived. What `open` or a sink throws ends the reading.
 * @param open gives the sink of a part; the head is null for a part that cannot be read as a field of a form
 * @throws FormError when the body ends before the form does, or a boundary is followed by something else
 */
export async function readForm(
  body: AsyncIterable<Buffer>,
  boundary: string,
  open: (head: PartHead | null) => PartSink,
): Promise<void> {
  const source = body[Symbol.asyncIterator]();
  const scanner = scannerOf(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  try {
    await scanner.until(delimiter, () => undefined);
    while (!(await scanner.skip(dashes))) {
      const part = partOf(open);
      await scanner.until(delimiter, (bytes) => part.write(bytes));
      await part.end();
    }
    // What follows belongs to no part. It is read so that the next request of the connection can come.
    while ((await source.next()).done !== true);
  } finally {
    await source.return?.();
  }
}

/** The part that begins behind a boundary: its head is collected, the rest goes into its sink as it comes. */
function partOf(open: (head: PartHead | null) => PartSink): PartSink {
  let head = none;
  let sink: PartSink | null = null;
  return {
    write: async (bytes) => {
      if (sink !== null) return sink.write(bytes);
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf(endOfHead);
      if (end < 0 && head.length <= maxHeadBytes) return;
      const lines = linesBehindBoundary(end < 0 ? head : head.subarray(0, end));
      sink = open(end < 0 ? null : parsePartHead(lines));
      if (end >= 0 && end + endOfHead.length < head.length) await sink.write(head.subarray(end + endOfHead.length));
    },
    end: async () => {
      if (sink === null) linesBehindBoundary(head);
      await (sink ?? open(null)).end();
    },
  };
}

/** A boundary ends its line, spaces allowed; what goes on is content that only looks like one. */
function linesBehindBoundary(head: Buffer): string {
  const [rest = "", ...lines] = head.toString("latin1").split("\r\n");
  if (!/^[ \t]*$/.test(rest)) throw new FormError("A boundary is followed by something else.");
  return lines.join("\r\n");
}

function scannerOf(source: AsyncIterator<Buffer>) {
  // The first boundary may stand at the very beginning, without a line break before it.
  let rest: Buffer = lineBreak;
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done === true) throw new FormError("The body ends before the form does.");
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
  };
  return {
    /** Passes on everything before the mark, and goes behind it. */
    until: async (mark: Buffer, take: PartSink["write"]): Promise<void> => {
      for (;;) {
        const at = rest.indexOf(mark);
        // The mark may have begun at the end of what is there.
        const end = at >= 0 ? at : Math.max(rest.length - mark.length + 1, 0);
        const passed = rest.subarray(0, end);
        rest = rest.subarray(at >= 0 ? at + mark.length : end);
        if (passed.length > 0) await take(passed);
        if (at >= 0) return;
        await more();
      }
    },
    /** True, and behind it, when these bytes come next. */
    skip: async (bytes: Buffer): Promise<boolean> => {
      while (rest.length < bytes.length) await more();
      if (!rest.subarray(0, bytes.length).equals(bytes)) return false;
      rest = rest.subarray(bytes.length);
      return true;
    },
  };
}
