import { z } from "zod";
import { setting } from "./setting.ts";
import { count, list, seconds } from "./types.ts";

const readBy = ["api"] as const;

const isOrigin = (given: string): boolean =>
  /^https?:[^*]+$/.test(given) && URL.canParse(given) && new URL(given).origin === given;

/** Origins, beside our own, whose pages may call with a key in a header; `*` is all of them. */
const origins = list.refine(
  (given) => given.every((origin) => origin === "*" || isOrigin(origin)),
  "Origins are needed as browsers send them, such as https://app.example.com, or * for all.",
);

/** Audio that has no shortest length. */
const anyLength = <T extends object>(limit: T) => ({ ...limit, minSeconds: 0 });

/** The most that an account may have stored. */
const storage = z.object({
  maxVoices: setting("VOICES_MAX", count(100), {
    description: "How many voices of its own an account may have.",
    readBy,
  }),
  maxBytes: setting("STORED_MAX_BYTES", count(5 * 1024 ** 3), {
    description: "How many bytes of audio an account may have stored.",
    readBy: ["api", "transcription", "maintenance"],
  }),
});

/** The most that one process receives at the same time, and how fast it has to arrive. */
const bodies = z.object({
  uploadsPerAddress: setting("UPLOADS_PER_ADDRESS", count(4), {
    description: "How many uploads one address may have in progress without an account, in one API process.",
    readBy,
  }),
  uploadsPerAccount: setting("UPLOADS_PER_ACCOUNT", count(8), {
    description: "How many uploads an account may have in progress, in one API process.",
    readBy,
  }),
  uploadsMax: setting("UPLOADS_MAX", count(64), {
    description:
      "How many uploads one API process receives at the same time; those without an account get half of them at most.",
    readBy,
  }),
  uploadMinBytesPerSecond: setting("UPLOAD_MIN_BYTES_PER_SECOND", count(8 * 1024, 0), {
    description: "How fast an upload has to arrive, in bytes a second on the average of ten seconds.",
    readBy,
  }),
  uploadMaxSeconds: setting("UPLOAD_MAX_SECONDS", count(15 * 60), {
    description: "How long an upload may take.",
    readBy,
  }),
  jsonMaxSeconds: setting("JSON_MAX_SECONDS", count(30), { description: "How long a JSON body may take.", readBy }),
  jsonBytesPerCaller: setting("JSON_BYTES_PER_CALLER", count(16 * 1024 * 1024), {
    description:
      "How many bytes of unfinished JSON bodies one account, or one address without an account, may have in one API process.",
    readBy,
  }),
  jsonBytesMax: setting("JSON_BYTES_MAX", count(128 * 1024 * 1024), {
    description:
      "How many bytes of unfinished JSON bodies one API process holds; callers without an account get half of them at most.",
    readBy,
  }),
  diskReservePercent: setting("DISK_RESERVE_PERCENT", z.coerce.number().min(0).max(99).default(5), {
    description: "How much of the disk of DATA_DIR uploads leave free, in percent; 0 for nothing.",
    readBy,
  }),
});

/** Calls a minute: of one account, or of one address without an account. */
const rates = z.object({
  calls: setting("CALLS_PER_MINUTE", count(600), {
    description:
      "How many calls an account, or an address without an account, may make in a minute; speech requests and demo calls have limits of their own.",
    readBy,
  }),
  speech: setting("SPEECH_PER_MINUTE", count(120), {
    description: "How many speech requests and new voices an account may submit in a minute, repeats included.",
    readBy,
  }),
  live: setting("LIVE_PER_MINUTE", count(60), {
    description: "How many live sessions an account may open in a minute.",
    readBy,
  }),
  demoSynthesis: setting("DEMO_SYNTHESES_PER_MINUTE", count(20), {
    description: "How many texts one address may have spoken in a minute without an account.",
    readBy,
  }),
  demoTranscription: setting("DEMO_TRANSCRIPTIONS_PER_MINUTE", count(6), {
    description: "How many files one address may have transcribed in a minute without an account.",
    readBy,
  }),
  contact: setting("CONTACTS_PER_MINUTE", count(10), {
    description: "How many contact forms one address may send in a minute.",
    readBy,
  }),
  signIn: setting("SIGN_INS_PER_MINUTE", count(30), {
    description:
      "How often in a minute one address may start to sign in or to ask for a key by a code, and one account may look such codes up.",
    readBy,
  }),
  failedAuthentication: setting("FAILED_AUTHENTICATIONS_PER_MINUTE", count(600), {
    description: "How many wrong credentials one address may show in a minute.",
    readBy,
  }),
});

