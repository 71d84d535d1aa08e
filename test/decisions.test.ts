import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";

const folder = join(import.meta.dirname, "../docs/decisions");
const pages = (await readdir(folder)).filter((name) => name !== "README.md").toSorted();
const list = await readFile(join(folder, "README.md"), "utf8");

test("decisions are numbered without gaps, and each is listed by its title", async (t) => {
  t.deepEqual(
    pages.map((name) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]),
    pages.map((_, index) => String(index + 1).padStart(4, "0")),
  );
  for (const name of pages) {
    const title = (await readFile(join(folder, name), "utf8")).split("\n", 1)[0] ?? "";
    t.true(list.includes(`- [${title.slice("# ".length)}](${name})\n`), name);
  }
});

test("each decision says its context, what was decided, and the consequence", async (t) => {
  for (const name of pages) {
    const headings = (await readFile(join(folder, name), "utf8")).match(/^##? .*$/gm) ?? [];
    t.deepEqual(headings.slice(1, 4), ["## Context", "## Decision", "## Consequence"], name);
  }
});
