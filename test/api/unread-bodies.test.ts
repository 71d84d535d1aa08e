import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { multipartBody, openRawConnection } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const credential = `X-API-Key: ${key}`;
const formType = "Content-Type: multipart/form-data; boundary=b";
const jsonType = "Content-Type: application/json";
const textType = "Content-Type: text/plain";
const piece = Buffer.alloc(256 * 1024);
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
/** The kernel takes some of what is sent, whether it is read or not. */
const inBuffers = 16 * 2 ** 20;

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

/** Sends as fast as it is taken, until the connection is closed. @returns how many bytes were sent */
async function pour(socket: Socket, bytes: Buffer): Promise<number> {
  let sent = 0;
  const closed = once(socket, "close").catch(() => undefined);
  while (!socket.destroyed && sent < 4 * 2 ** 30) {
    sent += bytes.length;
    if (!socket.write(bytes)) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  return sent;
}

const huge = "Content-Length: 5000000000";
const chunked = "Transfer-Encoding: chunked";
const cases: readonly (readonly [title: string, head: string, status: number, bytes?: Buffer])[] = [
  ["no credential", head("POST /v1/speech/transcriptions", formType, huge), 401],
  ["no credential, in chunks", head("POST /v1/speech/transcriptions", formType, chunked), 401, chunk],
  ["an unknown path", head("POST /v1/nothing", credential, huge), 404],
  ["an unknown path, in chunks", head("POST /v1/nothing", credential, chunked), 404, chunk],
  ["another method", head("PATCH /healthz", huge), 405],
  ["no role", head("POST /v1/admin/accounts/x/credits", credential, jsonType, huge), 403],
  ["an announced size", head("POST /v1/speech/synthesize", credential, jsonType, huge), 413],
  [
    "an announced size of 4 GiB and a byte",
    head("POST /v1/speech/synthesize", credential, jsonType, "Content-Length: 4294967297"),
    413,
  ],
  ["its size", head("POST /v1/speech/synthesize", credential, jsonType, chunked), 413, chunk],
  ["the size of a form", head("POST /v1/speech/transcriptions", credential, formType, huge), 413],
  ["another type of body", head("POST /v1/speech/transcriptions", credential, textType, chunked), 422, chunk],
  ["nothing, on a route without a body", head("GET /healthz", huge), 200],
  ["nothing, on a route without a body, in chunks", head("GET /v1/api-keys", credential, chunked), 200, chunk],
  ["an unknown object", head("DELETE /v1/api-keys/x", credential, huge), 404],
];

for (const [title, start, status, bytes = piece] of cases) {
  test.serial(`a body that goes on after an answer for ${title} is not read for long`, async (t) => {
    t.timeout(60_000);
    const begun = performance.now();
    const { socket, closed } = await openRawConnection(service.baseUrl, start);
    const sent = await pour(socket, bytes);
    const answer = await closed;
    const seconds = (performance.now() - begun) / 1000;
    t.log(`${(sent / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s`);
    t.regex(answer, new RegExp(`^HTTP/1.1 ${status} `));
    t.regex(answer, /\r\nConnection: close\r\n/i);
    t.regex(answer, /\}$/, "the whole answer can be read");
    t.true(sent < inBuffers, `${sent} bytes`);
    t.true(seconds < 10, `${seconds} s`);
  });
}

/** Sends two requests after each other on one connection. @returns the statuses of both answers */
async function twice(first: string, body: string | Buffer): Promise<readonly string[]> {
  const { socket, closed } = await openRawConnection(service.baseUrl, first);
  await once(socket, "data");
  socket.write(body);
  await sleep(200);
  socket.write(head("GET /healthz", "Connection: close"));
  return [...(await closed).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);
}

test("a connection whose small body was refused goes on being used", async (t) => {
  const refused = head("POST /v1/speech/transcriptions", formType, "Content-Length: 500000");
  t.deepEqual(await twice(refused, Buffer.alloc(500_000)), ["401", "200"]);
  t.deepEqual(await twice(head("POST /v1/nothing", "Content-Length: 9"), "x".repeat(9)), ["404", "200"]);
});

test("a refused caller that never sends its small body is hung up on", async (t) => {
  const { closed } = await openRawConnection(service.baseUrl, head("POST /v1/nothing", "Content-Length: 9"));
  const begun = performance.now();
  t.regex(await closed, /^HTTP\/1\.1 404 /);
  t.true(performance.now() - begun < 5_000);
});

test("an HTTP/1.0 caller can read why its upload was refused", async (t) => {
  const start = head("POST /v1/speech/transcriptions", formType, huge).replace("HTTP/1.1", "HTTP/1.0");
  const { socket, closed } = await openRawConnection(service.baseUrl, start);
  const sent = await pour(socket, piece);
  t.regex(await closed, /^HTTP\/1\.1 401 [^]*"code":"missing_credentials"/);
  t.true(sent < inBuffers);
});

const expect = "Expect: 100-continue";
const sound = multipartBody("b", "audio", tone(1));
const length = `Content-Length: ${sound.length}`;

async function firstAnswer(
  start: string,
): Promise<{ readonly socket: Socket; readonly text: string; readonly closed: Promise<string> }> {
  const { socket, closed } = await openRawConnection(service.baseUrl, start);
  return { socket, closed, text: String(await once(socket, "data")) };
}

async function refusedUnsent(t: ExecutionContext, status: number, start: string): Promise<void> {
  const { closed, text } = await firstAnswer(start);
  t.regex(text, new RegExp(`^HTTP/1.1 ${status} `));
  t.regex(text, /\r\nConnection: close\r\n/i);
  t.false((await closed).includes("100 Continue"));
}

test("100 Continue is sent only when the body will be read", async (t) => {
  const path = "POST /v1/speech/transcriptions";
  await refusedUnsent(t, 401, head(path, formType, length, expect));
  await refusedUnsent(t, 404, head("POST /v1/nothing", credential, formType, length, expect));
  await refusedUnsent(t, 405, head("PATCH /healthz", length, expect));
  await refusedUnsent(t, 413, head(path, credential, formType, huge, expect));
  await refusedUnsent(
    t,
    403,
    head("POST /v1/admin/accounts/x/credits", credential, jsonType, "Content-Length: 9", expect),
  );
  const accepted = await firstAnswer(head(path, credential, formType, length, expect, "Connection: close"));
  t.is(accepted.text, "HTTP/1.1 100 Continue\r\n\r\n");
  accepted.socket.write(sound);
  t.regex(await accepted.closed, /HTTP\/1\.1 202 /);
});
