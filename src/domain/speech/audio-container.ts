import { fileTypeFromBuffer } from "file-type";
import type { AudioContainer } from "#db/schema.ts";
import { canBeG723, findFrameStream, frameStreamAt, isGsm } from "./frame-streams.ts";

/**
 * The container by the type that `file-type` finds. It knows the brands of pictures from those of films, archives from documents,
 * and the sizes of EBML; what is inside is the decoder's business. Types that are not here are refused: AVI and MXF, whose readers
 * open others, among them. MPEG audio, AAC, AC-3 and MPEG-TS, which it knows by a frame or two, are told by several.
 */
const containers: ReadonlyMap<string, AudioContainer> = new Map([
  ...(["wav", "flac", "amr", "caf", "asf", "voc", "wv", "flv", "webm"] as const).map((name) => [name, name] as const),
  ...["ogg", "oga", "opus", "spx", "ogv", "ogx", "ogm"].map((name) => [name, "ogg"] as const),
  ...["mp4", "m4a", "m4b", "m4p", "m4v", "f4a", "f4b", "f4p", "f4v", "mov", "3gp", "3g2"].map(
    (name) => [name, "mp4"] as const,
  ),
  ...([
    ["mkv", "webm"],
    ["aif", "aiff"],
    ["mpg", "mpeg"],
  ] as const),
]);
const toldByFrames: ReadonlySet<string> = new Set(["mp1", "mp2", "mp3", "aac", "ac3", "mts"]);

/** The first bytes of what `file-type` does not know: RF64 and BW64 (EBU Tech 3306), Wave64 of Sony, and AU of Sun. */
const signatures: readonly (readonly [RegExp, AudioContainer])[] = [
  [/^(?:RF64|BW64)[^]{4}WAVE/, "wav"],
  [/^riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb/, "w64"],
  [/^(?:\.snd|dns\.)/, "au"],
];

/** G.723.1 has no mark of its own, so its name has to say it. */
const g723Name = /\.(?:g723|g7231|g723_1|tco|rco)$/i;

/**
 * The container that the first bytes of a file announce; 64 KiB are enough, fewer will do. Null where they announce none that is
 * accepted, so for pictures, documents, archives, playlists and scripts.
 */
async function announcedContainer(head: Uint8Array): Promise<AudioContainer | "other" | null> {
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  const signature = signatures.find(([pattern]) => pattern.test(start));
  if (signature !== undefined) return signature[1];
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type === undefined || toldByFrames.has(type.ext)) return frameStreamAt(head, 0);
  return containers.get(type.ext) ?? "other";
}

/** True when the first bytes announce an audio file, and cannot be samples without a header. */
export async function announcesAudio(head: Uint8Array): Promise<boolean> {
  // Samples may begin with zeros.
  if (head[0] === 0) return false;
  if (tagLength(head) > 0) return true;
  const container = await announcedContainer(head);
  return container !== null && container !== "other";
}

/**
 * Tells the container of an audio file from its first bytes behind its tags and zeros; frames may begin anywhere in them. The name
 * of the file counts for G.723.1 alone. Null: not audio of a kind that is accepted.
 */
export async function detectContainer(head: Uint8Array, fileName = ""): Promise<AudioContainer | null> {
  const announced = await announcedContainer(head);
  if (announced !== null) return announced === "other" ? null : announced;
  if (isGsm(head)) return "gsm";
  if (g723Name.test(fileName)) return canBeG723(head) ? "g723" : null;
  return findFrameStream(head);
}

/** Bytes of the ID3v2 tag that is here (id3.org, ID3v2.4 §3.1): its header, its length in seven bits a byte, its footer; 0 without one. */
export function tagLength(bytes: Uint8Array): number {
  if (!/^ID3[\x02-\x04]/.test(Buffer.from(bytes.subarray(0, 4)).toString("latin1"))) return 0;
  const length = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0;
  return length + (hasFooter ? 20 : 10);
}
