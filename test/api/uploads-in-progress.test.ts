import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { audioForm } from "#harness/clients/client.ts";
import { leftoversAfter } from "#harness/service/leftovers.ts";
import { openRawConnection, type RawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const demo = "/v1/demo/speech/transcriptions";
const regular = "/v1/speech/transcriptions";
const perAddress = 4;
const perAccount = 8;
const all = 24;

// No worker runs here: what is accepted ends as 202. Addresses differ as behind a proxy.
const service = await startService({
  env: {
    UPLOADS_PER_ADDRESS: "",
    UPLOADS_PER_ACCOUNT: "",
    UPLOADS_MAX: String(all),
    TRUSTED_PROXY_HOPS: "1",
    WAIT_MAX_SECONDS: "0",
  },
});
test.after.always(() => service[Symbol.asyncDispose]());

const sound = tone(1);
const formType = "Content-Type: multipart/form-data; boundary=b";
const partHead = '--b\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n';
const oneMegabyte = Buffer.alloc(1024 * 1024, "RIFF");

interface Stalled {
  readonly path: string;
  readonly headers: readonly string[];
  readonly bytes?: Buffer;
}

/** An upload of 9 MiB that stops after its first bytes. */
const stall = ({ path, headers, bytes = oneMegabyte }: Stalled): Promise<RawConnection> =>
  openRawConnection(
    service.baseUrl,
    requestHead(path, [formType, `Content-Length: ${9 * 1024 * 1024}`, ...headers]),
    partHead,
    bytes,
  );

const from = (address: string): string => `X-Forwarded-For: ${address}`;

/** They are ended with the test. */
async function stallMany(t: ExecutionContext, count: number, upload: Stalled): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => stall(upload)));
  t.teardown(async () => {
    for (const { socket } of connections) socket.destroy();
    await Promise.all(connections.map(({ closed }) => closed));
    await sleep(300);
  });
  await sleep(500);
}

