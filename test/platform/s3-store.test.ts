import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";
import { openS3Store } from "#src/platform/object-store/s3.ts";

/** A store behind which a fake server answers. */
async function openStore(t: ExecutionContext, answer: RequestListener, refused = ""): Promise<ObjectStore> {
  const server = createServer((request, response) => {
    const { method = "" } = request;
    if (method === refused) response.writeHead(403).end();
    else if (method === "HEAD") response.end();
    else if (method === "PUT" || method === "DELETE") response.writeHead(404).end();
    else answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const keys = { accessKey: "access", secretKey: "secret" };
  return openS3Store({ endpoint: `http://127.0.0.1:${port}`, bucket: "speech", region: "us-east-1", keys });
}

const refusal = (body: string): string =>
  `<?xml version="1.0"?><DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${body}</DeleteResult>`;

test("an object that the server does not remove is reported by its key", async (t) => {
  const error = "<Error><Key>results/2</Key><Code>AccessDenied</Code><Message>It is locked.</Message></Error>";
  const store = await openStore(t, (_, response) => response.end(refusal(error)));
  t.deepEqual(await store.remove(["results/1", "results/2"]), ["results/2"]);
});

test("an error without a key fails the whole removal", async (t) => {
  const store = await openStore(t, (_, response) => response.end(refusal("<Error><Code>InternalError</Code></Error>")));
  await t.throwsAsync(store.remove(["results/1"]), { message: /Key/ });
});

test("credentials without a right are refused at the start, with the right that they need", async (t) => {
  const rights = { HEAD: "s3:ListBucket", PUT: "s3:GetObject and s3:PutObject", DELETE: "s3:DeleteObject" };
  for (const [method, right] of Object.entries(rights)) {
    const opening = openStore(t, (_, response) => response.end(), method);
    await t.throwsAsync(opening, { message: new RegExp(`bucket speech. Grant it ${right};`) });
  }
});

test("an object that stops coming is not waited for", async (t) => {
  t.timeout(40_000);
  const store = await openStore(t, (_, response) => {
    response.writeHead(200, { "content-length": 1_000 });
    response.write("the beginning");
  });
  const directory = await mkdtemp(join(tmpdir(), "speech-s3-store-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  await t.throwsAsync(store.fetchTo("sources/1", join(directory, "object")), { message: /does not answer/ });
});
