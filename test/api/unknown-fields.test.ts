import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import test from "ava";
import Koa from "koa";
import { spoolForm } from "#src/api/uploads/spool-form.ts";

const folder = await mkdtemp(join(tmpdir(), "unknown-fields-"));
test.after.always(() => rm(folder, { recursive: true }));

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** Bytes of live objects. */
function liveBytes(): number {
  if (typeof collectGarbage !== "function") throw new Error("The garbage cannot be collected.");
  Reflect.apply(collectGarbage, undefined, []);
  return process.memoryUsage().heapUsed;
}

const rules = { fileField: "file", textFields: new Set(["model"]), maxFields: 400, folder, maxFileBytes: 1 };
const fieldCount = 300;
/** Characters of each. */
const textLength = 60_000;

test("of unknown fields only the beginnings stay in memory", async (t) => {
  const app = new Koa();
  app.use(async (ctx) => {
    const before = liveBytes();
    const form = await spoolForm(ctx, ctx.req, rules);
    const kept = liveBytes() - before;
    const texts = [...(form?.texts.values() ?? [])].flat();
    t.deepEqual(
      texts.map(({ text }) => text),
      Array.from({ length: fieldCount }, () => "x".repeat(64)),
    );
    t.true(kept < (fieldCount * textLength) / 10, `${kept} bytes`);
    ctx.status = 204;
  });
  const server = app.listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const form = new FormData();
  for (let index = 0; index < fieldCount; index += 1) form.append(`unknown_${index}`, "x".repeat(textLength));
  t.is((await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: form })).status, 204);
});
