import { once } from "node:events";
import { createServer } from "node:http";
import test from "ava";
import Koa from "koa";
import { noteUnsendable, whenSent } from "#src/api/http/observe-request.ts";
import { discardStream } from "#src/api/http/send-stream.ts";

for (const isUnsendable of [false, true]) {
  test(`an answer ${isUnsendable ? "whose place an error takes does not count" : "counts"} as sent`, async (t) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const app = new Koa().use((ctx) => {
      void whenSent(ctx).then(resolve);
      if (isUnsendable) noteUnsendable(ctx);
      ctx.body = "x";
    });
    const server = createServer((req, res) => void app.callback()(req, res)).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.teardown(() => void server.close());
    const address = server.address();
    await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    t.is(await promise, !isUnsendable);
  });
}

test("a stream that is not sent ends what it reads, begun or not", async (t) => {
  for (const isBegun of [false, true]) {
    let isEnded = false;
    const source = (async function* read() {
      try {
        yield* ["a", "b", "c"];
      } finally {
        isEnded = true;
      }
    })();
    await source.next();
    const parts = (async function* pass() {
      for await (const part of source) yield part;
    })();
    if (isBegun) await parts.next();
    await discardStream(parts);
    t.true(isEnded, String(isBegun));
  }
});

test("a stream that fails when it is not sent fails nothing else", async (t) => {
  const parts = (async function* fail() {
    yield* [];
    throw new Error("Broken.");
  })();
  await t.notThrowsAsync(discardStream(parts));
});
