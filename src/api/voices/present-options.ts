import { queuePosition } from "#src/domain/jobs/queue-position.ts";
import type { ListedVoice } from "#src/domain/voices/favorite-queries.ts";
import type { RequestContext } from "#src/api/route.ts";
import { presentVoice, type PresentOptions } from "./present.ts";

/** The facts beside its row that the answer about a voice depends on. */
export async function presentOptions({ engines, resources }: RequestContext): Promise<PresentOptions> {
  const { synthesis, synthesisStates } = await engines.current();
  return { engines: synthesis, engineStates: synthesisStates, publicUrl: resources.config.publicUrl };
}

/** A voice as it is answered, with its place in the queue while it waits for its training. */
export async function presentWithPlace(context: RequestContext, voice: ListedVoice) {
  const [options, position] = await Promise.all([
    presentOptions(context),
    voice.status === "pending" ? queuePosition(context.resources.db, voice.id) : null,
  ]);
  return presentVoice(voice, { ...options, position });
}

/** The most voices of a list that have their place, each of which is a query. */
const mostPlaced = 5;

/** Voices as a list answers them: of many that wait, the first ones have their place. */
export async function presentVoices(context: RequestContext, voices: readonly ListedVoice[]) {
  const options = await presentOptions(context);
  const placed = voices.filter(({ status }) => status === "pending").slice(0, mostPlaced);
  const places = new Map<string, number | null>();
  for (const { id } of placed) places.set(id, await queuePosition(context.resources.db, id));
  return voices.map((voice) => presentVoice(voice, { ...options, position: places.get(voice.id) ?? null }));
}
