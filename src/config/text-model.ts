import { z } from "zod";
import { refuse, setting } from "./setting.ts";
import { bearerKey, modelName, serverUrl } from "./speech-server.ts";
import { count, optional, seconds } from "./types.ts";

const readBy = ["transcription"] as const;

/** A text model of the operator's; null where there is none. */
export const textModel = z
  .object({
    url: setting("TEXT_MODEL_URL", optional(serverUrl("TEXT_MODEL_URL", "TEXT_MODEL_KEY")), {
      description:
        "The address of an OpenAI-compatible server (POST /v1/chat/completions) that transcripts are sent to where a call asks for a summary, topics or a translation (docs/clean-text.md).",
      readBy: ["api", ...readBy],
    }),
    key: setting("TEXT_MODEL_KEY", optional(bearerKey), {
      description: "The key that the server asks for, if it does.",
      readBy,
    }),
    name: setting("TEXT_MODEL_NAME", optional(modelName), {
      description: "The model, as the server calls it; answers name it.",
      readBy: ["api", ...readBy],
    }),
    timeoutMs: setting("TEXT_MODEL_TIMEOUT_SECONDS", seconds(60), {
      description: "How long the server may take for a transcript, after which it stands without what was asked for.",
      readBy,
    }),
    maxCharacters: setting("TEXT_MODEL_MAX_CHARACTERS", count(60_000), {
      description: "The longest transcript that is sent.",
      readBy,
    }),
  })
  .transform(({ url, name, key, ...limits }, context) => {
    if (url === null) return null;
    if (name === null) return refuse(context, "TEXT_MODEL_URL needs TEXT_MODEL_NAME beside it.");
    return { ...limits, baseUrl: url, apiKey: key, name };
  })
  .describe("A text model");
