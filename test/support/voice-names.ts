import { voiceAliases as deepgramVoices } from "#src/api/dialects/deepgram/aliases.ts";
import { voiceAliases as elevenLabsVoices } from "#src/api/dialects/elevenlabs/aliases.ts";
import { voiceAliases as openAiVoices } from "#src/api/dialects/openai/aliases.ts";
import { voiceAliases as sarvamVoices } from "#src/api/dialects/sarvam/aliases.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";

const names = [
  ...builtinVoices.flatMap(({ id, name, engineVoice }) => [id, name, engineVoice]),
  ...[deepgramVoices, elevenLabsVoices, openAiVoices, sarvamVoices].flatMap((aliases) => Object.keys(aliases)),
];
const known = new Set(names.map((name) => name.toLowerCase()));

/** True for the id or a name of a voice of the catalogue, also for the names that vendors' clients send. */
export const isVoiceName = (name: string): boolean => known.has(name.toLowerCase());
