import { z } from "zod";
import { refuse, setting } from "./setting.ts";
import { bearerKey, modelName, serverUrl } from "./speech-server.ts";
import { count, list, optional } from "./types.ts";

const readBy = ["synthesis"] as const;

/** Tells voices of a server apart by `id:language` of `id:name:language`. */
const identityOf = (voice: string): string => [voice.split(":").at(0), voice.split(":").at(-1)].join(":");

const voiceList = list
  .refine(
    (voices) => voices.length > 0 && voices.every((voice) => /^[\w.-]{1,100}:[^:]{1,100}:[a-z]{2,3}$/.test(voice)),
    "Voices are needed as id:name:language, such as alloy:Alloy:en,nova:Nova:en.",
  )
  .refine(
    (voices) => new Set(voices.map(identityOf)).size === voices.length,
    "Two voices have the same id and language. Name each voice of a language once.",
  )
  .transform((voices) =>
    voices.map((voice) => {
      const [id = "", name = "", language = ""] = voice.split(":");
      return { id, name, language };
    }),
  );

/** Null where there is no such server. */
export const remoteTts = z
  .object({
    baseUrl: setting("REMOTE_TTS_URL", optional(serverUrl("REMOTE_TTS_URL", "REMOTE_TTS_KEY")), {
      description: "The address of an OpenAI-compatible speech server that texts are sent to (docs/remote-engines.md).",
      readBy,
    }),
    apiKey: setting("REMOTE_TTS_KEY", optional(bearerKey), {
      description: "The key that the server asks for, if it does.",
      readBy,
    }),
    model: setting("REMOTE_TTS_MODEL", optional(modelName), {
      description: "The model, as the server calls it.",
      readBy,
    }),
    voices: setting("REMOTE_TTS_VOICES", optional(voiceList), {
      description: "Its voices, each as id:name:language, separated by commas: alloy:Alloy:en,nova:Nova:en.",
      readBy,
    }),
    concurrency: setting("REMOTE_TTS_CONCURRENCY", count(4), {
      description: "How many calls one synthesis process makes at once.",
      readBy,
    }),
  })
  .transform(({ baseUrl, model, voices, ...rest }, context) => {
    if (baseUrl === null) return null;
    if (model === null || voices === null) {
      return refuse(context, "REMOTE_TTS_URL needs REMOTE_TTS_MODEL and REMOTE_TTS_VOICES beside it.");
    }
    return { ...rest, baseUrl, model, voices };
  })
  .describe("A remote server for synthesis");
