import type { Db } from "#db/schema.ts";
import { registerVoices } from "./register-voices.ts";

interface RemoteVoice {
  /** As the server calls it. */
  readonly id: string;
  readonly name: string;
  /** Primary tag. */
  readonly language: string;
}

/** Lists the voices of a speech server. */
export const registerRemoteVoices = (db: Db, voices: readonly RemoteVoice[]): Promise<void> =>
  registerVoices(
    db,
    "remote-speech",
    voices.map(({ id: engineVoice, name, language }) => ({
      ...{ name, language, engineVoice, gender: null, accent: null, quality: "natural" },
      ...{ description: "By a speech server.", licence: "That of the server." },
    })),
  );
