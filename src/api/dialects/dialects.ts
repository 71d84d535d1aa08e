import { assemblyAi } from "./assemblyai/dialect.ts";
import { deepgram } from "./deepgram/dialect.ts";
import type { Dialect } from "./dialect.ts";
import { elevenLabs } from "./elevenlabs/dialect.ts";
import { openAi } from "./openai/dialect.ts";
import { sarvam } from "./sarvam/dialect.ts";

/** All dialects but our own. */
export const dialects: readonly Dialect[] = [openAi, deepgram, elevenLabs, sarvam, assemblyAi];

/** The path of a request target, which may be a whole URL (RFC 9112, 3.2). */
const path = /^(?:https?:\/\/[^/?#]*)?(?<path>\/[^?#]*)/i;

/** The dialect of a path or a request target; null for our own. The prefix decides, and nothing of the headers. */
export function dialectAt(target: string): Dialect | null {
  const asked = path.exec(target)?.groups?.["path"] ?? "";
  const isBeneath = (prefix: string): boolean => asked === prefix || asked.startsWith(`${prefix}/`);
  return dialects.find(({ prefixes }) => prefixes.some(isBeneath)) ?? null;
}

/** True where an answer names the options without effect: in dialects, and where we speak, transcribe and make voices. */
export const tellsIgnored = (target: string): boolean =>
  dialectAt(target) !== null || /^\/v1\/(?:demo\/)?(?:speech|voices)(?:\/|$)/.test(target);
