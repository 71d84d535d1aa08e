import { listEngines } from "#src/domain/engines/list-engines.ts";
import type { EngineManifest } from "#src/domain/engines/manifest.ts";
import { enginesFor } from "#src/domain/speech/transcription-language.ts";
import { DomainError } from "#src/errors.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { OtherWorkerError } from "./other-worker-error.ts";

type Asked = Pick<SpeechRequest, "language" | "requested_model">;

const preferences: readonly string[] = ["auto", "fast", "accurate"];

/** Whether one of these engines may read a recording, as far as its language and a model that is named go. */
const canTranscribe = (engines: readonly EngineManifest[], { language, requested_model: model }: Asked): boolean =>
  enginesFor(engines, language).some(({ name }) => preferences.includes(model) || name === model);

/**
 * Leaves a recording to the workers that can read it. When there is none, it goes on here, to fail with the reason.
 * @throws OtherWorkerError
 */
export async function leaveToCapableWorker(
  { db, config }: Pick<Resources, "db" | "config">,
  engines: readonly EngineManifest[],
  asked: Asked,
): Promise<void> {
  if (canTranscribe(engines, asked)) return;
  const registered = await listEngines({ db }, config.jobs);
  const others = registered.filter(
    ({ isExpected, state, manifest }) => isExpected && state !== "unavailable" && manifest.kind === "recognition",
  );
  const manifests = others.map(({ manifest }) => manifest);
  if (canTranscribe(manifests, asked)) throw new OtherWorkerError();
  // The API has accepted it, so an engine for it was there: that may be back with the next attempt.
  const known = registered.flatMap(({ manifest }) => (manifest.kind === "recognition" ? [manifest] : []));
  if (canTranscribe(known, asked)) throw new DomainError("engine_unavailable");
}
