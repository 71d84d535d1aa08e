/** A variable that docker-compose.yml reads for itself and gives to no process of the service. */
interface ComposeVariable {
  readonly env: string;
  /** The value that compose takes where it is unset; null where it refuses to start. */
  readonly fallback: string | null;
  readonly description: string;
}

/** Settings of the service that compose cannot do without. */
export const neededByCompose: ReadonlySet<string> = new Set(["S3_ACCESS_KEY", "S3_SECRET_KEY"]);

/** Settings with a value or a default of their own in docker-compose.yml, and those that only `npm start` sets. */
export const setByHand: ReadonlySet<string> = new Set([
  ...["HOST", "PORT", "METRICS_PORT", "DATA_DIR", "MODELS_DIR", "SPEECH_MODELS", "TRUSTED_PROXY_HOPS"],
  ...["DATABASE_URL", "REDIS_URL", "S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"],
  ...["SANDBOX", "START_UP_CHECK_SECRET", "LIVE_HOST", "LIVE_PORT"],
  ...["WYOMING_HOST", "WYOMING_PORT", "WYOMING_API_URL"],
]);

export const composeVariables: readonly ComposeVariable[] = [
  {
    env: "POSTGRES_ADMIN_PASSWORD",
    fallback: null,
    description: "The password of the superuser of the PostgreSQL that compose starts; the service never receives it.",
  },
  {
    env: "POSTGRES_PASSWORD",
    fallback: null,
    description: "The password of the role there that the service signs in as; only compose reads it.",
  },
  {
    env: "REDIS_PASSWORD",
    fallback: null,
    description: "The password of the Redis that compose starts; only compose reads it.",
  },
  {
    env: "S3_ADMIN_USER",
    fallback: null,
    description:
      "The administrator of the S3 server that compose starts, at least 3 characters; the service never receives it.",
  },
  { env: "S3_ADMIN_PASSWORD", fallback: null, description: "The administrator's password, at least 8 characters." },
  {
    env: "SYNTHESIS_CPUS",
    fallback: "1",
    description:
      "How many cores speech may take under compose; a text by Kokoro uses up to four, and more are for texts beside it.",
  },
  {
    env: "SYNTHESIS_MEMORY",
    fallback: "2500m",
    description:
      "How much memory it may take there: 1g, and 1500m for Kokoro, again for each four cores beyond the first four; 350m for each of up to three voices of Piper in use. With SPEECH_MODELS=none, 1g.",
  },
  {
    env: "TRANSCRIPTION_CPUS",
    fallback: "1",
    description: "How many cores recognition may take under compose; it has an engine process for each.",
  },
  {
    env: "TRANSCRIPTION_MEMORY",
    fallback: "2g",
    description:
      "How much memory it may take there: 512m, plus 1g for each engine process of each model in use; with SPEECH_MODELS=none, 120m for each.",
  },
  {
    env: "LIVE_CPUS",
    fallback: "1",
    description: "How many cores live transcription may take under compose; see LIVE_SLOTS.",
  },
  {
    env: "LIVE_MEMORY",
    fallback: "2g",
    description: "How much memory it may take there: 512m, plus 1g for each engine process of each model in use.",
  },
  {
    env: "TRAINING_MEMORY",
    fallback: "3g",
    description: "How much memory voice matching may take there; 1g does without its models.",
  },
];
