import test from "ava";
import { commandFor, helpFor, readCommand } from "#faults/command.ts";
import { UsageError } from "#src/command-line.ts";
import { scenario } from "#faults/scenario.ts";

const counts = { submitted: 0, completed: 0, failed: 0, charged: 0, duplicates: 0, lost: 0 };
const outcome = { counts: { ...counts, slowestRecoverySeconds: null }, checks: [], notes: [] };
const sized = (name: string, sizes: number[] = []) =>
  scenario<number>({
    name,
    promise: `${name} is kept`,
    full: 100,
    quick: 1,
    run: (size) => Promise.resolve(outcome).finally(() => sizes.push(size)),
  });
const scenarios = ["first", "second", "third"].map((name) => sized(name));
const namesOf = (...args: string[]) => readCommand(args, scenarios)?.scenarios.map(({ name }) => name);

test("without options all scenarios are run in full on real services", (t) => {
  const usual = { scenarios, services: true, cluster: false, pooler: false, quick: false, jsonPath: null };
  t.deepEqual(readCommand([], scenarios), usual);
  t.deepEqual(readCommand(["--services"], scenarios), usual);
  t.deepEqual(readCommand(["--cluster", "--pooler"], scenarios), { ...usual, cluster: true, pooler: true });
});

test("the scenarios named are run, in the order of the table", (t) => {
  t.deepEqual(namesOf("--only", "third, first"), ["first", "third"]);
  const asked = readCommand(["--only=second", "--quick", "--embedded", "--json", "out.json"], scenarios);
  const stack = { services: false, cluster: false, pooler: false };
  t.deepEqual(asked, { scenarios: scenarios.slice(1, 2), ...stack, quick: true, jsonPath: "out.json" });
});

test("those to be skipped are not run, whether or not others are named", (t) => {
  t.deepEqual(namesOf("--skip", "second"), ["first", "third"]);
  t.deepEqual(namesOf("--skip=second, first"), ["third"]);
  t.deepEqual(namesOf("--only=first,second", "--skip=first"), ["second"]);
  t.deepEqual(namesOf("--skip=first", "--shard=1/2"), ["second"]);
});

test("shards are disjoint, and together they are all scenarios", (t) => {
  t.deepEqual(namesOf("--shard", "1/2"), ["first", "third"]);
  t.deepEqual(namesOf("--shard", "2/2"), ["second"]);
  t.deepEqual(namesOf("--shard=2/2", "--only=second,third"), ["third"]);
  t.deepEqual(namesOf("--shard", "1/1"), ["first", "second", "third"]);
});

test("a command that cannot be understood is a usage error that says why", (t) => {
  for (const [args, message] of [
    [["--only", "first,fourth"], /no scenario fourth/],
    [["--only", ""], /no scenario/],
    [["--skip", "first,fourth"], /no scenario fourth/],
    [["--services", "--embedded"], /exclude each other/],
    [["--cluster", "--embedded"], /exclude each other/],
    [["--slow"], /--slow/],
    [["first"], /first/],
    [["--json"], /--json/],
    [["--shard", "0/2"], /as 1\/2/],
    [["--shard", "3/2"], /as 1\/2/],
    [["--shard", "half"], /as 1\/2/],
  ] as const) {
    t.throws(() => readCommand(args, scenarios), { instanceOf: UsageError, message });
  }
});

test("the help names every scenario and its promise", (t) => {
  t.is(readCommand(["--help", "--quick"], scenarios), null);
  const help = helpFor(scenarios);
  for (const { name, promise } of scenarios) t.regex(help, new RegExp(`${name} +${promise}`));
});

test("a scenario is run in the requested size", async (t) => {
  const sizes: number[] = [];
  const setting = { services: false, logPath: "", signal: AbortSignal.timeout(60_000) };
  await sized("one", sizes).run({ ...setting, quick: true });
  await sized("one", sizes).run({ ...setting, quick: false });
  t.deepEqual(sizes, [1, 100]);
});

test("the command that repeats a scenario runs it alone, in the same size on the same services", (t) => {
  t.is(commandFor("oversold", { quick: false, services: true }), "npm run faults -- --only oversold");
  t.is(
    commandFor("oversold", { quick: false, services: true, cluster: true, pooler: true }),
    "npm run faults -- --only oversold --cluster --pooler",
  );
  t.is(
    commandFor("oversold", { quick: true, services: false }),
    "npm run faults -- --only oversold --quick --embedded",
  );
});
