import test from "ava";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";

const path = "/v1/speech/synthesize";
const maxBytes = 64 * 1024;

// No worker runs here: what is accepted ends as 202.
const service = await startService();
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const send = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
  service.call("POST", path, { key, body, headers: { "content-type": type, prefer: "respond-async" } });

const invalid = (position: number, error: string) => ({
  detail: [{ type: "json_invalid", loc: ["body", position], msg: "JSON decode error", input: {}, ctx: { error } }],
});

const nested = (depth: number): string => `{"text":"a","x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const broken: readonly (readonly [body: string, position: number, error: string])[] = [
  ["{", 1, "Expecting property name enclosed in double quotes"],
  ['{"text"}', 7, "Expecting ':' delimiter"],
  ['{"text":}', 8, "Expecting value"],
  ['{"text":"a"', 11, "Expecting ',' delimiter"],
  ['{"text":"a",}', 12, "Expecting property name enclosed in double quotes"],
  ['{"text":"a}', 8, "Unterminated string starting at"],
  ['{"text":"a\nb"}', 10, "Invalid control character at"],
  ['{"text":"\\x"}', 9, "Invalid \\escape"],
  ['{"text":"a"} x', 13, "Extra data"],
  ["NaN", 0, "Expecting value"],
  ['{"text":"a","speed":NaN}', 20, "Expecting value"],
  ['{"text":"a","speed":-Infinity}', 20, "Expecting value"],
  [" ", 1, "Expecting value"],
];

for (const [body, position, error] of broken) {
  test(`${JSON.stringify(body)} is no JSON, and is told where`, async (t) => {
    const { status, json } = await send(body);
    t.deepEqual([status, json], [422, invalid(position, error)]);
  });
}

test("bytes that are no UTF-8 are no JSON", async (t) => {
  const { status, json } = await send(Uint8Array.from(Buffer.from('{"text":"\xff\xfe"}', "latin1")));
  t.deepEqual([status, json], [422, invalid(9, "Invalid UTF-8")]);
});

test("twenty levels are read, one more is not", async (t) => {
  t.is((await send(nested(20))).status, 202);
  const { status, json } = await send(nested(21));
  t.deepEqual([status, json], [422, invalid(nested(21).indexOf("[[") + 19, "Nested deeper than 20 levels")]);
  t.is((await send("[".repeat(60_000))).status, 422);
});

test("of a key that is there twice the last value counts", async (t) => {
  t.is((await send('{"text":"", "text":"a"}')).status, 202);
  t.is((await send('{"text":"a", "text":""}')).status, 422);
});

test("JSON has more than one name and may begin with a byte order mark", async (t) => {
  for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.x+json"]) {
    t.is((await send('{"text":"a"}', type)).status, 202, type);
  }
  t.is((await send('\ufeff{"text":"a"}')).status, 202);
});

test("another type of body is not looked into, and the answer says what to add", async (t) => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"]) {
    const body = '{"text":"a"}';
    const msg = "The body was not sent as JSON. Add the header Content-Type: application/json.";
    const { status, json } = await send(body, type);
    t.deepEqual(
      [status, json],
      [422, { detail: [{ type: "model_attributes_type", loc: ["body"], msg, input: body }] }],
    );
  }
});

const padded = (length: number): string => '{"text":"a"}'.padEnd(length);
const refusal = { success: false, code: "body_too_large", max_bytes: maxBytes };

test("64 KiB are read, one byte more is not", async (t) => {
  t.is((await send(padded(maxBytes))).status, 202);
  for (const length of [maxBytes + 1, 50 * maxBytes]) {
    const { status, json } = await send(padded(length));
    t.is(status, 413);
    t.like(json, refusal);
  }
});

test("a body that does not say its length is refused once it is too large", async (t) => {
  const headers = [`X-API-Key: ${key}`, "Content-Type: application/json", "Transfer-Encoding: chunked"];
  const chunk = `10000\r\n${padded(0x1_0000)}\r\n`;
  const { socket, closed } = await openRawConnection(service.baseUrl, requestHead(path, headers));
  const endless = setInterval(() => socket.write(chunk), 10);
  const answer = await closed.finally(() => clearInterval(endless));
  t.regex(answer, /^HTTP\/1\.1 413 /);
  t.true(answer.includes('"code":"body_too_large"'), answer);
});

const quiet: readonly (readonly [title: string, ...sent: readonly string[]])[] = [
  ["in the first line", "POST /v1/spe"],
  ["in its headers", "POST /v1/speech/synthesize HTTP/1.1\r\nHost: local"],
  ["before its JSON", requestHead(path, [`X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 99"])],
  [
    "in its JSON",
    requestHead(path, [`X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 99"]),
    "{",
  ],
  [
    "in its form",
    requestHead("/v1/speech/transcriptions", [
      `X-API-Key: ${key}`,
      "Content-Type: multipart/form-data; boundary=b",
      "Content-Length: 9999",
    ]),
    '--b\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF',
  ],
];

for (const [title, ...sent] of quiet) {
  test(`a sender that falls silent ${title} is gone after 15 seconds`, async (t) => {
    t.timeout(30_000);
    const { closed } = await openRawConnection(service.baseUrl, ...sent);
    const started = performance.now();
    await closed;
    const seconds = (performance.now() - started) / 1000;
    t.true(seconds > 5 && seconds < 15, `${seconds} s`);
  });
}

test("bytes that are no HTTP are answered 400 and end the connection", async (t) => {
  for (const bytes of [
    "GET\r\n\r\n",
    "\u0016\u0003\u0001\u0002",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
  ]) {
    const { closed } = await openRawConnection(service.baseUrl, bytes);
    t.regex(await closed, /^HTTP\/1\.1 400 /);
  }
});

test("a request that could be read in two ways is refused", async (t) => {
  const headers = ["Content-Type: application/json", "Content-Length: 5", "Transfer-Encoding: chunked"];
  const { closed } = await openRawConnection(service.baseUrl, requestHead(path, headers), "0\r\n\r\n");
  t.regex(await closed, /^HTTP\/1\.1 400 /);
});
