import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import type { Route } from "#src/api/route.ts";
import { routes } from "#src/api/routes.ts";
import { audioForm, type Answer, type CallOptions } from "#test/support/client.ts";
import { insertHeard, insertPendingVoice, insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#test/support/sounds.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { resources } = service;

const owner = await service.account();
const stranger = await service.account();
const revoked = await service.account();
await resources.db
  .updateTable("api_keys")
  .set({ revoked_at: new Date() })
  .where("user_id", "=", revoked.userId)
  .execute();
const spoken = await insertSpoken(resources, owner.userId);
const heard = await insertHeard(resources, owner.userId);
const audio = () => ({ form: audioForm(tone(2), { name: "Mine" }) });
const text = () => ({ json: { text: "Hello." } });

/** A good call of a route with an object of `owner`, and what it is answered when the credential is good, too. */
interface Sample {
  readonly path: string;
  readonly status: number;
  readonly options?: () => CallOptions;
}

/** Without workers and without patience, work ends as 202, and as 503 where nothing is kept. */
const samples: Readonly<Record<string, Sample>> = {
  "post /v1/demo/speech/synthesize": { path: "/v1/demo/speech/synthesize", status: 503, options: text },
  "post /v1/demo/speech/transcriptions": { path: "/v1/demo/speech/transcriptions", status: 503, options: audio },
  "post /v1/speech/synthesize": { path: "/v1/speech/synthesize", status: 202, options: text },
  "post /v1/speech/transcriptions": { path: "/v1/speech/transcriptions", status: 202, options: audio },
  "get /v1/speech/requests": { path: "/v1/speech/requests", status: 200 },
  "get /v1/speech/requests/{request_id}": { path: `/v1/speech/requests/${spoken}`, status: 200 },
  "get /v1/speech/requests/{request_id}/audio": { path: `/v1/speech/requests/${spoken}/audio`, status: 200 },
  "get /v1/speech/requests/{request_id}/transcript": { path: `/v1/speech/requests/${heard}/transcript`, status: 200 },
  "post /v1/voices": { path: "/v1/voices", status: 201, options: audio },
  "get /v1/voices": { path: "/v1/voices", status: 200 },
  "get /v1/voices/{voice_id}": { path: `/v1/voices/${await voice()}`, status: 200 },
  "delete /v1/voices/{voice_id}": { path: `/v1/voices/${await voice()}`, status: 200 },
  "get /healthz": { path: "/healthz", status: 200 },
  "get /readyz": { path: "/readyz", status: 200 },
  "get /openapi.json": { path: "/openapi.json", status: 200 },
  "get /docs": { path: "/docs", status: 200 },
  "get /docs/{asset}": { path: "/docs/start.js", status: 200 },
};

function voice(): Promise<string> {
  return insertPendingVoice(resources, owner.userId);
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

test.after.always(() => service[Symbol.asyncDispose]());

test("the table of good calls knows every route", (t) => {
  t.deepEqual(routes.map(nameOf).toSorted(), Object.keys(samples).toSorted());
});

const codeOf = ({ json }: Answer): string => z.object({ code: z.string() }).parse(json).code;

for (const route of routes) {
  const sample = samples[nameOf(route)];
  if (sample === undefined) continue;
  const call = (key?: string) => service.call(route.method.toUpperCase(), sample.path, { ...sample.options?.(), key });
  const needsKey = route.access === "account" || route.access === "admin";

  test(`${nameOf(route)} answers each credential as its access says: ${route.access}`, async (t) => {
    for (const wrong of [newApiKey(), revoked.key, "nonsense"]) {
      const answer = await call(wrong);
      if (route.access === "public") t.is(answer.status, sample.status);
      else t.deepEqual([answer.status, codeOf(answer)], [401, "invalid_api_key"]);
    }
    const anonymous = await call();
    if (needsKey) t.deepEqual([anonymous.status, codeOf(anonymous)], [401, "missing_credentials"]);
    else t.is(anonymous.status, sample.status);
    t.is((await call(owner.key)).status, sample.status);
  });

  if (Object.keys(route.params.shape).length === 0 || route.access === "public") continue;
  test(`${nameOf(route)} answers for the object of another account as for one that does not exist`, async (t) => {
    const id = /[0-9a-f-]{36}/.exec(sample.path)?.[0] ?? "";
    const unknownId = randomUUID();
    const method = route.method.toUpperCase();
    const foreign = await service.call(method, sample.path, { key: stranger.key });
    const unknown = await service.call(method, sample.path.replace(id, unknownId), { key: stranger.key });
    t.is(unknown.status, 404);
    t.deepEqual(comparable(foreign), comparable(unknown));
  });
}

/** All of an answer that does not change from one call to the next. */
function comparable({ status, headers, bytes }: Answer) {
  const requestId = headers.get("x-request-id") ?? "";
  const kept = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return { status, headers: kept, body: bytes.toString().replace(requestId, "") };
}

test("lists hold nothing of another account", async (t) => {
  t.like((await service.call("GET", "/v1/speech/requests", { key: stranger.key })).json, { data: { total: 0 } });
  const voices = await service.call("GET", "/v1/voices?type=custom", { key: stranger.key });
  t.like(voices.json, { data: { total: 0, items: [] } });
});
