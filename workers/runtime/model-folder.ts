import { hostname } from "node:os";
import { deleteDeadFolders, folderIdOf, upsertFolder } from "#src/domain/models/folder-queries.ts";
import {
  endPull,
  type ModelPull,
  type PullProgress,
  returnPull,
  takePull,
  writePullProgress,
} from "#src/domain/models/pull-queries.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { describeDisk, describeModels } from "#src/models/describe-folder.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import { pullInProcess, type PullModel } from "./pull-process.ts";

interface Folder extends Pick<Resources, "db" | "config"> {
  readonly log: Readonly<Record<"info" | "warn", (facts: object, message: string) => void>>;
}

type Pull = Pick<ModelPull, "id" | "model">;

const lookMs = 1_000;

/**
 * Registers the folder of models of this process, renews that with every heartbeat, and installs the models that admins ask for,
 * one after the other. All workers of a machine do so; each pull is taken by one.
 */
export async function openModelFolder(
  { db, config, log }: Folder,
  pullModel: PullModel = pullInProcess,
): Promise<AsyncDisposable> {
  const { directory } = config.models;
  const host = hostname();
  const folderId = folderIdOf({ host, directory });
  const { heartbeatMs, leaseExpiresMs } = config.jobs;
  const stopping = new AbortController();
  const entries = await readCatalogue();
  const register = async (): Promise<void> => {
    const models = await describeModels(entries, config.models);
    await upsertFolder(db, { host, directory, ...(await describeDisk(directory)), models });
    await deleteDeadFolders(db);
  };
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "the folder of models cannot be registered"));
  const install = async (): Promise<void> => {
    const pull = await takePull(db, { folderId, leaseExpiresMs });
    if (pull === null) return;
    await runPull({ db, log, pull, directory, signal: stopping.signal }, pullModel);
    await register();
  };
  await attempt(register());
  const registering = repeat(heartbeatMs, () => attempt(register()));
  const pulling = repeat(Math.min(lookMs, heartbeatMs), () => attempt(install()));
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await Promise.all([registering.stop(), pulling.stop()]);
    },
  };
}

interface Running extends Pick<Folder, "db" | "log"> {
  readonly pull: Pull;
  readonly directory: string;
  /** Aborted when this process is to end. */
  readonly signal: AbortSignal;
}

async function runPull({ db, log, pull, directory, signal }: Running, pullModel: PullModel): Promise<void> {
  const cancelled = new AbortController();
  let progress: PullProgress = { step: null, done: null, total: null };
  const writing = repeat(lookMs, async () => {
    const isWanted = await writePullProgress(db, pull.id, progress).catch(() => true);
    if (!isWanted) cancelled.abort();
  });
  const facts = { pull_id: pull.id, model: pull.model };
  log.info(facts, "a model is being installed");
  try {
    await pullModel(pull.model, {
      directory,
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress: (next) => {
        progress = next;
      },
    });
    await writing.stop();
    await endPull(db, pull.id, null);
    log.info(facts, "a model was installed");
  } catch (error) {
    await writing.stop();
    if (signal.aborted) await returnPull(db, pull.id);
    else if (!cancelled.signal.aborted)
      await endPull(db, pull.id, error instanceof Error ? error.message : String(error));
    log.warn({ ...facts, error: String(error) }, "a model was not installed");
  }
}
