import test from "ava";
import { judge, renderMarkdown } from "#bench/report.ts";
import { wavSeconds } from "#bench/fastkokoro.ts";

const figure = { measure: "pace", unit: "s", baseline: 1, service: 2 };

test("a figure is held against a range", (t) => {
  t.like(judge({ ...figure, target: { of: "service", from: 1, to: 3 } }), { target: "service 1 to 3", met: true });
  t.like(judge({ ...figure, target: { of: "service", from: 2.5, to: 3 } }), { met: false });
});

test("a report in Markdown says of every figure whether its target is met", (t) => {
  const text = renderMarkdown({
    title: "Speech",
    baseline: "the engine alone",
    figures: [{ ...figure, target: { of: "ratio", atMost: 1.1 } }],
    notes: ["One sentence."],
  });
  t.deepEqual(text.split("\n"), [
    "Speech. Baseline: the engine alone.",
    "",
    "| Measure | Unit | Baseline | Service | Ratio | Target |",
    "| --- | --- | ---: | ---: | ---: | --- |",
    "| pace | s | 1.00 | 2.00 | 2.00 | ratio ≤ 1.1 **missed** |",
    "",
    "- One sentence.",
  ]);
});

test("the length of a WAV file is that of its samples", (t) => {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(48_000, 28);
  header.write("data", 36);
  header.writeUInt32LE(24_000, 40);
  t.is(wavSeconds(Buffer.concat([header, Buffer.alloc(24_000)])), 0.5);
  t.throws(() => wavSeconds(Buffer.from("no sound at all")), { message: "This is no WAV file." });
});