/** The limits of callers: their sites, the rates and sizes of calls, and how long they may wait. */
export const limits = z
  .object({
    waitMaxSeconds: setting("WAIT_MAX_SECONDS", count(60, 0), {
      description: "How long a call may wait for its result before it is answered with 202.",
      readBy,
    }),
    sendTimeoutMs: setting("SEND_TIMEOUT_SECONDS", seconds(60), {
      description: "After how long without reading any of its answer a caller is disconnected.",
      readBy,
    }),
    corsOrigins: setting("CORS_ORIGINS", origins.default([]), {
      description:
        "Origins whose pages may call the API with a key, separated by commas, such as https://app.example.com; * for all.",
      readBy,
    }),
    jsonMaxBytes: setting("JSON_MAX_BYTES", count(64 * 1024), { description: "The largest JSON body.", readBy }),
    demoAudio: z
      .object({
        maxBytes: setting("DEMO_AUDIO_MAX_BYTES", count(10 * 1024 * 1024), {
          description: "The largest file that the demo transcribes.",
          readBy,
        }),
        maxSeconds: setting("DEMO_AUDIO_MAX_SECONDS", count(60), {
          description: "The longest audio that the demo transcribes.",
          readBy: ["api", "transcription"],
        }),
      })
      .transform(anyLength),
    audio: z
      .object({
        maxBytes: setting("AUDIO_MAX_BYTES", count(50 * 1024 * 1024), {
          description: "The largest file to transcribe.",
          readBy: ["api", "transcription"],
        }),
        maxSeconds: setting("AUDIO_MAX_SECONDS", count(3_600), {
          description: "The longest audio to transcribe.",
          readBy: ["api", "transcription"],
        }),
      })
      .transform(anyLength),
    archiveMaxBytes: setting("BATCH_ARCHIVE_MAX_BYTES", count(1024 ** 3), {
      description: "The largest zip of recordings that is sent as a batch.",
      readBy,
    }),
    audioUrl: z.object({
      maxMs: setting("AUDIO_URL_MAX_SECONDS", seconds(300), {
        description: "How long a worker may take to fetch a recording from its address.",
        readBy: ["transcription"],
      }),
      minBytesPerSecond: setting("AUDIO_URL_MIN_BYTES_PER_SECOND", count(32 * 1024, 0), {
        description:
          "How fast a recording has to come from its address, in bytes a second on the average of ten seconds.",
        readBy: ["transcription"],
      }),
    }),
    voiceSample: z.object({
      maxBytes: setting("VOICE_SAMPLE_MAX_BYTES", count(20 * 1024 * 1024), {
        description: "The largest sample of a voice.",
        readBy,
      }),
      minSeconds: setting("VOICE_SAMPLE_MIN_SECONDS", count(1, 0), {
        description: "The shortest sample of a voice.",
        readBy,
      }),
      maxSeconds: setting("VOICE_SAMPLE_MAX_SECONDS", count(120), {
        description: "The longest sample of a voice.",
        readBy: ["api", "training"],
      }),
    }),
    apiKeysMax: setting("API_KEYS_MAX", count(20), {
      description: "How many active API keys an account may have.",
      readBy,
    }),
    apiKeysPerDay: setting("API_KEYS_PER_DAY", count(100), {
      description: "How many API keys an account may make within 24 hours, those in place of others included.",
      readBy,
    }),
    storage,
    webhookMaxBytes: setting("WEBHOOK_MAX_BYTES", count(256 * 1024), {
      description: "The largest notification of a provider.",
      readBy,
    }),
    bodies,
    rates,
    speechConcurrency: setting("SPEECH_CONCURRENCY", count(8), {
      description: "How many unfinished speech requests an account may have.",
      readBy,
    }),
  })
  .describe("Limits");
