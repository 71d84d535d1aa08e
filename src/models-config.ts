import { join, resolve } from "node:path";
import type { Environment } from "./environment.ts";

/** Where the speech models are, and which of them are used. */
export interface ModelsConfig {
  readonly directory: string;
  /** Names of the catalogue, and `default` for its default set; none where only the classic engines are used. */
  readonly names: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

export const modelsOf = ({ MODELS_DIR, SPEECH_MODELS, DATA_DIR }: Environment, variables: Variables): ModelsConfig => ({
  directory: MODELS_DIR ?? join(cacheOf(variables) ?? DATA_DIR, "models"),
  names: SPEECH_MODELS.filter((name) => name !== "none"),
});

/** The user's own cache, so that all clones of this project share the models; null where there is no home. */
function cacheOf({ XDG_CACHE_HOME: cache = "", HOME: home = "" }: Variables): string | null {
  if (cache === "" && home === "") return null;
  return join(cache === "" ? resolve(home, ".cache") : resolve(cache), "speech-service");
}
