import test from "ava";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { PUBLIC_URL: "https://speech.example.com" } });
test.after.always(() => service[Symbol.asyncDispose]());

const get = (...headers: string[]): string => ["GET /healthz HTTP/1.1", ...headers, "", ""].join("\r\n");
const post = (coding: string): string =>
  `POST /v1/contact-submissions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`;
const good = get("Host: a");

const refused: readonly (readonly [title: string, sent: string, status: number, code: string])[] = [
  ["no Host", get(), 400, "malformed_request"],
  ["two Hosts", get("Host: a", "Host: b"), 400, "malformed_request"],
  ["the same Host twice", get("Host: a", "Host: a"), 400, "malformed_request"],
  ["a Host that is none", get("Host: a/b"), 400, "malformed_request"],
  ["a transfer coding beside chunked", post("gzip, chunked"), 400, "malformed_request"],
  ["an unknown expectation", get("Host: a", "Expect: 200-ok"), 417, "expectation_failed"],
  ["a length that is none", get("Host: a", "Content-Length: x"), 400, "malformed_request"],
  ["no HTTP at all", "GARBAGE\r\n\r\n", 400, "malformed_request"],
  ["more headers than are read", get("Host: a", `X-Long: ${"a".repeat(20_000)}`), 431, "headers_too_large"],
];

for (const [title, sent, status, code] of refused) {
  test(`a request with ${title} is refused like any other, and its connection closed`, async (t) => {
    const { closed } = await openRawConnection(service.baseUrl, sent);
    const answer = await closed;
    t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    t.is(answer.match(/HTTP\/1\.1 /g)?.length, 1, "one answer");
    t.true(answer.includes(`"code":"${code}"`), answer);
    const [, requestId = ""] = /^X-Request-Id: (\S+)\r$/im.exec(answer) ?? [];
    t.true(answer.includes(`"request_id":"${requestId}"`), answer);
    for (const header of [
      /^X-Content-Type-Options: nosniff\r$/im,
      /^Cache-Control: no-store\r$/im,
      /^Strict-Transport-Security: max-age=31536000\r$/im,
      /^Connection: close\r$/im,
      /^Content-Type: application\/json; charset=utf-8\r$/im,
    ]) {
      t.regex(answer, header);
    }
  });
}

test("HTTP/1.0 needs no Host", async (t) => {
  const { closed } = await openRawConnection(service.baseUrl, "GET /healthz HTTP/1.0\r\n\r\n");
  t.regex(await closed, /^HTTP\/1\.1 200 /);
});

const statusesOf = (answers: string): readonly string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);

test("good requests are answered before the garbage behind them is refused", async (t) => {
  for (const count of [1, 3, 40]) {
    const { closed } = await openRawConnection(service.baseUrl, `${good.repeat(count)}GARBAGE\r\n\r\n`);
    t.deepEqual(statusesOf(await closed), [...Array.from({ length: count }, () => "200"), "400"]);
  }
});

test("garbage in many pieces is refused once", async (t) => {
  const { socket, closed } = await openRawConnection(service.baseUrl, good);
  const sending = setInterval(() => socket.write("GARBAGE\r\n\r\n"), 1);
  const answers = await closed.finally(() => clearInterval(sending));
  t.deepEqual(statusesOf(answers), ["200", "400"]);
});

test("a request whose body is broken is refused after those before it", async (t) => {
  const broken = post("chunked").replace("0\r\n\r\n", "zz\r\n");
  const { closed } = await openRawConnection(service.baseUrl, `${good.repeat(3)}${broken}`);
  t.deepEqual(statusesOf(await closed), ["200", "200", "200", "400"]);
});

test("pipelined requests are answered in the order in which they came", async (t) => {
  const paths = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? "/healthz" : `/nowhere/${index}`));
  const sent = paths.map((path, index) => {
    const last = index === paths.length - 1 ? "Connection: close\r\n" : "";
    return `GET ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
  });
  const { closed } = await openRawConnection(service.baseUrl, sent.join(""));
  t.deepEqual(
    statusesOf(await closed),
    paths.map((path) => (path === "/healthz" ? "200" : "404")),
  );
});
