import { randomUUID } from "node:crypto";
import {
  createLostSlots,
  deleteLiveWorker,
  deleteOldLiveWorkers,
  registerLiveWorker,
} from "#src/domain/live-workers/registration.ts";
import { releaseVersion } from "#src/domain/release-version.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import { endsWithin } from "#src/platform/shutdown.ts";
import type { LiveOffer } from "./live-engines.ts";
import type { SessionParts } from "./run-session.ts";
import { serveSessions, type SessionServer } from "./serve-sessions.ts";

const heartbeatMs = 2_000;
/** The time that sessions have to tell their last words when the drain is over. */
const endingMs = 5_000;

export interface LiveService extends Pick<SessionParts, "engineFor"> {
  /** The languages and models at this moment. */
  readonly offer: () => LiveOffer;
  /** The API presents it as a bearer token. */
  readonly secret: string;
  /** Resolves with the reason when it is to stop. */
  readonly requested: Promise<string>;
}

/** Serves sessions until a signal asks it to stop; then goes on with those that run for as long as it may. */
export async function serveLive(resources: Resources, service: LiveService): Promise<void> {
  const { secret, requested, offer, engineFor } = service;
  const { config, log, metrics, workspace } = resources;
  await using opened = new AsyncDisposableStack();
  const measures = metrics.openLive();
  const server = opened.use(
    await serveSessions({
      ...{ config, secret, log, workspace, engineFor, now: () => performance.now() },
      observe: ({ kind, seconds }) => measures.observe(kind, seconds),
    }),
  );
  const { slots } = config.live;
  measures.watch(() => ({ sessions: server.sessions.size, slots, lagSeconds: lagOf(server) }));
  await using registration = await register(resources, server, offer);
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
  const lost = createLostSlots();
  let draining = false;
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "this live process cannot be registered"));
  const beat = async (): Promise<void> => {
    const used = server.sessions.size;
    const state = { used, lost: lost.count(), capacity: config.live.slots, draining, lagSeconds: lagOf(server) };
    const worker = { id, address: server.address, version: releaseVersion, ...state, ...offer() };
    await attempt(registerLiveWorker(db, worker).then((counted) => lost.note(counted, used)));
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
