import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { pull, pullConfigured, verify } from "#src/models/commands.ts";
import { downloadArchive, redirectTarget } from "#src/models/download.ts";
import { ModelError } from "#src/models/model-error.ts";
import { contextOf, sha256Of, temporaryFolder, upstreamModel } from "#test/models/support.ts";

const run = promisify(execFile);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine that answers the n-th request by the n-th function; the last one answers all others. */
async function serve(t: ExecutionContext, ...answers: readonly Answer[]) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(ranges.push(request.headers.range), answers.length) - 1];
    answer?.(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close().closeAllConnections());
  const { port } = addressOf(server.address());
  return { url: `http://127.0.0.1:${port}/archive.tar.bz2`, ranges };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address;
}

const archive = Buffer.from(Array.from({ length: 300_000 }, (_byte, at) => at % 251));

/** Sends the whole archive, or what is left of it. */
const sends =
  (bytes = archive, tag = '"one"'): Answer =>
  ({ headers }, response) => {
    const from = headers["if-range"] === tag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0) : 0;
    if (from >= bytes.length) return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    const part = bytes.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { etag: tag, "content-length": part.length }).end(part);
  };

/** Announces the whole archive and breaks off after a third of it, when that has long been written to the disk. */
const breaksOff: Answer = (_request, response) => {
  response.writeHead(200, { etag: '"one"', "content-length": archive.length });
  response.write(archive.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 1_000));
};

const unknown = { size: null, sha256: null };

async function download(t: ExecutionContext, ...answers: readonly Answer[]) {
  const folder = await temporaryFolder(t);
  const { url, ranges } = await serve(t, ...answers);
  const fetching = contextOf(folder, []);
  return { ranges, get: () => downloadArchive({ url, ...unknown }, folder, fetching), folder };
}

test("a download that broke off is continued from where it was", async (t) => {
  const { get, ranges } = await download(t, breaksOff, sends());
  t.is(sha256Of(await readFile(await get())), sha256Of(archive));
  t.is(ranges.length, 2);
  t.regex(ranges[1] ?? "", /^bytes=[1-9]\d*-$/);
});

test("a download that an earlier run left is continued by the next one", async (t) => {
  const broken: Answer = (_request, response) => void response.destroy();
  const { get, ranges } = await download(t, breaksOff, broken, broken, sends());
  await t.throwsAsync(get(), {
    message: /could not be downloaded \(.+\)\. Check the network and run it again: what has arrived is kept\.$/,
  });
  t.is(sha256Of(await readFile(await get())), sha256Of(archive));
  t.regex(ranges[3] ?? "", /^bytes=[1-9]\d*-$/);
  t.is(sha256Of(await readFile(await get())), sha256Of(archive));
});

test("another archive at the same address is downloaded from its beginning", async (t) => {
  const newer = Buffer.alloc(200_000, "newer");
  const { get } = await download(t, breaksOff, sends(newer, '"two"'));
  t.is(sha256Of(await readFile(await get())), sha256Of(newer));
});

test("an address without an archive, and more bytes than expected, are refused at once", async (t) => {
  const missing: Answer = (_request, response) => void response.writeHead(404).end();
  const { get, ranges } = await download(t, missing);
  await t.throwsAsync(get(), { message: /answered 404\. The archive may have moved/ });
  t.is(ranges.length, 1);
  const folder = await temporaryFolder(t);
  const { url } = await serve(t, sends());
  const source = { url, size: 1000, sha256: null };
  await t.throwsAsync(downloadArchive(source, folder, contextOf(folder, [])), {
    message: /more than the 1000 bytes that are expected/,
  });
});

test("a model of unknown hash is installed, and its hash is known from then on", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "upstream"));
  await writeFile(join(folder, "upstream", "model.int8.onnx"), "graph");
  await writeFile(join(folder, "upstream", "README.md"), "more");
  const file = join(folder, "archive.tar.bz2");
  const packed = await run("tar", ["--create", "--bzip2", "--file", file, "--directory", folder, "upstream"]).catch(
    () => null,
  );
  if (packed === null) {
    t.log("Skipped: tar or bzip2 is missing.");
    t.pass();
    return;
  }
  const { url } = await serve(t, sends(await readFile(file)));
  const models = join(folder, "models");
  const context = contextOf(models, [upstreamModel(url)]);
  await pull(["upstream"], context);
  t.deepEqual((await readdir(join(models, "upstream"))).toSorted(), ["model.json", "model.onnx"]);
  t.deepEqual(await readdir(join(models, ".downloads")), []);
  t.deepEqual(await verify(["upstream"], context), ["upstream is unchanged since its installation."]);
  await writeFile(join(models, "upstream", "model.onnx"), "grapH");
  await t.throwsAsync(verify([], context), { message: /^model\.onnx of upstream is damaged: its SHA-256 is/ });
});

test("an archive that is none is refused", async (t) => {
  const folder = await temporaryFolder(t);
  const { url } = await serve(t, sends());
  await t.throwsAsync(pull(["upstream"], contextOf(folder, [upstreamModel(url)])), {
    message: /is not a complete archive|bzip2 is missing/,
  });
  t.false((await readdir(folder)).includes("upstream"));
});

test("a redirect leads from https to https only, and from this machine to https or this machine", (t) => {
  const allowed = [
    ["https://a.example/x", "https://b.example/y", "https://b.example/y"],
    ["https://a.example/x/y", "../z", "https://a.example/z"],
    ["http://127.0.0.1:1/x", "/y", "http://127.0.0.1:1/y"],
    ["http://localhost/x", "https://b.example/y", "https://b.example/y"],
  ] as const;
  for (const [from, location, target] of allowed) t.is(redirectTarget(from, location), target);
  const refused = [
    ["https://a.example/x", "http://a.example/x"],
    ["https://a.example/x", "http://127.0.0.1/x"],
    ["http://127.0.0.1/x", "http://b.example/x"],
    ["https://a.example/x", "file:///etc/passwd"],
    ["https://a.example/x", "data:text/plain,x"],
    ["https://a.example/x", "https://"],
  ] as const;
  for (const [from, location] of refused) t.throws(() => redirectTarget(from, location), { message: /is not secure/ });
});

test("a download follows redirects on this machine, none to plain http elsewhere, and not for ever", async (t) => {
  const to =
    (location: string): Answer =>
    (_request, response) =>
      void response.writeHead(302, { location }).end();
  const good = await download(t, to("/other"), sends());
  t.is(sha256Of(await readFile(await good.get())), sha256Of(archive));
  const bad = await download(t, to("http://models.example/archive.tar.bz2"));
  await t.throwsAsync(bad.get(), { instanceOf: ModelError, message: /redirects to http:.* is not secure/ });
  t.is(bad.ranges.length, 1, "it is not tried again");
  const endless = await download(t, to("/again"));
  await t.throwsAsync(endless.get(), { instanceOf: ModelError, message: /redirects more than 10 times/ });
});

test("a model without a SHA-256 is not downloaded unless that is accepted", async (t) => {
  const folder = await temporaryFolder(t);
  const { url, ranges } = await serve(t, sends());
  const context = { ...contextOf(folder, [upstreamModel(url)]), acceptUnverified: false };
  await t.throwsAsync(pull(["upstream"], context), {
    instanceOf: ModelError,
    message: /no SHA-256 for upstream, .* npm run models -- pull --accept-unverified upstream$/,
  });
  const configured = { ...context, config: { directory: folder, names: ["upstream"] } };
  t.deepEqual(await pullConfigured([], configured), []);
  t.regex(context.said.join(), /no SHA-256 for upstream/);
  t.is(ranges.length, 0);
});
