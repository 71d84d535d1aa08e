import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { listFolders } from "./folder-queries.ts";
import { insertPull, type ModelPull, type NewPull } from "./pull-queries.ts";

/** Stands for the service itself where it asks for a model in place of an admin. */
export const theService = "00000000-0000-0000-0000-000000000000";

/**
 * Asks the workers of a folder to install a model of their catalogue. A repeat is answered with the pull that is not done.
 * @throws DomainError `model_folder_not_found`, `model_folder_read_only`, `model_not_found`, `model_unverified`
 */
export async function requestPull(
  { db }: { readonly db: Db },
  { acceptUnverified, ...pull }: NewPull & { readonly acceptUnverified: boolean },
  ages: { readonly leaseExpiresMs: number },
): Promise<ModelPull> {
  const folder = (await listFolders(db, ages)).find(({ id }) => id === pull.folderId);
  if (folder === undefined) throw new DomainError("model_folder_not_found");
  const model = folder.models.find(({ name, inCatalogue }) => inCatalogue && name === pull.model);
  if (model === undefined) throw new DomainError("model_not_found");
  if (!folder.writable) throw new DomainError("model_folder_read_only");
  if (!model.verifiable && !acceptUnverified) throw new DomainError("model_unverified");
  return insertPull(db, pull);
}
