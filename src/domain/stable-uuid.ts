import { createHash } from "node:crypto";

/** Sets our names apart among all UUIDs; made up once, at random. */
const namespace = Buffer.from("6f1d2c3b58a94e0c9a3f0d7e4b21c865", "hex");

/** UUID version 5 (RFC 9562, section 5.5): the same for a name on every machine. */
export const uuidOf = (name: string): string => {
  const bytes = createHash("sha1").update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};
