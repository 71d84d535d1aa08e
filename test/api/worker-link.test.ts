import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { WebSocketServer } from "ws";
import { openWorkerLink } from "#src/api/sockets/worker-link.ts";
import { finalOf } from "#harness/servers/live-worker.ts";

test("a worker that says more than is taken is not read until it is, and nothing of it is lost", async (t) => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  t.teardown(() => server.close());
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  const taken = Promise.withResolvers<void>();
  const ids: string[] = [];
  const opening = openWorkerLink(
    { address: `http://127.0.0.1:${port}`, secret: "" },
    {
      event: (event) => {
        if (event.type === "final") ids.push(event.id);
        return taken.promise;
      },
      drained: () => undefined,
      gone: () => undefined,
    },
  );
  const link = await opening;
  const [worker] = server.clients;
  if (worker === undefined) throw new Error("There is no connection.");
  const text = "word ".repeat(1_000);
  const count = 400;
  const bytes = JSON.stringify(finalOf(1, text, { start: 0, end: 1 })).length;
  for (let id = 1; id <= count; id += 1) worker.send(JSON.stringify(finalOf(id, text, { start: id, end: id + 1 })));
  while (ids.length * bytes <= 1024 * 1024) await sleep(10);
  await sleep(300);
  t.true(ids.length * bytes < 2 * 1024 * 1024, `${ids.length} finals of ${bytes} bytes`);
  taken.resolve();
  while (ids.length < count) await sleep(10);
  t.deepEqual(
    ids,
    Array.from({ length: count }, (_, index) => `${index + 1}`),
  );
  link.abort();
});
