import type { Readable } from "node:stream";

/** A stretch of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps immutable objects under keys made of letters, digits, `-`, `.` and `/`. */
export interface ObjectStore {
  /**
   * Takes over a finished file; memory stays bounded whatever its size. The file may be gone afterwards.
   * An object of the same key is replaced as a whole.
   */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** The bytes of an object, or of a part of it; null when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** The size in bytes; null when there is none. */
  size(key: string): Promise<number | null>;
  /** Writes an object into a new file. @returns false when there is none */
  fetchTo(key: string, path: string): Promise<boolean>;
  /** Makes another object of the same bytes, without fetching them. @returns false when there is none */
  copy(from: string, to: string): Promise<boolean>;
  /** Removes what is there; absent keys are no error. @returns the keys that could not be removed */
  remove(keys: readonly string[]): Promise<readonly string[]>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
}
