import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { ExecutionContext } from "ava";
import type { BuiltFile, CatalogueEntry, Member } from "#src/models/catalogue.ts";
import type { CommandContext } from "#src/models/commands.ts";

export const sha256Of = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

export const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());

/** A folder that is gone after the test. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-service-models-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface ZipFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** The size that the archive says it has; the truth when absent. */
  readonly declaredSize?: number;
  readonly compressed?: boolean;
}

/** A zip archive. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { path, bytes, declaredSize = bytes.length, compressed = false } of files) {
    const [name, data] = [Buffer.from(path), compressed ? deflateRawSync(bytes) : bytes];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(compressed ? 8 : 0, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(declaredSize, 18);
    common.writeUInt16LE(name.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(Buffer.concat(parts).length, 10);
    directory.push(Buffer.from("504b01021400", "hex"), common, offset, name);
    parts.push(Buffer.from("504b0304", "hex"), common, name, data);
  }
  const [data, central] = [Buffer.concat(parts), Buffer.concat(directory)];
  const end = Buffer.alloc(22);
  end.write("504b0506", "hex");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(data.length, 16);
  return Buffer.concat([data, central, end]);
}

const content = (path: string, bytes: Buffer): Member => ({ path, size: bytes.length, sha256: sha256Of(bytes) });

export interface SmallModel {
  readonly name: string;
  readonly entry: CatalogueEntry;
  readonly wheel: Buffer;
  readonly files: Readonly<Record<string, Buffer>>;
}

const facts = {
  kind: "recognition",
  loader: "none",
  tier: "fast",
  licence: "None.",
  memoryMb: null,
  tried: true,
} as const;

/** A model of two small files that a wheel brings, of the default set. */
export function smallModel(name = "small"): SmallModel {
  const files = { "graph.onnx": Buffer.from(`graph of ${name}`), "tokens.txt": Buffer.from(`tokens of ${name}`) };
  const paths = Object.entries(files).map(([path, bytes]) => ({ path: `package/${path}`, bytes }));
  const wheel = zipOf([...paths, { path: "package/code.py", bytes: Buffer.from("raise SystemExit") }]);
  const members = paths.map(({ path, bytes }) => content(path, bytes));
  const built = Object.entries(files).map(([path, bytes]): BuiltFile => ({
    ...{ step: "copy", from: `package/${path}` },
    ...content(path, bytes),
  }));
  const file = `${name}-1.0-py3-none-any.whl`;
  const source = { pypi: `${name}==1.0`, file, size: wheel.length, sha256: sha256Of(wheel), members };
  return {
    name,
    files,
    wheel,
    entry: { name, ...facts, languages: ["en"], default: true, sources: [source], files: built },
  };
}

/** A model of one file, of which the catalogue knows neither size nor hash, in an archive at an address. */
export function upstreamModel(url: string): CatalogueEntry {
  const unknown = { size: null, sha256: null };
  const files: CatalogueEntry["files"] = [
    { step: "copy", path: "model.onnx", from: "upstream/model.int8.onnx", ...unknown },
  ];
  return { name: "upstream", ...facts, languages: ["en"], default: false, sources: [{ url, ...unknown }], files };
}

/** The surroundings of the commands; their output is collected. */
export function contextOf(
  directory: string,
  entries: readonly CatalogueEntry[],
): CommandContext & { readonly said: string[] } {
  const said: string[] = [];
  const progress = { say: (text: string) => void said.push(text), show: () => {} };
  const signal = new AbortController().signal;
  return { config: { directory, names: ["default"] }, entries, progress, signal, said, acceptUnverified: true };
}

/** A pip that copies the wheels of a folder, notes each download in the file `calls` there, and then runs `script`. */
export async function fakePip(folder: string, wheels: Readonly<Record<string, Buffer>>, script = ""): Promise<string> {
  const bin = join(folder, "bin");
  await mkdir(bin, { recursive: true });
  for (const [name, bytes] of Object.entries(wheels)) await writeFile(join(folder, name), bytes);
  const lines = [
    "#!/bin/sh",
    '[ "$1" = --version ] && exit 0',
    `echo call >> '${folder}/calls'`,
    'while [ "$1" != --dest ]; do shift; done',
    script,
    `cp '${folder}'/*.whl "$2"`,
  ];
  await writeFile(join(bin, "pip3"), lines.join("\n"));
  await chmod(join(bin, "pip3"), 0o755);
  return bin;
}

/** Runs something with another PATH; tests of one file that do so run one after another. */
export async function withPath<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  const before = process.env["PATH"];
  process.env["PATH"] = path;
  try {
    return await run();
  } finally {
    process.env["PATH"] = before;
  }
}

export const systemPath = "/usr/bin:/bin";
