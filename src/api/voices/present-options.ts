import type { RequestContext } from "#src/api/route.ts";
import type { PresentOptions } from "./present.ts";

/** The facts beside its row that the answer about a voice depends on. */
export async function presentOptions({ engines, resources }: RequestContext): Promise<PresentOptions> {
  const { synthesis, synthesisStates } = await engines.current();
  return { engines: synthesis, engineStates: synthesisStates, publicUrl: resources.config.publicUrl };
}
