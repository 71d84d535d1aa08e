import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { listFolders } from "#src/domain/models/folder-queries.ts";
import { findPull } from "#src/domain/models/pull-queries.ts";
import { cancelPull } from "#src/domain/models/cancel-pull.ts";
import { requestPull } from "#src/domain/models/request-pull.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { fakePip, systemPath, temporaryFolder, withPath } from "#test/models/support.ts";
import { startService } from "#test/support/service.ts";
import { openModelFolder } from "#workers/runtime/model-folder.ts";
import type { PullModel } from "#workers/runtime/pull-process.ts";
import { until } from "#harness/until.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const ages = { leaseExpiresMs: 30_000 };
const adminId = crypto.randomUUID();

/** A folder of models with a worker of its own. @returns its id */
async function openFolder(t: ExecutionContext, { pull, directory }: { pull?: PullModel; directory?: string } = {}) {
  const folder = directory ?? (await temporaryFolder(t));
  const { config, log } = resources;
  const own = { ...config, models: { ...config.models, directory: folder } };
  const jobs = { ...config.jobs, heartbeatMs: 200 };
  const opened = await openModelFolder({ db, log, config: { ...own, jobs } }, pull);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await opened[Symbol.asyncDispose]();
    isOpen = false;
  };
  t.teardown(close);
  const found = (await listFolders(db, ages)).find((one) => one.directory === folder);
  if (found === undefined) throw new Error("The folder is not registered.");
  return { ...found, close };
}

const request = async (folderId: string, model = "silero-vad") =>
  (await requestPull({ db }, { id: crypto.randomUUID(), folderId, model, adminId, acceptUnverified: false }, ages)).id;
const stateOf = async (id: string) => (await findPull(db, id))?.status;
const patience = () => ({ withinMs: 60_000, signal: AbortSignal.timeout(70_000) });
const untilIs = (id: string, status: string) => until(async () => (await stateOf(id)) === status, patience());

/** Lasts until it is aborted. */
const endless: PullModel = async (_model, { onProgress, signal }) => {
  onProgress({ step: "half", done: 5, total: 10 });
  await sleep(600_000, undefined, { signal });
};

test.serial("a worker says which models its folder has and can have, and what is damaged", async (t) => {
  const directory = await temporaryFolder(t);
  await mkdir(join(directory, "silero-vad"));
  await writeFile(join(directory, "silero-vad", "model.json"), "{}");
  const { models, writable, freeBytes } = await openFolder(t, { directory });
  t.true(writable);
  t.true(freeBytes > 0);
  t.like(
    models.find(({ name }) => name === "silero-vad"),
    { state: "damaged", inCatalogue: true, configured: true },
  );
  t.like(
    models.find(({ name }) => name === "whisper-tiny.en"),
    { state: "available", configured: false, problem: null, languages: ["en"] },
  );
});

test.serial("a pull is taken, shows its progress, and ends", async (t) => {
  let finish = (): void => {};
  const pull: PullModel = (_model, { onProgress }) => {
    onProgress({ step: "silero", done: 1, total: 4 });
    return new Promise((resolve) => (finish = resolve));
  };
  const { id: folderId } = await openFolder(t, { pull });
  const id = await request(folderId);
  await until(async () => (await findPull(db, id))?.step === "silero", patience());
  t.like(await findPull(db, id), { status: "running", doneBytes: 1, totalBytes: 4 });
  finish();
  t.true(await untilIs(id, "completed"));
});

test.serial("a pull that is cancelled ends at its worker, and another one begins", async (t) => {
  const { id: folderId } = await openFolder(t, { pull: endless });
  const first = await request(folderId);
  const second = await request(folderId, "dnsmos");
  t.true(await untilIs(first, "running"));
  await cancelPull({ db }, first);
  t.true(await untilIs(second, "running"));
  t.is(await stateOf(first), "cancelled");
});

test.serial("a pull that its worker cannot finish is taken by the next one, three times at most", async (t) => {
  const directory = await temporaryFolder(t);
  const one = await openFolder(t, { directory, pull: endless });
  const id = await request(one.id);
  t.true(await untilIs(id, "running"));
  await one.close();
  t.is(await stateOf(id), "queued");
  // Its worker was killed.
  await sql`update model_pulls set status = 'running', attempts = 3, heartbeat_at = now() - interval '1 hour' where id = ${id}`.execute(
    db,
  );
  await openFolder(t, { directory, pull: endless });
  t.true(await untilIs(id, "failed"));
  t.regex((await findPull(db, id))?.error ?? "", /^The worker ended 3 times/);
});

test.serial("without pip the pull says what to install", async (t) => {
  const bin = await temporaryFolder(t);
  await withPath(bin, async () => {
    const { id: folderId, close } = await openFolder(t);
    const id = await request(folderId);
    t.true(await untilIs(id, "failed"));
    t.regex((await findPull(db, id))?.error ?? "", /^Python's pip is missing, .* apt-get install python3-pip$/);
    await close();
  });
});

test.serial("a download with another checksum is not installed, and the pull says so", async (t) => {
  const folder = await temporaryFolder(t);
  const { sources } = await entryOf("silero-vad");
  const file = sources.flatMap((source) => ("file" in source ? [source.file] : []))[0] ?? "";
  const bin = await fakePip(folder, { [file]: Buffer.from("not a wheel") });
  await withPath(`${bin}:${systemPath}`, async () => {
    const { id: folderId, close } = await openFolder(t);
    const id = await request(folderId);
    t.true(await untilIs(id, "failed"));
    const pull = await findPull(db, id);
    t.regex(pull?.error ?? "", /is not what the catalogue describes: .* It was not installed\.$/);
    await close();
  });
});

async function entryOf(model: string) {
  const entry = (await readCatalogue()).find(({ name }) => name === model);
  if (entry === undefined) throw new Error(`The catalogue has no ${model}.`);
  return entry;
}
