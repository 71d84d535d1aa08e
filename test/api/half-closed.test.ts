import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import test from "ava";
import { refuseUnparsable } from "#src/api/http/refuse-unparsable.ts";

test("a caller that is refused and does not hang up is let go all the same", async (t) => {
  t.timeout(10_000);
  // As Node's HTTP server has it: the other half stays open until the caller hangs up.
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
  server.once("connection", resolve);
  const caller = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  t.teardown(() => {
    caller.destroy();
    server.close();
  });
  const socket = await accepted;
  const gone = once(socket, "close");
  refuseUnparsable({ error: new Error("no request"), socket, headers: {}, publicUrl: "" });
  t.regex(await text(caller), /^HTTP\/1\.1 400 [^]*"code":"malformed_request"/, "it is told why");
  await gone;
  t.false(caller.destroyed, "it has not hung up itself");
});
