import type { Config } from "#src/config.ts";
import type { Db } from "#db/schema.ts";
import type { FolderModel } from "#src/domain/models/folder-model.ts";
import { listFolders } from "#src/domain/models/folder-queries.ts";
import { DomainError } from "#src/errors.ts";

/** The models that voice matching needs, one of each list. */
export const matchingModels = {
  kokoro: ["kokoro-82m", "kokoro-82m-int8"],
  encoder: ["ge2e-speaker-encoder"],
  dnsmos: ["dnsmos"],
  vad: ["silero-vad"],
} as const;

const isInstalled = ({ state }: FolderModel): boolean => state === "installed" || state === "outdated";

interface Obstacle {
  /** The number of models that are not installed. */
  readonly missing: number;
  /** A sentence about what is wrong and what to do. */
  readonly text: string;
}

/** The reason why the workers of a folder cannot match voices; null where nothing does. */
function obstacleOf(models: readonly FolderModel[]): Obstacle | null {
  const alternatives = Object.values(matchingModels).map((names) =>
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

interface Installation {
  readonly db: Db;
  readonly config: Pick<Config, "jobs">;
}

/** The error of an installation that cannot make custom voices. */
export const matchingNotInstalled = (obstacle: string): DomainError =>
  new DomainError("voice_matching_not_installed", `This service cannot make custom voices. ${obstacle}`);

/**
 * Refuses a new voice where every machine with a running worker lacks a model of voice matching. Without any worker the voice
 * waits for one.
 * @throws DomainError `voice_matching_not_installed` with the command that installs what is missing
 */
export async function requireVoiceMatching({ db, config }: Installation): Promise<void> {
  const obstacles = await listObstacles({ db, config });
  const known = obstacles.filter((obstacle) => obstacle !== null);
  const [least] = known.toSorted((a, b) => a.missing - b.missing);
  if (least !== undefined && known.length === obstacles.length) throw matchingNotInstalled(least.text);
}

/** True when the workers of some machine have all models of voice matching. */
export const canMatchVoices = async (installation: Installation): Promise<boolean> =>
  (await listObstacles(installation)).includes(null);

async function listObstacles({ db, config }: Installation): Promise<readonly (Obstacle | null)[]> {
  const folders = await listFolders(db, config.jobs);
  return folders.map(({ models }) => obstacleOf(models));
}
