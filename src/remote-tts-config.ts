import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";
import { speechServerUrl } from "./remote-asr-config.ts";

/** A voice of the speech server. */
export interface RemoteVoice {
  /** As the server calls it. */
  readonly id: string;
  /** As callers see it. */
  readonly name: string;
  /** Primary tag. */
  readonly language: string;
}

/** The OpenAI-compatible speech server that texts are sent to. */
export interface RemoteTtsConfig {
  /** Without a slash or `/v1` at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** As the server calls it. */
  readonly model: string;
  readonly voices: readonly RemoteVoice[];
  readonly concurrency: number;
}

/** @throws ConfigError */
export function remoteTtsOf(env: Environment): RemoteTtsConfig | null {
  const { REMOTE_TTS_URL: address, REMOTE_TTS_MODEL: model, REMOTE_TTS_VOICES: voices } = env;
  if (address === undefined) return null;
  if (model === undefined || voices === undefined) {
    throw new ConfigError("REMOTE_TTS_URL needs REMOTE_TTS_MODEL and REMOTE_TTS_VOICES beside it.");
  }
  return {
    baseUrl: speechServerUrl("REMOTE_TTS", address),
    apiKey: env.REMOTE_TTS_KEY ?? null,
    model,
    voices: voices.map((voice) => {
      const [id = "", name = "", language = ""] = voice.split(":");
      return { id, name, language };
    }),
    concurrency: env.REMOTE_TTS_CONCURRENCY,
  };
}
