import type { RequestContext } from "#src/api/route.ts";
import type { PresentOptions } from "./present.ts";

/** What the answer about a voice depends on beside its row. */
export async function presentOptions({ engines, resources }: RequestContext): Promise<PresentOptions> {
  return { engines: (await engines.current()).synthesis, publicUrl: resources.config.publicUrl };
}
