import test from "ava";
import { help, readCommand } from "#bench/command.ts";
import { measureEverything, measurements } from "#bench/measurements.ts";
import { UsageError } from "#src/command-line.ts";

test("without a name everything is measured, on recordings that are made for it", (t) => {
  const command = readCommand(["--repetitions", "2"]);
  t.is(command?.measure, measureEverything);
  t.is(command?.folder, null);
  t.is(command?.repetitions, 2);
});

test("growth is measured at the numbers of requests that are given", (t) => {
  t.deepEqual(readCommand(["growth", "--rows", "1000,20000"])?.rows, [1_000, 20_000]);
  t.is(readCommand(["growth"])?.rows, undefined);
});

test("a measurement gets a folder only where it works on recordings", (t) => {
  t.is(readCommand(["asr", "folder"])?.folder, "folder");
  t.is(readCommand(["asr"])?.folder, null);
  t.is(readCommand(["languages", "folder"])?.folder, "folder");
  t.throws(() => readCommand(["languages"]), {
    instanceOf: UsageError,
    message: /needs a folder .* several languages/,
  });
  t.is(readCommand(["jobs"])?.folder, undefined);
  t.throws(() => readCommand(["jobs", "folder"]), { instanceOf: UsageError, message: /no folder/ });
});

test("a command that cannot be understood is a usage error that says why", (t) => {
  for (const [args, message] of [
    [["nothing"], /no measurement nothing/],
    [["asr", "one", "two"], /one folder/],
    [["asr", "--repetitions", "0"], /above 0/],
    [["soak", "--minutes", "1.5"], /whole numbers/],
    [["growth", "--rows", "100000,many"], /whole numbers/],
    [["--slow"], /--slow/],
  ] as const) {
    t.throws(() => readCommand(args), { instanceOf: UsageError, message });
  }
});

test("the help names every measurement", (t) => {
  t.is(readCommand(["--help"]), null);
  for (const { name } of measurements) t.regex(help, new RegExp(`^[* ] ${name} `, "m"));
});
