import { once } from "node:events";
import { createServer } from "node:http";
import Koa from "koa";
import { createBodyAdmission } from "#src/api/bodies/body-admission.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { offeredEngines } from "#src/domain/engines/offered-engines.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Answers what a reader has made of a body: its value, the rows against it, or the code of its error. */
export async function serveReader<Body>(
  resources: Resources,
  reader: BodyReader<Body>,
  present: (body: Body) => unknown,
): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const bodies = createBodyAdmission(resources);
  const engines = { current: () => Promise.resolve(offeredEngines([])) };
  const app = new Koa().use(async (ctx) => {
    await using scope = new AsyncDisposableStack();
    try {
      const read = await reader.read(ctx, { resources, engines, caller: null, address: "127.0.0.1", bodies, scope });
      ctx.body = read.ok ? await present(read.value) : read;
    } catch (error) {
      ctx.body = { code: error instanceof DomainError ? error.code : String(error) };
    }
  });
  // Koa would print errors of callers that hang up.
  app.silent = true;
  const server = createServer((req, res) => void app.callback()(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
