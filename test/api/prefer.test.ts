import test from "ava";
import { preferredWaitSeconds } from "#src/api/results/prefer.ts";

const cases: readonly (readonly [header: string | undefined, seconds: number])[] = [
  [undefined, 60],
  ["", 60],
  ["respond-async", 0],
  ["Respond-Async", 0],
  ["wait=10", 10],
  ["Wait = 10", 10],
  ['wait="10"', 10],
  ["wait=0", 0],
  ["wait=60", 60],
  ["wait=61", 60],
  ["wait=999999999", 60],
  ["wait=99999999999999999999", 60],
  ["wait=-1", 60],
  ["wait=1.5", 60],
  ["wait", 60],
  ["wait=", 60],
  ["await=1", 60],
  ["return=minimal, wait=5", 5],
  ["wait=5; foo=bar", 5],
  ["respond-async, wait=5", 0],
  ["wait=5, wait=9", 5],
  ["handling=lenient", 60],
];

for (const [header, seconds] of cases) {
  test(`Prefer: ${header ?? "(none)"} waits ${seconds} s of 60`, (t) =>
    t.is(preferredWaitSeconds(header, 60), seconds));
}
