import type { Config } from "#src/config.ts";
import type { Db } from "#db/schema.ts";
import type { FolderModel } from "./folder-model.ts";
import { listFolders } from "./folder-queries.ts";

/** Models that something needs: one of each list, the preferred one first. */
export type NeededModels = Readonly<Record<string, readonly string[]>>;

const isInstalled = ({ state }: FolderModel): boolean => state === "installed" || state === "outdated";

interface Obstacle {
  /** The number of models that are not installed. */
  readonly missing: number;
  /** A sentence about what is wrong and what to do. */
  readonly text: string;
}

/** The reason why the workers of a folder lack models; null where nothing is missing. */
function obstacleOf(models: readonly FolderModel[], needed: NeededModels): Obstacle | null {
  const alternatives = Object.values(needed).map((names) =>
    names.map((name) => ({ name, model: models.find((model) => model.name === name) })),
  );
  const namesOf = (some: typeof alternatives): readonly string[] => some.flatMap(([first]) => first?.name ?? []);
  const missing = alternatives.filter((some) => !some.some(({ model }) => model !== undefined && isInstalled(model)));
  if (missing.length > 0) {
    const names = namesOf(missing).join(" ");
    const text = `Not installed: ${names}. The operator installs it with: npm run models -- pull ${names}`;
    return { missing: missing.length, text };
  }
  const unnamed = alternatives.filter((some) => !some.some(({ model }) => model?.configured === true));
  return unnamed.length === 0 ? null : { missing: 0, text: `SPEECH_MODELS must name ${namesOf(unnamed).join(", ")}.` };
}

/** The database, and after how long a worker without a sign of life is gone. */
export interface Installation {
  readonly db: Db;
  readonly config: Pick<Config, "jobs">;
}

/**
 * The obstacle that is least, where every machine with a running worker lacks one of these models; null where one has all of them, and
 * without any worker: work waits for one.
 */
export async function findObstacle(installation: Installation, needed: NeededModels): Promise<string | null> {
  const obstacles = await listObstacles(installation, needed);
  const known = obstacles.filter((obstacle) => obstacle !== null);
  const [least] = known.toSorted((a, b) => a.missing - b.missing);
  return least !== undefined && known.length === obstacles.length ? least.text : null;
}

/** True when the workers of some machine have all of these models. */
export const hasModels = async (installation: Installation, needed: NeededModels): Promise<boolean> =>
  (await listObstacles(installation, needed)).includes(null);

async function listObstacles(
  { db, config }: Installation,
  needed: NeededModels,
): Promise<readonly (Obstacle | null)[]> {
  const folders = await listFolders(db, config.jobs);
  return folders.map(({ models }) => obstacleOf(models, needed));
}
