import { readFile, rename, writeFile } from "node:fs/promises";
import type { BuiltFile } from "./catalogue.ts";
import { ModelError } from "./model-error.ts";

/** Makes a file of a model of unpacked members, which are used up. @throws ModelError */
export async function buildFile(file: BuiltFile, members: readonly string[], target: string): Promise<void> {
  const [first = ""] = members;
  if (file.step === "copy") return rename(first, target);
  return writeFile(
    target,
    await contentOf(file, Buffer.concat(await Promise.all(members.map((path) => readFile(path))))),
    { flush: true },
  );
}

async function contentOf(file: Exclude<BuiltFile, { step: "copy" }>, joined: Buffer): Promise<Buffer | string> {
  switch (file.step) {
    case "join":
      return joined;
    case "onnx": {
      const { editedModel } = await import("#tools/models/onnx-model.ts");
      return editedModel(joined, file);
    }
    case "moonshine-tokens":
      return moonshineTokens(joined);
    case "patch-int64":
      return patchedConstants(joined, file);
  }
}

/**
 * The list of tokens that sherpa-onnx reads, a line `base64 id` each, of Moonshine's `tokenizer.bin`: for each token its
 * length, one byte or, from 128 on, two, and its bytes.
 */
export function moonshineTokens(tokenizer: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < tokenizer.length;) {
    const first = tokenizer.readUInt8(at++);
    const length = first < 128 ? first : byteAt(tokenizer, at++) * 128 + first - 128;
    const end = at + length;
    if (end > tokenizer.length) throw new ModelError("The list of tokens ends within a token.");
    lines.push(`${tokenizer.toString("base64", at, end)} ${lines.length}\n`);
    at = end;
  }
  return lines.join("");
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new ModelError("The list of tokens ends within a length.");
  return byte;
}

interface Patch {
  readonly find: number;
  readonly replace: number;
  readonly times: number;
}

/** A flatbuffer keeps a constant of type int64 as the length of its data, 8, in four bytes and then the data. */
function constant(value: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(8, 0);
  bytes.writeBigInt64LE(BigInt(value), 4);
  return bytes;
}

/** A graph with one number for another in its int64 constants. @throws ModelError unless there are as many as expected */
export function patchedConstants(graph: Buffer, { find, replace, times }: Patch): Buffer {
  const [pattern, substitute, patched] = [constant(find), constant(replace), Buffer.from(graph)];
  let hits = 0;
  for (let at = graph.indexOf(pattern); at >= 0; at = graph.indexOf(pattern, at + 1)) {
    substitute.copy(patched, at);
    hits++;
  }
  if (hits !== times) throw new ModelError(`The graph has the constant ${find} ${hits} times instead of ${times}.`);
  return patched;
}
