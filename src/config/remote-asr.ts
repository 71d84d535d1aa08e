import { z } from "zod";
import { refuse, setting } from "./setting.ts";
import { bearerKey, modelName, serverUrl } from "./speech-server.ts";
import { count, list, optional } from "./types.ts";

const readBy = ["transcription"] as const;

const languageTags = list.refine(
  (tags) => tags.some((tag) => tag !== "auto") && tags.every((tag) => /^(?:[a-z]{2,3}|auto)$/.test(tag)),
  "Primary language tags are needed, such as en,hi; auto beside them where the server detects the language.",
);

/** Null where there is no such server. */
export const remoteAsr = z
  .object({
    baseUrl: setting("REMOTE_ASR_URL", optional(serverUrl("REMOTE_ASR")), {
      description:
        "The address of an OpenAI-compatible speech server that recordings are sent to (docs/remote-engines.md).",
      readBy,
    }),
    apiKey: setting("REMOTE_ASR_KEY", optional(bearerKey), {
      description: "The key that the server asks for, if it does.",
      readBy,
    }),
    model: setting("REMOTE_ASR_MODEL", optional(modelName), {
      description: "The model, as the server calls it.",
      readBy,
    }),
    languages: setting("REMOTE_ASR_LANGUAGES", optional(languageTags), {
      description:
        "The languages to send to it, as primary tags separated by commas; auto among them where it detects the language.",
      readBy,
    }),
    tier: setting("REMOTE_ASR_TIER", z.enum(["fast", "accurate", "fallback"]).default("accurate"), {
      description: "What it is chosen for: fast, accurate or fallback.",
      readBy,
    }),
    concurrency: setting("REMOTE_ASR_CONCURRENCY", count(4), {
      description: "How many recordings one transcription process has there at once.",
      readBy,
    }),
  })
  .transform(({ baseUrl, model, languages, ...rest }, context) => {
    if (baseUrl === null) return null;
    if (model === null || languages === null) {
      return refuse(context, "REMOTE_ASR_URL needs REMOTE_ASR_MODEL and REMOTE_ASR_LANGUAGES beside it.");
    }
    const spoken = languages.filter((tag) => tag !== "auto");
    /** As callers see it: without the owner in front. */
    const name = model.split("/").at(-1) ?? model;
    return { ...rest, baseUrl, model, name, languages: spoken, detectsLanguage: spoken.length < languages.length };
  })
  .describe("A remote server for recognition");
