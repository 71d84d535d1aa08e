import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const packageFile = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
/** The version of this release. */
export const releaseVersion = z.object({ version: z.string() }).parse(JSON.parse(packageFile)).version;
