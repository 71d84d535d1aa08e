import { join, resolve } from "node:path";
import { z } from "zod";
import { setting } from "./setting.ts";
import { list, optional } from "./types.ts";

const readBy = ["synthesis", "transcription", "training", "live"] as const;

const names = list.refine(
  (given) => given.length === 1 || !given.includes("none"),
  "Give auto, default, none, or names of models separated by commas.",
);

export const models = z
  .object({
    directory: setting("MODELS_DIR", optional(z.string().transform((path) => resolve(path))), {
      description:
        "The folder of the speech models (docs/models.md); in the user's cache when unset. Compose sets it itself.",
      readBy,
    }),
    /** Names of the catalogue, and `default` and `auto` for its sets; none where only the classic engines are used. */
    names: setting(
      "SPEECH_MODELS",
      names.prefault("auto").transform((given) => given.filter((name) => name !== "none")),
      {
        description:
          "Which speech models bin/setup downloads, the image brings and the workers use: auto, default, none, or names separated by commas. auto is default, and whisper-base as soon as it is installed, which npm start does beside the running service on a machine with 4 GB of memory; compose has default where it is unset. With default,whisper-tiny.en and that model installed, transcription offers model=accurate (docs/models.md).",
        // The API says how to get a model that is missing.
        readBy: ["api", ...readBy],
      },
    ),
  })
  .describe("Speech models");

/** The folder of models in the user's own cache, so that all clones of this project share it; null without a home. */
export function sharedModels(variables: Readonly<Record<string, string | undefined>>): string | null {
  const { XDG_CACHE_HOME: cache = "", HOME: home = "" } = variables;
  if (cache === "" && home === "") return null;
  return join(cache === "" ? resolve(home, ".cache") : resolve(cache), "speech-service", "models");
}
