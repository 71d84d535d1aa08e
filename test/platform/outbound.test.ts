import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import test from "ava";
import { type NameQuestion, openNameServer } from "#harness/outbound/name-server.ts";
import { openForbiddenListener, openHost } from "#harness/outbound/recording-server.ts";
import { hostileAddresses } from "#harness/outbound/hostile-addresses.ts";
import { isAllowedAddress } from "#src/platform/connections/network-rules.ts";
import { openOutbound } from "#src/platform/connections/outbound.ts";
import { OutboundError, type OutboundRules, parseOutboundUrl } from "#src/platform/connections/outbound-url.ts";

const openNetwork = `${openHost}/32`;

const rulesOf = (given: Partial<OutboundRules>): OutboundRules => ({
  ...{ http: false, ports: null, allowedNetworks: [], deniedNetworks: [], nameServers: [] },
  ...given,
});

async function openHttp(answer: RequestListener) {
  const server = createServer(answer).listen(0, openHost);
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    port,
    url: new URL(`http://${openHost}:${port}/`),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const openGuard = (given: Partial<OutboundRules> = {}) =>
  openOutbound(rulesOf({ http: true, allowedNetworks: [openNetwork], ...given }));

/** The end of a request: its status, or why there is none. */
const endOf = (ended: Promise<{ readonly status: number }>) =>
  ended.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutboundError ? error.fault : String(error)),
  );

const loopbackFor = ({ family }: NameQuestion): readonly string[] => [family === 4 ? "127.0.0.1" : "::1"];

test("no hostile address is connected to", async (t) => {
  await using listener = await openForbiddenListener();
  await using names = await openNameServer(loopbackFor);
  await using outbound = openOutbound(rulesOf({ ports: [443, listener.port], nameServers: [names.address] }));
  const addresses = hostileAddresses(listener.port);
  t.true(addresses.length >= 40);
  for (const [title, address] of addresses) {
    const asked = async () => outbound.request(outbound.parse(address));
    t.is(await endOf(asked()), "refused", title);
  }
  t.is(listener.connections(), 0);
  await fetch(`http://127.0.0.1:${listener.port}/`).catch(() => undefined);
  t.is(listener.connections(), 1, "the listener counts");
});

test("an address that is only connected to is checked like one that was parsed before", async (t) => {
  await using listener = await openForbiddenListener();
  await using outbound = openOutbound(rulesOf({ http: true }));
  t.is(await endOf(outbound.request(new URL(`http://127.0.0.1:${listener.port}/`))), "refused");
  t.is(listener.connections(), 0);
});

test("a name that leads to another address at each question is connected to where it is allowed only", async (t) => {
  await using server = await openHttp((_, response) => response.setHeader("Connection", "close").end());
  await using listener = await openForbiddenListener();
  await using names = await openNameServer(({ family, earlier }) =>
    family === 6 ? [] : [earlier % 2 === 0 ? openHost : "127.0.0.1"],
  );
  await using outbound = openGuard({ nameServers: [names.address] });
  const ask = async (port: number) => {
    const response = await outbound.request(outbound.parse(`http://rebinding.example:${port}/`));
    await response.head(1);
    return response;
  };
  t.is(await endOf(ask(server.port)), 200);
  t.is(await endOf(ask(listener.port)), "refused");
  t.is(await endOf(ask(server.port)), 200);
  t.is(await endOf(ask(listener.port)), "refused");
  t.is(names.asked("rebinding.example"), 8, "each connection asks once, for both families");
  t.is(listener.connections(), 0);
});

test("a name with one address that is not allowed is refused", async (t) => {
  await using listener = await openForbiddenListener();
  const addresses: Readonly<Record<string, readonly string[]>> = {
    "two.example": [openHost, "127.0.0.1"],
    "six.example": ["::1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "translated.example": ["64:ff9b::a00:1"],
    "metadata.example": ["169.254.169.254"],
  };
  await using names = await openNameServer(({ name, family }) =>
    (addresses[name] ?? []).filter((address) => address.includes(":") === (family === 6)),
  );
  await using outbound = openGuard({ nameServers: [names.address] });
  for (const name of Object.keys(addresses)) {
    t.is(await endOf(outbound.request(new URL(`http://${name}:${listener.port}/`))), "refused", name);
  }
  t.is(await endOf(outbound.request(new URL("http://unknown.example/"))), "unreachable");
  t.is(listener.connections(), 0);
});

test("the names of this machine are refused before anything is asked, unless its network is allowed", (t) => {
  for (const name of ["localhost", "LOCALHOST", "localhost.", "api.localhost"]) {
    const url = `https://${name}/`;
    t.throws(() => parseOutboundUrl(url, rulesOf({})), { message: /network that is not allowed/ }, name);
    t.notThrows(() => parseOutboundUrl(url, rulesOf({ allowedNetworks: ["127.0.0.0/8"] })), name);
  }
  t.notThrows(() => parseOutboundUrl("https://localhost.example.com/", rulesOf({})));
});

test("networks of the operator are allowed, and denied ones are not, however they are written", (t) => {
  const rules = { allowedNetworks: ["10.1.0.0/16", "fd00:1::/32"], deniedNetworks: ["10.1.9.0/24", "8.8.8.0/24"] };
  const allowed = ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "fd00:1::5", "1.1.1.1", "2606:4700::1111"];
  const denied = [
    "10.1.9.3",
    "::ffff:10.1.9.3",
    "10.2.0.1",
    "fd00:2::5",
    "8.8.8.8",
    "64:ff9b::8.8.8.8",
    "168.63.129.16",
  ];
  for (const address of allowed) t.true(isAllowedAddress(address, rules), address);
  for (const address of denied) t.false(isAllowedAddress(address, rules), address);
});

