import { hash } from "node:crypto";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const digest = (file: string): string => hash("sha256", relative(root, file));

/** A fixed order of test files that mixes long and short ones, so that all shards take about as long. */
export const mixedOrder = (one: string, other: string): number => (digest(one) < digest(other) ? -1 : 1);
