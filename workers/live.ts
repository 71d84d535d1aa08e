import { randomUUID } from "node:crypto";
import { readOwnConfig } from "#src/config.ts";
import { unsupportedLanguage } from "#src/domain/engines/pull-advice.ts";
import { turnModel } from "#src/domain/live/queries.ts";
import { deleteLiveWorker, deleteOldLiveWorkers, registerLiveWorker } from "#src/domain/live-workers/registration.ts";
import { recognitionModels } from "#src/models/catalogue.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { releaseVersion } from "#src/domain/release-version.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { endsWithin, openShutdown } from "#src/platform/shutdown.ts";
import { liveEngines, type LiveOffer, offerOf } from "#workers/live/live-engines.ts";
import { serveSessions, type SessionServer } from "#workers/live/serve-sessions.ts";
import { measureEngines, processObserver } from "#workers/runtime/engine-metrics.ts";
import { defaultIdleMs } from "#workers/runtime/hosted-models.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";
import { openRecognizer, type Recognizer } from "#workers/speech/recognizer.ts";
import { openTurnDetector, type TurnDetector } from "#workers/speech/live/turn-host.ts";
import { openVoiceActivity, type VoiceActivity } from "#workers/speech/live/voice-host.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";
import { whisperEngines } from "#workers/transcription/whisper-engines.ts";

const heartbeatMs = 2_000;
/** Sessions wait for the engines here, and recordings do not wait at all. */
const niceness = 1;
/** The time that sessions have to tell their last words when the drain is over. */
const endingMs = 5_000;

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

/** Serves sessions until a signal asks it to stop; then goes on with those that run for as long as it may. */
async function serve(resources: Resources, secret: string, requested: Promise<string>): Promise<void> {
  const { config, log, metrics, workspace } = resources;
  await using opened = new AsyncDisposableStack();
  const engines = await openEngines(resources, opened);
  const measures = metrics.openLive();
  const server = opened.use(
    await serveSessions({
      ...{ config, secret, log, workspace, engineFor: liveEngines(engines), now: () => performance.now() },
      observe: ({ kind, seconds }) => measures.observe(kind, seconds),
    }),
  );
  const { slots } = config.live;
  measures.watch(() => ({ sessions: server.sessions.size, slots, lagSeconds: lagOf(server) }));
  await using registration = await register(resources, server, () => offerOf(engines));
  log.info("ready");
  process.send?.("ready");
  log.info({ reason: await requested }, "stopping");
  server.drain();
  await registration.drain();
  if (await endsWithin(server.empty(), config.drainMs)) return;
  for (const session of server.sessions) session.end();
  await endsWithin(server.empty(), endingMs);
}

const lagOf = ({ sessions }: SessionServer): number =>
  [...sessions].reduce((most, session) => Math.max(most, session.lagSeconds()), 0);

/** The row by which the API finds this process. */
interface Registration extends AsyncDisposable {
  drain(): Promise<void>;
}

/** While the database does not answer it is only logged: sessions that run go on. */
async function register(
  { db, log, config }: Resources,
  server: SessionServer,
  offer: () => LiveOffer,
): Promise<Registration> {
  const id = randomUUID();
  let draining = false;
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "this live process cannot be registered"));
  const beat = async (): Promise<void> => {
    const state = { used: server.sessions.size, capacity: config.live.slots, draining, lagSeconds: lagOf(server) };
    const { address } = server;
    await attempt(registerLiveWorker(db, { id, address, version: releaseVersion, ...state, ...offer() }));
    await attempt(deleteOldLiveWorkers(db));
  };
  await beat();
  const beating = repeat(heartbeatMs, beat);
  return {
    drain: () => {
      draining = true;
      return beat();
    },
    [Symbol.asyncDispose]: async () => {
      await beating.stop();
      await attempt(deleteLiveWorker(db, id));
    },
  };
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
} else await serve(resources, secret, shutdown.requested);
