import { z } from "zod";
import { refuse, setting } from "./setting.ts";
import { bearerKey, modelName, serverUrl } from "./speech-server.ts";
import { count, flag, list, optional } from "./types.ts";

const readBy = ["transcription"] as const;

const areLanguages = (tags: readonly string[]): boolean =>
  tags.some((tag) => tag !== "auto") && tags.every((tag) => /^(?:[a-z]{2,3}|auto)$/.test(tag));
const languagesNeeded =
  "Primary language tags are needed, such as en,hi; auto beside them where the server detects the language.";

const tier = z.enum(["fast", "accurate", "fallback"]).default("accurate");

/** The values of `model` of a transcription that leave the choice to the service. */
const preferences: readonly string[] = ["auto", "fast", "accurate"];
const engineName = z.string().regex(/^[\w.:@-]{1,100}$/, "A name of letters, digits and . : @ - _ is needed.");

/** A typing error is repeated; what may be a key is not. */
const unknownField = (names: readonly string[]): string =>
  `${names.find((name) => /^[a-z_]{1,20}$/i.test(name)) ?? "A field"} is not known. There are ${Object.keys(serverFields).join(", ")}.`;

const serverFields = {
  url: serverUrl("url", "key"),
  key: optional(bearerKey),
  model: modelName,
  name: engineName.optional(),
  languages: z.array(z.string()).refine(areLanguages, languagesNeeded),
  tier,
  concurrency: z.number().int().min(1).default(4),
  translates: z.boolean().default(false),
  profile: z.enum(["openai", "faster-whisper-server", "indic-conformer"]).default("openai"),
};

const furtherServer = z
  .strictObject(serverFields, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownField(issue.keys) : undefined),
  })
  .refine(({ profile, languages }) => profile !== "indic-conformer" || !languages.includes("auto"), {
    path: ["languages"],
    message: "Servers of the profile indic-conformer detect no language. Leave out auto.",
  })
  .refine(({ profile, translates }) => profile !== "indic-conformer" || !translates, {
    path: ["translates"],
    message: "Servers of the profile indic-conformer do not translate.",
  });

type GivenServer = z.output<typeof furtherServer>;

const serverOf = ({ url: baseUrl, key: apiKey, languages, ...rest }: GivenServer) => {
  const spoken = languages.filter((tag) => tag !== "auto");
  /** As callers see it: without the owner in front. */
  const name = rest.name ?? rest.model.split("/").at(-1) ?? rest.model;
  return { ...rest, baseUrl, apiKey, name, languages: spoken, detectsLanguage: spoken.length < languages.length };
};

const further = "REMOTE_ASR_SERVERS";

const furtherServers = z
  .string()
  .default("")
  .transform((text, context): readonly GivenServer[] => {
    const value = text === "" ? [] : jsonOf(text);
    if (value === undefined) {
      return refuse(context, `${further}: A list in JSON is needed: [{"url": …, "model": …, "languages": […]}].`);
    }
    const parsed = z.array(furtherServer).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.addIssue({ code: "custom", message: problemOf(issue) });
    return z.NEVER;
  });

/** Undefined for what is no JSON: the error of `JSON.parse` repeats a part of the text, which may be a key. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server and the field, as `REMOTE_ASR_SERVERS[0].url`, and what is wrong with it. */
function problemOf({ path, message }: z.core.$ZodIssue): string {
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  const field = String(path.at(-1));
  return `${further}${place}${message.startsWith(`${field} `) ? message.slice(field.length) : `: ${message}`}`;
}

/** The servers, the preferred one first. */
export const remoteAsr = z
  .object({
    url: setting("REMOTE_ASR_URL", optional(serverUrl("REMOTE_ASR_URL", "REMOTE_ASR_KEY")), {
      description:
        "The address of an OpenAI-compatible speech server that recordings are sent to (docs/remote-engines.md).",
      readBy,
    }),
    key: setting("REMOTE_ASR_KEY", optional(bearerKey), {
      description: "The key that the server asks for, if it does.",
      readBy,
    }),
    model: setting("REMOTE_ASR_MODEL", optional(modelName), {
      description: "The model, as the server calls it.",
      readBy,
    }),
    languages: setting("REMOTE_ASR_LANGUAGES", optional(list.refine(areLanguages, languagesNeeded)), {
      description:
        "The languages to send to it, as primary tags separated by commas; auto among them where it detects the language.",
      readBy,
    }),
    tier: setting("REMOTE_ASR_TIER", tier, {
      description: "What it is chosen for: fast, accurate or fallback.",
      readBy,
    }),
    concurrency: setting("REMOTE_ASR_CONCURRENCY", count(4), {
      description: "How many recordings one transcription process has there at once.",
      readBy,
    }),
    translates: setting("REMOTE_ASR_TRANSLATES", flag(false), {
      description: "Whether it translates speech into English (POST /v1/audio/translations).",
      readBy,
    }),
    servers: setting(further, furtherServers, {
      description:
        "Further servers, a list in JSON of objects with url, model and languages, and as needed key, name, tier, concurrency, translates and profile (docs/remote-engines.md).",
      readBy,
    }),
  })
  .transform(({ url, model, languages, servers, ...rest }, context) => {
    if (url !== null && (model === null || languages === null)) {
      return refuse(context, "REMOTE_ASR_URL needs REMOTE_ASR_MODEL and REMOTE_ASR_LANGUAGES beside it.");
    }
    const isFirst = url !== null && model !== null && languages !== null;
    const first = isFirst ? [serverOf({ ...rest, url, model, languages, profile: "openai" })] : [];
    const all = [...first, ...servers.map(serverOf)];
    const names = all.map(({ name }) => name);
    const taken = names.findIndex((name) => preferences.includes(name));
    if (taken >= 0) {
      const place = taken < first.length ? "REMOTE_ASR_MODEL" : `${further}[${taken - first.length}].name`;
      return refuse(context, `${place}: ${names[taken]} means no engine: choose another name.`);
    }
    const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
    if (repeated < 0) return all;
    const place = `${further}[${repeated - first.length}].name`;
    return refuse(context, `${place}: Another server is called ${names[repeated]}, too. Give it a name of its own.`);
  })
  .describe("Remote servers for recognition");
