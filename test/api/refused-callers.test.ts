import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { newKey } from "#harness/service/account.ts";
import type { Answer } from "#harness/clients/client.ts";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";

// Behind one proxy that is believed, every test has an address of its own. No worker runs, and no call waits.
const service = await startService({
  env: {
    ...{ TRUSTED_PROXY_HOPS: "1", WAIT_MAX_SECONDS: "0", JSON_MAX_SECONDS: "1" },
    ...{ CALLS_PER_MINUTE: "3", FAILED_AUTHENTICATIONS_PER_MINUTE: "3" },
  },
});
test.after.always(() => service[Symbol.asyncDispose]());

async function inTurn(count: number, call: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let made = 0; made < count; made += 1) answers.push(await call());
  return answers;
}

const codes = (answers: readonly Answer[]): readonly (string | undefined)[] =>
  answers.map(({ json }) => z.object({ code: z.string().optional() }).parse(json).code);
const limits = ({ headers }: Answer): readonly (string | null)[] => [
  headers.get("ratelimit-policy"),
  headers.get("ratelimit")?.replace(/;t=\d+$/, "") ?? null,
];

async function isStopped(t: ExecutionContext, key: string): Promise<void> {
  for (const [method, path] of [
    ["GET", "/v1/voices"],
    ["POST", "/v1/speech/synthesize"],
  ] as const) {
    const answer = await service.call(method, path, { key, json: method === "POST" ? { text: "Hello." } : undefined });
    t.is(answer.status, 429, path);
    t.deepEqual(limits(answer), ['"calls";q=3;w=60', '"calls";r=0']);
  }
}

test("calls that the role does not allow count as calls of the account, and stop it at their limit", async (t) => {
  const { key } = await service.account();
  const refused = await inTurn(4, () => service.call("GET", "/v1/admin/accounts", { key }));
  t.deepEqual(codes(refused), ["forbidden", "forbidden", "forbidden", "rate_limited"]);
  t.deepEqual(
    refused.map(limits),
    [2, 1, 0, 0].map((left) => ['"calls";q=3;w=60', `"calls";r=${left}`]),
  );
  await isStopped(t, key);
  const { key: another } = await service.account();
  t.is((await service.call("GET", "/v1/voices", { key: another })).status, 200);
});

test("calls that the scopes of a key do not allow count like that, and the headers tell of the route's own limit", async (t) => {
  const { userId, key } = await service.account();
  const narrow = await newKey(service.resources, userId, ["usage"]);
  const speak = () => service.call("POST", "/v1/speech/synthesize", { key: narrow, json: { text: "Hello." } });
  const refused = await inTurn(4, speak);
  t.deepEqual(codes(refused), [...Array.from({ length: 3 }, () => "insufficient_scope"), "rate_limited"]);
  t.deepEqual(
    refused.slice(0, 3).map(limits),
    Array.from({ length: 3 }, () => [null, null]),
  );
  await isStopped(t, key);
});

test("cookies that other sites make browsers send count at the address, and never stop the account", async (t) => {
  const { userId } = await service.account();
  const { cookie } = await signedIn(service.resources, userId);
  const call = (headers: Readonly<Record<string, string>>) =>
    service.call("GET", "/v1/voices", { cookie, headers: { "x-forwarded-for": "198.51.100.7", ...headers } });
  const refused = await inTurn(5, () => call({ origin: "https://evil.example" }));
  t.deepEqual(codes(refused), [...Array.from({ length: 3 }, () => "origin_mismatch"), "rate_limited", "rate_limited"]);
  t.is((await call({})).status, 200);
});

const head = (key: string): string =>
  requestHead("/v1/feedback", [`X-API-Key: ${key}`, "Content-Type: application/json", "Content-Length: 900"]);

test("bodies that do not come in time count as calls of the account", async (t) => {
  const { key } = await service.account();
  const late = await Promise.all(Array.from({ length: 4 }, () => openRawConnection(service.baseUrl, head(key), "{")));
  const answers = await Promise.all(late.map(({ closed }) => closed));
  const statusesOf = answers.map((answer) => answer.slice("HTTP/1.1 ".length, "HTTP/1.1 408".length));
  t.deepEqual(statusesOf.toSorted(), ["408", "408", "408", "429"]);
  await isStopped(t, key);
});

test("bodies that do not come in time count at the address where there is no account", async (t) => {
  const address = "X-Forwarded-For: 198.51.100.8";
  const lines = [address, "Content-Type: application/json", "Content-Length: 900"];
  const send = () => openRawConnection(service.baseUrl, requestHead("/v1/contact-submissions", lines), "{");
  const late = await Promise.all(Array.from({ length: 4 }, send));
  const answers = await Promise.all(late.map(({ closed }) => closed));
  t.is(answers.filter((answer) => answer.startsWith("HTTP/1.1 408 ")).length, 3);
  const headers = { "x-forwarded-for": "198.51.100.8" };
  const json = { name: "Ada", email: "ada@example.com" };
  const stopped = await service.call("POST", "/v1/contact-submissions", { json, headers });
  t.deepEqual([stopped.status, ...limits(stopped)], [429, '"calls";q=3;w=60', '"calls";r=0']);
});

test("bodies whose callers hang up before their end count like that, too", async (t) => {
  const { key } = await service.account();
  const begun = await Promise.all(Array.from({ length: 4 }, () => openRawConnection(service.baseUrl, head(key), "{")));
  await sleep(300);
  for (const { socket } of begun) socket.destroy();
  await sleep(300);
  await isStopped(t, key);
});
