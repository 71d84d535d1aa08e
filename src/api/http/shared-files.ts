import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { trimWhitespace } from "./trim-whitespace.ts";

/** Bytes in memory that all answers share. */
export interface SharedFile {
  readonly content: Buffer;
  /** A strong entity tag (RFC 9110, 8.8.3). */
  readonly etag: string;
}

/** Files that are read once, and again when they have changed on the disk. */
export interface SharedFiles {
  /** The file at this path; null when there is none. */
  read(path: string): Promise<SharedFile | null>;
}

/** Content as it is shared. */
export const sharedFile = (content: Buffer): SharedFile => ({ content, etag: etagOf(content) });

/** The entity tag of content, or of what is never the same for other content. */
export const etagOf = (content: Buffer | string): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Keeps what it has read as long as the process lives and the file is there. */
export function createSharedFiles(): SharedFiles {
  const kept = new Map<string, { readonly version: string; readonly file: Promise<SharedFile | null> }>();
  return {
    read: async (path) => {
      const facts = await stat(path).catch(() => null);
      if (facts === null) {
        kept.delete(path);
        return null;
      }
      const version = `${facts.mtimeMs} ${facts.size} ${facts.ino}`;
      const known = kept.get(path);
      if (known?.version === version) return known.file;
      const file = readFile(path).then(sharedFile, () => null);
      kept.set(path, { version, file });
      return file;
    },
  };
}

/** True when an `If-None-Match` header names the entity tag, weak or strong. Ours hold no comma. */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((tag) => trimWhitespace(tag).replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);
