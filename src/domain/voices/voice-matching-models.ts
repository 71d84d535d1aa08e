import { findObstacle, hasModels, type Installation } from "#src/domain/models/missing-models.ts";
import { DomainError } from "#src/errors.ts";

/** The models that voice matching needs, one of each list. */
export const matchingModels = {
  kokoro: ["kokoro-82m", "kokoro-82m-int8"],
  encoder: ["ge2e-speaker-encoder"],
  dnsmos: ["dnsmos"],
  vad: ["silero-vad"],
} as const;

/** The error of an installation that cannot make custom voices. */
export const matchingNotInstalled = (obstacle: string): DomainError =>
  new DomainError("voice_matching_not_installed", `This service cannot make custom voices. ${obstacle}`);

/**
 * Refuses a new voice where every machine with a running worker lacks a model of voice matching. Without any worker the voice
 * waits for one.
 * @throws DomainError `voice_matching_not_installed` with the command that installs what is missing
 */
export async function requireVoiceMatching(installation: Installation): Promise<void> {
  const obstacle = await findObstacle(installation, matchingModels);
  if (obstacle !== null) throw matchingNotInstalled(obstacle);
}

/** True when the workers of some machine have all models of voice matching. */
export const canMatchVoices = (installation: Installation): Promise<boolean> => hasModels(installation, matchingModels);
