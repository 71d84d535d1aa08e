import test from "ava";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { UPLOAD_MAX_SECONDS: "12", JSON_MAX_SECONDS: "4" } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const credential = `X-API-Key: ${key}`;
const formHead = requestHead("/v1/speech/transcriptions", [
  credential,
  "Content-Type: multipart/form-data; boundary=b",
  "Content-Length: 9000000",
]);
const jsonHead = requestHead("/v1/speech/synthesize", [
  credential,
  "Content-Type: application/json",
  "Content-Length: 900",
]);
const part = '--b\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nRIFF';

interface Slow {
  readonly start: readonly string[];
  readonly piece: string | Buffer;
  readonly everyMs: number;
}

/** Sends a piece again and again until the connection is closed. */
async function send({ start, piece, everyMs }: Slow) {
  const begun = performance.now();
  const { socket, closed } = await openRawConnection(service.baseUrl, ...start);
  const timer = setInterval(() => socket.write(piece), everyMs);
  const answer = await closed.finally(() => clearInterval(timer));
  return { answer, seconds: (performance.now() - begun) / 1000 };
}

const cases: readonly (readonly [title: string, slow: Slow, least: number, most: number])[] = [
  ["an upload of a byte every two seconds", { start: [formHead, part], piece: "x", everyMs: 2_000 }, 9, 16],
  ["an upload of 4 KiB a second", { start: [formHead, part], piece: Buffer.alloc(4_096), everyMs: 1_000 }, 9, 16],
  [
    "an upload that is fast but never at its end",
    { start: [formHead, part], piece: Buffer.alloc(10_000), everyMs: 500 },
    11,
    18,
  ],
  ["a silent upload", { start: [formHead, part], piece: "", everyMs: 60_000 }, 9, 16],
  ["JSON of a byte every half second", { start: [jsonHead, "{"], piece: " ", everyMs: 500 }, 3, 9],
];

for (const [title, slow, least, most] of cases) {
  test(`${title} is answered 408, and its connection closed`, async (t) => {
    t.timeout(60_000);
    const { answer, seconds } = await send(slow);
    t.log(`${seconds.toFixed(1)} s`);
    t.regex(answer, /^HTTP\/1\.1 408 /);
    t.regex(answer, /\r\nConnection: close\r\n/i);
    t.true(answer.includes('"code":"request_timeout"'), answer);
    t.true(seconds > least && seconds < most, `${seconds} s`);
  });
}

test.after("nothing of them is left", async (t) => {
  t.deepEqual(await leftoversAfter(service), nothing);
});
