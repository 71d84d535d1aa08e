import { readOwnConfig } from "#src/config.ts";
import { unsupportedLanguage } from "#src/domain/engines/pull-advice.ts";
import { turnModel } from "#src/domain/live/queries.ts";
import { recognitionModels } from "#src/models/catalogue.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { openShutdown } from "#src/platform/shutdown.ts";
import { liveEngines, offerOf } from "#workers/live/live-engines.ts";
import { serveLive } from "#workers/live/serve-live.ts";
import { measureEngines, processObserver } from "#workers/runtime/engine-metrics.ts";
import { defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { openRecognizer, type Recognizer } from "#workers/speech/recognizer.ts";
import { openTurnDetector, type TurnDetector } from "#workers/speech/live/turn-host.ts";
import { openVoiceActivity, type VoiceActivity } from "#workers/speech/live/voice-host.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";
import { whisperEngines } from "#workers/transcription/whisper-engines.ts";

/** Sessions wait for the engines here, and recordings do not wait at all. */
const niceness = 1;

interface Engines {
  readonly recognizer: Recognizer;
  readonly voice: VoiceActivity | null;
  readonly turns: TurnDetector | null;
  readonly readers: number;
}

/** Opens the engines that read utterances; their hosts load with the first session. */
async function openEngines(resources: Resources, opened: AsyncDisposableStack): Promise<Engines> {
  reportConfinement(resources.log);
  const { config } = resources;
  const { path: directory } = opened.use(await resources.workspace.folder("engine"));
  const { transcriptionDecoders: processes, engineIdleMs } = config.workers;
  const idleMs = engineIdleMs ?? defaultIdleMs;
  const log = (message: string): void => resources.log.warn(message);
  const observe = processObserver(resources);
  const options = { processes, directory, idleMs, startsOnUse: true, niceness, log, observe };
  const choices = [...(await sherpaEngines(config, options)), ...(await whisperEngines(config, options))];
  const models = await recognitionModels(config.models.names);
  const unsupported = (language: string): string => unsupportedLanguage(models, language);
  const recognizer = opened.adopt(openRecognizer(choices, { log, unsupported }), (part) => part.close());
  measureEngines(resources, recognizer);
  const vad = await findInstalledModel(config.models.directory, "silero-vad", log);
  const voice = vad === null ? null : openVoiceActivity({ vad: fileOf(vad, "silero_vad.onnx"), idleMs, log, observe });
  if (voice !== null) opened.adopt(voice, (part) => part.close());
  const smart = await findInstalledModel(config.models.directory, turnModel, log);
  const turns =
    smart === null ? null : openTurnDetector({ turn: fileOf(smart, "smart-turn.onnx"), idleMs, log, observe });
  if (turns !== null) opened.adopt(turns, (part) => part.close());
  return { recognizer, voice, turns, readers: processes };
}

const config = readOwnConfig("live");
using shutdown = openShutdown(config);
await using resources = await openResources(config, "live");
using _ = await serveMetrics(resources);
const { secret } = config.live;
if (secret === null) {
  resources.log.warn("LIVE_SECRET is not set, so there is no live transcription");
  process.send?.("ready");
  // Nothing else keeps the process.
  const staying = setInterval(() => undefined, 60_000);
  await shutdown.requested;
  clearInterval(staying);
} else {
  await using opened = new AsyncDisposableStack();
  const engines = await openEngines(resources, opened);
  const parts = { engineFor: liveEngines(engines), offer: () => offerOf(engines) };
  await serveLive(resources, { ...parts, secret, requested: shutdown.requested });
}
