import { timingSafeEqual } from "node:crypto";
import type { Config } from "#src/config.ts";

/** The header in which the start-up check of `npm start` shows the secret of its start. */
const secretHeader = "x-start-up-check";

/**
 * True for a call of the start-up check, which no limit of the demo holds up. Never true where no secret was given
 * to this process, as anywhere but under `npm start`.
 */
export function isStartUpCheck(header: (name: string) => string | undefined, config: Config): boolean {
  if (config.startUpCheckSecret === null) return false;
  const known = Buffer.from(config.startUpCheckSecret);
  const shown = Buffer.from(header(secretHeader) ?? "");
  return shown.length === known.length && timingSafeEqual(shown, known);
}
