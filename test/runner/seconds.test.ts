import test from "ava";
import { shardOf } from "#harness/seconds.ts";

const seconds: ReadonlyMap<string, number> = new Map([
  ["a", 10],
  ["b", 200],
  ["c", 20],
  ["d", 90],
  ["e", 100],
  ["f", 30],
]);
const files = [...seconds.keys()];
const secondsOf = (file: string): number => seconds.get(file) ?? 0;
const shards = (total: number) =>
  Array.from({ length: total }, (_, index) => shardOf(files, { index, total }, secondsOf));

test("every file is in one shard, and the same one each time", (t) => {
  for (const total of [1, 2, 3, 7]) {
    t.deepEqual(shards(total).flat().toSorted(), files);
    t.deepEqual(shards(total), shards(total));
  }
});

test("shards take about as long, whatever the order of their files", (t) => {
  t.deepEqual(shards(2), [
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
  t.deepEqual(shards(3)[0], ["b"]);
});

test("files that take as long as each other are dealt in turn", (t) => {
  const one = shardOf(files, { index: 0, total: 2 }, () => 1);
  t.deepEqual(one, ["a", "c", "e"]);
});