test("a redirect is the answer unless redirects are followed, and each is checked", async (t) => {
  await using listener = await openForbiddenListener();
  const targets: Readonly<Record<string, string>> = {
    "/inside": `http://127.0.0.1:${listener.port}/`,
    "/named": "http://user:password@example.com/",
    "/file": "file:///etc/passwd",
    "/nowhere": "http://",
    "/4": "/3",
    "/3": "/2",
    "/2": "/1",
    "/1": "/audio?a=%2F",
  };
  await using server = await openHttp(({ url = "" }, response) => {
    const target = targets[url];
    response.writeHead(target === undefined ? 200 : 302, target === undefined ? {} : { location: target }).end(url);
  });
  await using outbound = openGuard();
  const ask = (path: string, redirects?: number) =>
    outbound.request(new URL(path, server.url), redirects === undefined ? {} : { redirects });
  t.is(await endOf(ask("/inside")), 302);
  t.is(await endOf(ask("/inside", 3)), "refused");
  t.is(await endOf(ask("/named", 3)), "refused");
  t.is(await endOf(ask("/file", 3)), "refused");
  t.is(await endOf(ask("/nowhere", 3)), "redirects");
  t.is(await endOf(ask("/4", 3)), "redirects");
  const response = await ask("/3", 3);
  t.is(String(await response.head(100)), "/audio?a=%2F");
  t.is(response.url.pathname, "/audio");
  t.is(listener.connections(), 0);
});

test("an answer is read within its limit, whatever its length says", async (t) => {
  const mebibyte = Buffer.alloc(1024 * 1024);
  await using server = await openHttp(({ url }, response) => {
    if (url === "/lies") response.writeHead(200, { "content-length": 100 }).write("less");
    if (url === "/lies") setImmediate(() => response.destroy());
    if (url !== "/endless") return;
    const more = (): void => void (response.destroyed || response.write(mebibyte, more));
    more();
  });
  await using outbound = openGuard();
  const read = async (path: string, maxBytes: number): Promise<{ readonly status: number }> => {
    const response = await outbound.request(new URL(path, server.url));
    let bytes = 0;
    for await (const chunk of response.chunks(maxBytes)) bytes += chunk.length;
    return { status: bytes };
  };
  t.is(await endOf(read("/endless", 5_000_000)), "too_large");
  t.is(await endOf(read("/lies", 5_000_000)), "unreachable");
  const response = await outbound.request(new URL("/endless", server.url));
  t.is((await response.head(65_536)).length, 65_536);
});

test("a signal ends a call that has begun to be answered", async (t) => {
  await using server = await openHttp((_, response) => {
    response.write("a");
    const drip = setInterval(() => response.write("a"), 20);
    response.once("close", () => clearInterval(drip));
  });
  await using outbound = openGuard();
  const ended = new AbortController();
  const response = await outbound.request(server.url, { signal: ended.signal });
  const reading = async () => {
    let chunks = 0;
    for await (const chunk of response.chunks(1_000)) {
      chunks += chunk.length;
      if (chunks === 3) ended.abort(new Error("too slow"));
    }
  };
  await t.throwsAsync(reading(), { message: "too slow" });
  await t.throwsAsync(outbound.request(server.url, { signal: ended.signal }), { message: "too slow" });
});

test("a port is used only where it is allowed, and http only where it is", async (t) => {
  await using outbound = openOutbound(rulesOf({ ports: [443, 8443] }));
  t.is(outbound.parse("https://example.com:8443/a?x=%2B+%20'&b").href, "https://example.com:8443/a?x=%2B+%20%27&b");
  t.throws(() => outbound.parse("https://example.com:444/"), { message: /Use 443, 8443/ });
  t.throws(() => outbound.parse("http://example.com/"), { message: /begin with https/ });
  await using both = openOutbound(rulesOf({ http: true, ports: [80, 443] }));
  t.is(both.parse("http://example.com").href, "http://example.com/");
});
