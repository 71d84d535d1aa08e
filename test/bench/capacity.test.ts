import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { readCapacityCommand } from "#bench/capacity/command.ts";
import { type KindFigures, measuredFigures, predictRate } from "#bench/capacity/figures.ts";
import { type Assumptions, planFor } from "#bench/capacity/model.ts";
import { renderPlan } from "#bench/capacity/render.ts";
import { UsageError } from "#src/command-line.ts";

const root = join(import.meta.dirname, "../..");
const nothing = { api: 0, postgres: 0, redis: 0, objects: 0, clients: 0 } as const;
const kind: KindFigures = {
  ...{ engine: "none", perSecond: 10, unitsPerRequest: 5, processorPerUnit: 0.1, processorPerRequest: nothing },
  ...{ memoryMib: 512, storedPerUnit: 0, rowsPerRequest: 1_024 },
};
const gib = 1_024 ** 3;
const measured = {
  ...{ measuredAt: "2026-11-29T00:00:00.000Z", machine: "2 cores", stack: "a stack" },
  kinds: {
    transcription: {
      ...kind,
      processorPerRequest: { ...nothing, api: 0.02, postgres: 0.01, objects: 0.005 },
      ...{ storedPerUnit: 32_000, rowsPerRequest: 2_024 },
    },
    synthesis: { ...kind, perSecond: 100, processorPerUnit: 0.01 },
    live: { ...kind, perSecond: 4, processorPerUnit: 0.25 },
    calls: { ...kind, perSecond: 1_000, processorPerUnit: 0.001, unitsPerRequest: 1, rowsPerRequest: 0 },
    texts: { ...kind, unitsPerRequest: 1 },
  },
  redis: { idle: 0, perAccount: gib / 6_000 },
};
const assumptions: Assumptions = {
  ...{ audioSeconds: 60, textCharacters: 200, sessionSeconds: 300, peak: 2, busy: 0.5, readsPerRequest: 4 },
  ...{ kept: { audio: 10, texts: 5, requests: 2 }, databaseCores: 1 },
};
const load = { audioHours: 0, characters: 0, liveSessions: 0 };

test("processes add up until the cores of the machine are used", (t) => {
  const one = { ...kind, processorPerRequest: { ...nothing, postgres: 0.25, clients: 0.25 } };
  // A unit takes 0.1 s of the process and 0.1 s of the rest.
  t.is(predictRate(one, 1, 4), 10);
  t.is(predictRate(one, 2, 4), 20);
  t.is(predictRate(one, 3, 4), 20);
});

test("a plan has the processes, cores and storage of the busiest time", (t) => {
  // 7,200 hours a day are 300 seconds in a second, 600 at the busiest time, and ten requests.
  const plan = planFor({ ...load, audioHours: 7_200 }, measured, { assumptions });
  t.is(plan.requestsPerSecond, 10);
  const part = (wanted: string) => plan.parts.find(({ name }) => name === wanted);
  t.like(part("transcription"), { processes: 120, cores: 120, memoryGib: 60 });
  // 40 reads of a millisecond and ten uploads of 20.
  t.is(part("api")?.processes, 1);
  t.is(part("api")?.cores.toFixed(6), "0.480000");
  t.is(part("PostgreSQL")?.cores.toFixed(6), "0.200000");
  const [seconds, requests] = [7_200 * 3_600, 120 * 3_600];
  // A transcript has 1,000 bytes for five seconds beyond the row of a request.
  t.is(part("PostgreSQL")?.storedGib, (requests * 1_024 * 2 + seconds * 200 * 5) / gib);
  t.is(part("objects")?.storedGib, (seconds * 32_000 * 10) / gib);
  // Fifty calls a second for a minute.
  t.is(part("Redis")?.memoryGib, 0.5);
  t.is(part("synthesis"), undefined);
  t.is(plan.cells, 1);
  t.is(plan.costs, null);
});

