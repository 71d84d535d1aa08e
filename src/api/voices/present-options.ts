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
