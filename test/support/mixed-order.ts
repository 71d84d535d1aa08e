import { hash } from "node:crypto";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");
const digest = (file: string): string => hash("sha256", relative(root, file));

/** An order of test files that is the same everywhere and mixes short and long ones, so that shares of them take as long as each other. */
export const mixedOrder = (one: string, other: string): number => (digest(one) < digest(other) ? -1 : 1);