async function spooledBytes(): Promise<number> {
  const root = join(service.resources.config.dataDir, "tmp");
  const names = await readdir(root, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(root, name)).then(
        (file) => (file.isFile() ? file.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function send(path: string, options: { readonly address?: string; readonly key?: string }) {
  const begun = performance.now();
  const headers = { prefer: "respond-async", "x-forwarded-for": options.address ?? "192.0.2.99" };
  const answer = await service.call("POST", path, { key: options.key, headers, form: audioForm(sound) });
  return { ...answer, ms: performance.now() - begun };
}

/** The time from the head of an upload to the first byte of its answer. */
async function msToRefusal(address: string): Promise<number> {
  const begun = performance.now();
  const { socket } = await stall({ path: demo, headers: [from(address)], bytes: Buffer.alloc(0) });
  await once(socket, "data");
  socket.destroy();
  return performance.now() - begun;
}

test.serial(
  "60 stalled uploads of one address: more are refused within 100 ms, another address is served",
  async (t) => {
    await stallMany(t, 60, { path: demo, headers: [from("192.0.2.1")] });
    const refused = await send(demo, { address: "192.0.2.1" });
    t.is(refused.status, 429);
    t.like(refused.json, { success: false, code: "concurrency_limited", max_uploads: perAddress, retry_after: 5 });
    t.is(refused.headers.get("retry-after"), "5");
    const times: number[] = [];
    for (let index = 0; index < 5; index += 1) times.push(await msToRefusal("192.0.2.1"));
    const spooled = ((await spooledBytes()) / 2 ** 20).toFixed(1);
    t.log(`${times.map((ms) => ms.toFixed(1)).join(", ")} ms, ${spooled} MiB on the disk`);
    t.true(Math.min(...times) < 100, `${times.join(", ")} ms`);
    t.true((await spooledBytes()) <= perAddress * 2 * 2 ** 20, `${await spooledBytes()} bytes`);
    const served = await send(demo, { address: "192.0.2.2" });
    t.not(served.status, 429);
  },
);

test.serial("stalled uploads do not keep JSON of the same address from being served", async (t) => {
  await stallMany(t, perAddress, { path: demo, headers: [from("192.0.2.3")] });
  const json = { name: "Ada", email: "ada@example.com" };
  const headers = { "x-forwarded-for": "192.0.2.3" };
  t.is((await service.call("POST", "/v1/contact-submissions", { json, headers })).status, 201);
});

test.serial("an account has a number of uploads of its own, wherever they come from", async (t) => {
  const [{ key }, other] = await Promise.all([service.account(), service.account()]);
  await stallMany(t, perAccount, { path: regular, headers: [`X-API-Key: ${key}`, from("192.0.2.4")] });
  const refused = await send(regular, { key, address: "192.0.2.5" });
  t.is(refused.status, 429);
  t.like(refused.json, { code: "concurrency_limited", max_uploads: perAccount });
  t.is((await send(regular, { key: other.key, address: "192.0.2.4" })).status, 202);
});

test.serial("callers without an account leave half of the upload slots to accounts", async (t) => {
  const { key } = await service.account();
  const addresses = Array.from({ length: all / 2 / perAddress }, (_, index) => `198.51.100.${index}`);
  for (const address of addresses) await stallMany(t, perAddress, { path: demo, headers: [from(address)] });
  const refused = await send(demo, { address: "203.0.113.1" });
  t.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "5"]);
  t.like(refused.json, { code: "unavailable", retry_after: 5 });
  t.is((await send(regular, { key })).status, 202);
});

test.serial("no more uploads than slots are received at the same time", async (t) => {
  const accounts = await Promise.all(Array.from({ length: all / perAccount }, () => service.account()));
  for (const { key } of accounts) await stallMany(t, perAccount, { path: regular, headers: [`X-API-Key: ${key}`] });
  const { key } = await service.account();
  const refused = await send(regular, { key });
  t.is(refused.status, 503);
  t.like(refused.json, { code: "unavailable" });
});

test.serial("a slot is free again when its upload has ended, however it ended", async (t) => {
  const { key } = await service.account();
  const headers = [`X-API-Key: ${key}`];
  for (let round = 0; round < 3; round += 1) {
    const connections = await Promise.all(Array.from({ length: perAccount }, () => stall({ path: regular, headers })));
    await sleep(200);
    for (const [index, { socket }] of connections.entries()) {
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    await Promise.all(connections.map(({ closed }) => closed));
    await sleep(200);
  }
  // The service learns of the last hang-up in its own time.
  const deadline = performance.now() + 30_000;
  while ((await send(regular, { key })).status === 429 && performance.now() < deadline) await sleep(100);
  const sent = await Promise.all(Array.from({ length: perAccount }, () => send(regular, { key })));
  t.deepEqual(new Set(sent.map(({ status }) => status)), new Set([202]));
  const tooShort = await service.call("POST", regular, { key, form: new FormData() });
  t.is(tooShort.status, 422);
  t.is((await send(regular, { key })).status, 202);
});

test.serial("a call without a valid credential takes no slot", async (t) => {
  await stallMany(t, 30, { path: regular, headers: ["X-API-Key: sk_wrong"] });
  t.is((await send(demo, {})).status === 429, false);
});

test.after("no file of any of them is left", async (t) => {
  t.deepEqual((await leftoversAfter(service)).temporaryFiles, []);
});

test("uploads are refused while the disk has too little free, and JSON is served", async (t) => {
  await using full = await startService({ env: { DISK_RESERVE_PERCENT: "99" } });
  const { key } = await full.account();
  const { status, json, headers } = await full.call("POST", regular, { key, form: audioForm(sound) });
  t.deepEqual([status, headers.get("retry-after")], [503, "60"]);
  t.like(json, { success: false, code: "storage_low", retry_after: 60 });
  const text = { json: { text: "a" }, headers: { prefer: "respond-async" } };
  t.is((await full.call("POST", "/v1/speech/synthesize", { key, ...text })).status, 202);
  t.deepEqual((await leftoversAfter(full, 0)).temporaryFiles, []);
});

test("the bytes of unfinished JSON bodies are bounded for each caller, for those without an account, and for all", async (t) => {
  await using small = await startService({
    env: { JSON_BYTES_PER_CALLER: "200000", JSON_BYTES_MAX: "500000", TRUSTED_PROXY_HOPS: "1" },
  });
  const json = { name: "Ada", email: "ada@example.com" };
  const contact = (address: string) =>
    small.call("POST", "/v1/contact-submissions", { json, headers: { "x-forwarded-for": address } });
  const speak = ({ key }: { readonly key: string }) =>
    small.call("POST", "/v1/speech/synthesize", { key, json: { text: "a" }, headers: { prefer: "respond-async" } });
  const stallJson = async (count: number, header: string): Promise<void> => {
    const path = header.startsWith("X-API-Key") ? "/v1/speech/synthesize" : "/v1/contact-submissions";
    const lines = ["Content-Type: application/json", "Content-Length: 49999", header];
    for (let made = 0; made < count; made += 1) {
      const { socket } = await openRawConnection(small.baseUrl, requestHead(path, lines));
      t.teardown(() => socket.destroy());
    }
    await sleep(300);
  };
  await stallJson(4, from("192.0.2.1"));
  const refused = await contact("192.0.2.1");
  t.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "5"]);
  t.like(refused.json, { code: "concurrency_limited" });
  t.is((await contact("192.0.2.2")).status, 201);
  await stallJson(1, from("192.0.2.3"));
  t.is((await contact("192.0.2.2")).status, 503, "half of all bytes are those of accounts");
  const [one, two] = [await small.account(), await small.account()];
  t.is((await speak(one)).status, 202);
  await stallJson(4, `X-API-Key: ${one.key}`);
  t.is((await speak(two)).status, 202);
  await stallJson(1, `X-API-Key: ${two.key}`);
  t.is((await speak(two)).status, 503);
});
