import { readFile } from "node:fs/promises";
import test from "ava";
import { blockBelow } from "#faults/documented-commands.ts";

test("the commands below a heading are those of its own section", (t) => {
  const document = "## One\n\nText.\n\n```sh\nfirst\nsecond\n```\n\n```sh\nthird\n```\n\n## Two\n\nText.\n";
  t.is(blockBelow("## One", document), "first\nsecond\n");
  t.throws(() => blockBelow("## Two", document), { message: /no commands/ });
  t.throws(() => blockBelow("## Three", document), { message: /no commands/ });
});

test("the operator's document says how to make a backup and how to restore one", async (t) => {
  const document = await readFile("docs/backup.md", "utf8");
  t.regex(blockBelow("## Create a backup", document), /hold-removals .*\npg_dump .*\n.* sync .*\n.* --release\n/);
  t.regex(blockBelow("## Restore a backup", document), /pg_restore .*\n/);
});
