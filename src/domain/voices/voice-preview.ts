import { createHash } from "node:crypto";
import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import { previewText } from "./preview-texts.ts";
import type { Voice } from "./queries.ts";

/** To be raised when the same engine comes to speak otherwise; previews from before stay behind, some kilobytes each. */
const revision = 1;

/** The text of a built-in voice's preview, and the key of its object. */
export interface VoicePreview {
  readonly text: string;
  readonly key: string;
}

/** Derives the preview of a voice: a new engine, model, name or text makes a new one. */
export function previewOf(
  { id, engine, engine_voice: engineVoice, language }: Voice,
  engines: readonly Pick<RegisteredManifest, "name" | "modelDigest">[],
): VoicePreview {
  const text = previewText(language);
  const modelDigest = engines.find(({ name }) => name === engine)?.modelDigest ?? null;
  const content = JSON.stringify([revision, engine, modelDigest, engineVoice, language, text]);
  return { text, key: `previews/${id}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}` };
}
