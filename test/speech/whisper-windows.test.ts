import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";

const folder = fileURLToPath(new URL("../../workers/speech/engines/whisper-server", import.meta.url));
const start = `import sys; sys.path.insert(0, ${JSON.stringify(folder)}); from windows import *`;

/** Runs lines of Python behind the import of the module; null, which is said in the log of the test, without Python. */
function python(t: ExecutionContext, ...lines: readonly string[]): string | null {
  const { error, stdout, stderr } = spawnSync("python3", ["-I", "-B", "-c", [start, ...lines].join("\n")], {
    encoding: "utf8",
  });
  if (error === undefined) {
    t.is(stderr, "");
    return stdout.trim();
  }
  t.log("Not run: python3 is missing.");
  t.pass();
  return null;
}

/** A window of 4 s with one segment: a text as the vocabulary writes it, its end in steps of 20 ms, and the mean score. */
const doubtful = (words: string, { end = 200, score = -0.2, cut = "False" } = {}): string =>
  `print(is_doubtful(Window([Segment("${words}".split("|"), [], 0, ${end})], 400, False, ${score}, ${cut}), 400))`;

test("what may be made up in a short context is read again, and nothing else", (t) => {
  const good = "Ġask|Ġwhat|Ġyou|Ġcan|Ġdo";
  const read = python(
    t,
    doubtful(good),
    doubtful("."),
    doubtful(good, { end: 231 }),
    doubtful(good, { score: -0.81 }),
    doubtful(good, { cut: "True" }),
    doubtful(`${good}|${good}`),
    doubtful("Ġno|Ġno|Ġno"),
    doubtful("Ġno|Ġno|Ġyes"),
    doubtful("abcdefghijklmnopqrstuv".split("").join("|Ġ")),
    doubtful("ab".repeat(60)),
  );
  if (read === null) return;
  const expected = [false, true, true, true, true, true, true, false, true, true];
  t.deepEqual(
    read.split("\n"),
    expected.map((is) => (is ? "True" : "False")),
  );
});

test("segments lie between the times that were written, and what is behind the last pair is read again", (t) => {
  const told = (...tokens: readonly string[]): string => {
    const list = JSON.stringify(tokens);
    return `s, n = split(${list}, list(range(${tokens.length})), 400); print([(x.text, x.start, x.end) for x in s], n)`;
  };
  const read = python(
    t,
    told("<|0.00|>", "Ġhow", "Ġold", "<|2.00|>"),
    told("<|0.00|>", "Ġhow", "<|1.00|>", "<|1.50|>", "Ġold", "<|3.00|>"),
    told("<|0.00|>", "Ġhow", "<|1.00|>", "<|1.00|>", "Ġold"),
    told("<|0.00|>", "<|0.00|>"),
    told("<|0.00|>", "Ġhow", "<|0.10|>", "<|0.10|>", "Ġold"),
  );
  if (read === null) return;
  t.deepEqual(read.split("\n"), [
    "[(' how old', 0, 100)] 400",
    "[(' how', 0, 50), (' old', 75, 150)] 400",
    "[(' how', 0, 50)] 100",
    "[('', 0, 0)] 400",
    "[(' how', 0, 5)] 100",
  ]);
});

test("each window begins a second behind the one before, and none behind the end of the sound", (t) => {
  const tokens = JSON.stringify(["<|0.00|>", "Ġhow", "<|0.10|>", "<|0.10|>", "Ġold"]);
  const read = python(t, ...[3000, 50].map((frames) => `print(split(${tokens}, [0] * 5, ${frames})[1])`));
  if (read !== null) t.deepEqual(read.split("\n"), ["100", "50"]);
});

test("tokens that are bytes of one letter are one with it", (t) => {
  const read = python(t, 'print(joined(["ĠÃ", "©", "t"], [0.0, 0.2, 0.4, 0.6], [0.5, 0.9, 0.8]))');
  if (read !== null) t.is(read, "[(' é', 0.0, 0.4, 0.5), ('t', 0.4, 0.6, 0.8)]");
});

test("bytes that are of no letter leave the tokens behind them their times", (t) => {
  const joined = (...tokens: readonly string[]): string => {
    const starts = JSON.stringify([...tokens, ""].map((_, index) => index));
    return `print([(x, a, b) for x, a, b, _ in joined(${JSON.stringify(tokens)}, ${starts}, [0.5] * ${tokens.length})])`;
  };
  const read = python(t, joined("Ġa", "©", "Ġt", "Ġu"), joined("Ã", "Ġt", "Ġu"), joined("Ġt", "Ã"));
  if (read === null) return;
  t.deepEqual(read.split("\n"), [
    "[(' a', 0, 1), ('\ufffd', 1, 2), (' t', 2, 3), (' u', 3, 4)]",
    "[('\ufffd t', 0, 2), (' u', 2, 3)]",
    "[(' t', 0, 1), ('\ufffd', 1, 2)]",
  ]);
});
