import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { findPull, type ModelPull, writeCancellation } from "./pull-queries.ts";

/**
 * Cancels a pull; its worker stops within seconds. Again it changes nothing.
 * @throws DomainError `model_pull_not_found`, `invalid_transition` where it has ended otherwise
 */
export async function cancelPull({ db }: { readonly db: Db }, id: string): Promise<ModelPull> {
  await writeCancellation(db, id);
  const pull = await findPull(db, id);
  if (pull === null) throw new DomainError("model_pull_not_found");
  if (pull.status !== "cancelled") throw new DomainError("invalid_transition");
  return pull;
}
