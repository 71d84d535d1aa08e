/**
 * A recording: the path of a file (Node), a `Blob` or `File`, bytes, or a stream of them. A stream is read to its end before it is
 * sent, so that the call can be repeated.
 */
export type AudioSource =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** @throws Error of Node, which names the file, where it cannot be read */
async function fileAt(file: string): Promise<File> {
  const [{ constants, openAsBlob, promises }, path] = await Promise.all([import("node:fs"), import("node:path")]);
  await promises.access(file, constants.R_OK);
  return new File([await openAsBlob(file)], path.basename(file));
}

async function bytesOf(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Blob> {
  if (stream instanceof ReadableStream) return new Response(stream).blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of stream) parts.push(new Uint8Array(part));
  return new Blob(parts);
}

/** True for a recording that is sent; false for an address, from which the service fetches it itself. */
export const isSent = (source: AudioSource | URL): source is AudioSource =>
  !(source instanceof URL) && !(typeof source === "string" && isAddress(source));

/** True for an address; no path of a file begins like one. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** The source as a file that a form can hold. */
export async function fileOf(source: AudioSource): Promise<File> {
  if (typeof source === "string") return fileAt(source);
  if (source instanceof File) return source;
  if (source instanceof Blob) return new File([source], "recording");
  if (source instanceof ArrayBuffer) return new File([new Uint8Array(source)], "recording");
  if (source instanceof Uint8Array) return new File([new Uint8Array(source)], "recording");
  return new File([await bytesOf(source)], "recording");
}
