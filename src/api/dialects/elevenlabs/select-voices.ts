import { z } from "zod";
import { ignored, neverNamed } from "#src/api/dialects/ignored-options.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import type { ListedVoice } from "./present-voice.ts";

/** Characters. */
const wordMax = 255;
const word = text({ max: wordMax });

const voiceTypes = ["personal", "community", "default", "workspace", "non-default", "non-community", "saved"] as const;
const categories = ["premade", "cloned", "generated", "professional", "famous", "high_quality"] as const;

export const voiceQuery = z
  .object({
    page_size: integer({ min: 1, max: 100 }).default(10),
    next_page_token: integer({ min: 0 }).default(0).meta({ description: "Of the answer before." }),
    search: word.optional().meta({ description: "In the name, the description, the labels and the category." }),
    sort: literal(["name", "created_at_unix"]).optional(),
    sort_direction: literal(["asc", "desc"]).default("asc"),
    voice_type: literal(voiceTypes).optional(),
    category: literal(categories).optional(),
    gender: word.optional(),
    accent: word.optional(),
    language: word.optional().meta({ description: "May be repeated." }),
    voice_ids: word.optional().meta({ description: "May be repeated." }),
  })
  // The answer always has the number of voices, and there are none with rates or moderation of their own.
  .register(ignored, {
    include_custom_rates: neverNamed,
    include_live_moderated: neverNamed,
    include_total_count: neverNamed,
    // The order of voices that are not sorted has no direction.
    sort_direction: (_value, { sort }) => sort === undefined,
  });

type VoiceQuery = z.output<typeof voiceQuery>;

/** The parameters of which a query may name several values. */
interface VoiceFilters {
  readonly languages: readonly string[];
  readonly ids: readonly string[];
}

/** Those of these voices that a query means, sorted as it says. */
export function selectVoices(
  voices: readonly ListedVoice[],
  query: VoiceQuery,
  { languages, ids }: VoiceFilters,
): readonly ListedVoice[] {
  const selected = voices.filter(
    (voice) =>
      isOfType(voice, query.voice_type) &&
      isAmong(voice.category, [query.category]) &&
      isAmong(voice.labels["gender"], [query.gender]) &&
      isAmong(voice.labels["accent"], [query.accent]) &&
      isAmong(voice.labels["language"], languages) &&
      isAmong(voice.voice_id, ids) &&
      mentions(voice, query.search),
  );
  return sorted(selected, query);
}

/** True for a voice of this type: voices that an account has made are its own, and none is shared. */
function isOfType({ is_owner: isOwn }: ListedVoice, type: VoiceQuery["voice_type"]): boolean {
  if (type === undefined) return true;
  return type === "default" ? !isOwn : isOwn && type !== "community";
}

/** Nothing is asked for by no value. */
function isAmong(value: string | undefined, asked: readonly (string | undefined)[]): boolean {
  const words = asked.filter((one) => one !== undefined && one !== "").map((one) => one?.toLowerCase());
  return words.length === 0 || words.includes(value?.toLowerCase());
}

const mentions = ({ name, description, labels, category }: ListedVoice, search = ""): boolean =>
  [name, description, category, ...Object.values(labels)].some((part) =>
    part.toLowerCase().includes(search.toLowerCase()),
  );

function sorted(voices: readonly ListedVoice[], { sort, sort_direction: direction }: VoiceQuery) {
  if (sort === undefined) return voices;
  const rising = voices.toSorted((one, other) =>
    sort === "name" ? one.name.localeCompare(other.name, "en") : one.created_at_unix - other.created_at_unix,
  );
  return direction === "asc" ? rising : rising.toReversed();
}
