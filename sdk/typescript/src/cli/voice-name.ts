import type { Voice } from "../generated/types.gen.ts";
import type { SpeechClient } from "../speech-client.ts";
import { table } from "./context.ts";
import { VoiceNameError } from "./usage-error.ts";

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The most voices that an error lists. */
const maxChoices = 10;

/** Limits the voices that a name may mean. */
interface Among {
  /** Decides between voices of the same name. */
  readonly language?: string | undefined;
  /** True for voices of the account only. */
  readonly mine?: boolean;
}

/** Those that fit, or all where none does. */
const preferred = (voices: readonly Voice[], fits: (voice: Voice) => boolean): readonly Voice[] =>
  voices.some(fits) ? voices.filter(fits) : voices;

const choices = (voices: readonly Voice[]): string =>
  table(voices.slice(0, maxChoices).map((voice) => [voice.voice_id, voice.name, voice.language, voice.gender ?? ""]))
    .map((line) => `\n  ${line}`)
    .join("");

/**
 * Finds a voice by its id or its name, in any case. One that can speak now comes before others of its name.
 * @returns its id
 * @throws VoiceNameError for a name of none, or of several
 */
export async function findVoice(client: SpeechClient, given: string, { language, mine }: Among = {}): Promise<string> {
  if (id.test(given)) return given;
  const query = { limit: 100, search: given, ...(mine === true && { type: "custom" as const }) };
  const similar: Voice[] = [];
  for await (const voice of client.voices(query)) similar.push(voice);
  const named = similar.filter(({ name }) => name.toLowerCase() === given.trim().toLowerCase());
  const [primary] = (language ?? "").split("-");
  const spoken = preferred(named, (voice) => voice.language === primary);
  const [found, ...others] = preferred(spoken, ({ available }) => available);
  if (found !== undefined && others.length === 0) return found.voice_id;
  if (found !== undefined) {
    const all = [found, ...others];
    throw new VoiceNameError(`${all.length} voices are named ${found.name}. Use an id:${choices(all)}`);
  }
  const hint = similar.length === 0 ? " `speech voices list` shows all." : ` Similar voices:${choices(similar)}`;
  throw new VoiceNameError(`No voice ${mine === true ? "of the account " : ""}is named "${given}".${hint}`);
}