test("a database that would be too large makes several installations", (t) => {
  const plan = planFor({ ...load, audioHours: 7_200 * 12 }, measured, { assumptions });
  t.is(plan.cells, 3);
});

test("live sessions are those of the busiest time", (t) => {
  const plan = planFor({ ...load, liveSessions: 8 }, measured, { assumptions });
  t.like(plan.parts[0], { name: "live", processes: 4, cores: 4 });
});

test("prices are for what is kept ready, so twice the work costs twice as much, and an hour the same", (t) => {
  const prices = { coreHour: 1, gibHour: 0, storedGibMonth: 0 };
  const costsOf = (characters: number) => planFor({ ...load, characters }, measured, { assumptions, prices }).costs;
  // A million characters take 10,000 s of a core that is used by half, twice because of the peak.
  const [cost] = costsOf(86_400_000) ?? [];
  t.is(cost?.unit, "a million characters");
  const reads = (4 * 0.001 * 1_000_000) / 200;
  t.is(cost?.money.toFixed(6), ((4 * (10_000 + reads)) / 3_600).toFixed(6));
  t.is(costsOf(172_800_000)?.[0]?.money.toFixed(9), cost?.money.toFixed(9));
});

test("a command says what is wrong with it", (t) => {
  t.is(readCapacityCommand([]).task, "help");
  t.is(readCapacityCommand(["--help"]).task, "help");
  t.deepEqual(readCapacityCommand(["--measure", "--services"]), { task: "measure", services: true });
  for (const [args, message] of [
    [["--peak", "2"], /Say a load above 0/],
    [["--audio-hours-per-day", "many"], /must be a number/],
    [["--audio-hours-per-day", "-1"], /must be a number|ambiguous/],
    [["--audio-hours-per-day", ""], /must be a number/],
    [["--audio-hours-per-day", "1", "--busy", "0"], /--busy must be a number from 1 to 100/],
    [["--audio-hours-per-day", "1", "--core-hour", "1"], /--gib-hour, --stored-gib-month/],
    [["--audio-hours-per-day", "1", "--measure"], /--measure/],
    [["--audio-hours-per-day", "1", "--services"], /--services/],
    [["--hours", "1"], /--hours/],
  ] as const) {
    t.throws(() => readCapacityCommand(args), { instanceOf: UsageError, message });
  }
});

test("the table of the documentation is what the command says", async (t) => {
  const text = await readFile(join(root, "bench/capacity/published.json"), "utf8");
  const published = measuredFigures.parse(JSON.parse(text));
  const documented = await readFile(join(root, "docs/scale.md"), "utf8");
  const rows = [...documented.matchAll(/^\| ([\d,]{1,12}) h \| (.{1,200}) \|$/gm)];
  t.true(rows.length >= 4);
  const command = readCapacityCommand(["--audio-hours-per-day", "1"]);
  if (command.task !== "plan") return t.fail();
  const usual = { ...command.plan.assumptions, kept: { audio: 30, texts: 90, requests: 365 } };
  for (const [, hours = "", cells] of rows) {
    const audioHours = Number(hours.replaceAll(",", ""));
    const plan = planFor({ ...load, audioHours }, published, { assumptions: usual });
    const part = (wanted: string) => plan.parts.find(({ name }) => name === wanted);
    const whole = (value = 0): string => Math.ceil(value).toLocaleString("en");
    const [worker, postgres, objects] = [part("transcription"), part("PostgreSQL"), part("objects")];
    const shown = [plan.requestsPerSecond, worker?.processes, worker?.cores, part("api")?.processes, postgres?.cores];
    const stored = [postgres?.storedGib, (objects?.storedGib ?? 0) / 1_024, plan.cells];
    t.is(cells, [...shown, ...stored].map((value) => whole(value ?? 0)).join(" | "), hours);
  }
  t.regex(
    renderPlan(planFor({ ...load, audioHours: 1 }, published, { assumptions: usual }), published, ""),
    /together/,
  );
});
