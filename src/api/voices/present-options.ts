import type { RequestContext } from "#src/api/route.ts";
import type { PresentOptions } from "./present.ts";

/** The facts beside its row that the answer about a voice depends on. */
export async function presentOptions({ engines, resources }: RequestContext): Promise<PresentOptions> {
  return { engines: (await engines.current()).synthesis, publicUrl: resources.config.publicUrl };
}
