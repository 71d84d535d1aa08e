import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { audioForm, openClient } from "#harness/clients/client.ts";
import { startLogged } from "#test/support/logged-process.ts";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";
import { tone, wav } from "#harness/audio/sounds.ts";

// The API of this service is not called: one that logs everything serves in its place.
const service = await startService();
const { db } = service.resources;
const { key, userId } = await service.account();
const processes = await Promise.all(
  ["src/api/main.ts", "workers/synthesis.ts", "test/support/toy-training.ts"].map((file) =>
    startLogged(file, service.env),
  ),
);
const [api] = processes;
const port = /"port":(\d+)/.exec(api?.output() ?? "")?.[1];
const client = openClient(`http://127.0.0.1:${port}`);
test.after.always(async () => {
  await Promise.all(processes.map((part) => part.stop()));
  await service[Symbol.asyncDispose]();
});

const canary = `canary${randomBytes(8).toString("hex")}`;
const wrongKey = newApiKey();
const json = (text: string, more: object = {}) => ({ key, json: { text, ...more } });
const logs = () => processes.map((part) => part.output()).join("\n");

/** A line comes from another process, shortly after the answer. */
async function untilLogged(text: string): Promise<void> {
  while (!logs().includes(text)) await delay(20);
}

/** An upload whose file, names and fields all carry the canary. */
function form(audio: Uint8Array<ArrayBuffer>): FormData {
  const filled = audioForm(audio, { name: canary, description: canary, [canary]: canary });
  filled.set("audio", new Blob([audio]), `${canary}.wav`);
  return filled;
}

test.serial("logs and queued jobs hold no key, text, name or file name", async (t) => {
  const calls = [
    await client.call("POST", "/v1/demo/speech/synthesize", json(canary)),
    await client.call("POST", "/v1/speech/synthesize", json(`${canary} ${canary}`)),
    await client.call(
      "POST",
      "/v1/speech/synthesize",
      json(canary, { voice_id: canary, language: canary.slice(0, 10) }),
    ),
    await client.call("POST", "/v1/speech/synthesize", {
      key,
      body: `{${canary}`,
      headers: { "content-type": "application/json" },
    }),
    await client.call("POST", "/v1/voices", { key, form: form(wav(1)) }),
    await client.call("POST", "/v1/speech/transcriptions", { key, form: form(tone(1)), headers: { prefer: "wait=0" } }),
    await client.call("POST", "/v1/speech/transcriptions", { key, form: form(Uint8Array.from(Buffer.from(canary))) }),
    await client.call("GET", `/v1/speech/requests?status=${canary}&key=${key}`, { key }),
    await client.call("GET", `/v1/voices/${canary}`, { key, headers: { cookie: canary, "user-agent": canary } }),
    await client.call("GET", `/${canary}/${key}`, { headers: { "x-request-id": canary } }),
    await client.call("POST", "/v1/api-keys", { key, json: { name: canary, description: canary } }),
    await client.call("POST", "/v1/contact-submissions", {
      json: { name: canary, email: `${canary}@example.com`, company: canary, interested_products: [canary] },
    }),
    await client.call("POST", "/v1/feedback", { key, json: { request_id: randomUUID(), feedback_text: canary } }),
    await client.call("GET", "/v1/voices", { key: wrongKey }),
    await client.call("GET", "/v1/voices", { headers: { authorization: `Bearer ${wrongKey}` } }),
  ];
  t.deepEqual(
    calls.map(({ status }) => status),
    [200, 200, 422, 422, 201, 202, 422, 422, 422, 404, 201, 201, 404, 401, 401],
  );
  const { email } = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
  const made = z.object({ data: z.object({ key: z.string() }) }).parse(calls[10]?.json).data.key;
  const secrets = [canary, email, ...[key, wrongKey, made].flatMap((one) => [one, one.slice(3, 30)])];
  for (const { headers } of calls) await untilLogged(headers.get("x-request-id") ?? "?");
  await untilLogged('"job":"synthesize-speech"');
  for (const secret of secrets) t.false(logs().includes(secret), secret);
  const jobs = await queuedJobs();
  for (const secret of secrets) t.false(jobs.includes(secret), secret);
  for (const { status, bytes } of calls) if (status === 401) t.false(bytes.includes(wrongKey));
});

/** Everything that the queue keeps in the database; nothing where Redis carries it. */
async function queuedJobs(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'bullmq'`.execute(db);
  const dumps = await Promise.all(
    rows.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)),
  );
  return dumps.flatMap((dump) => dump.rows.map(({ row }) => row)).join("\n");
}

test.serial("every line of a log is JSON with a time, a level and a message", (t) => {
  const line = z.looseObject({ level: z.int(), time: z.iso.datetime(), name: z.string(), msg: z.string() });
  const lines = logs()
    .split("\n")
    .filter((text) => text !== "");
  t.true(lines.length > 10);
  for (const text of lines) t.true(line.safeParse(JSON.parse(text)).success, text);
});

test.serial("a bug of ours tells the caller nothing, and the log no text", async (t) => {
  await sql`alter table speech_requests rename to gone`.execute(db);
  const answer = await openClientWithoutCheck("/v1/speech/synthesize");
  await sql`alter table gone rename to speech_requests`.execute(db);
  t.is(answer.status, 500);
  t.deepEqual(answer.body, {
    success: false,
    detail: "Internal error. Retry later.",
    code: "internal_error",
    docs_url: `${service.resources.config.publicUrl}/docs/errors#internal_error`,
    request_id: answer.requestId,
  });
  await untilLogged(`"request_id":"${answer.requestId}"`);
  t.regex(logs(), /relation \\"speech_requests\\" does not exist/);
  for (const secret of [canary, key]) t.false(logs().includes(secret));
});

/** No document describes a bug, so its answer is not held against one. */
async function openClientWithoutCheck(path: string) {
  const response = await fetch(`${client.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ text: canary }),
  });
  const body: unknown = await response.json();
  return { status: response.status, requestId: response.headers.get("x-request-id"), body };
}

test.serial("callers that hang up in the middle of a body are not logged as bugs", async (t) => {
  for (const [path, type] of [
    ["/v1/speech/synthesize", "application/json"],
    ["/v1/speech/transcriptions", "multipart/form-data; boundary=b"],
  ] as const) {
    const before = bugs();
    const sentId = randomUUID();
    const headers = [`X-API-Key: ${key}`, `X-Request-Id: ${sentId}`, `Content-Type: ${type}`, "Content-Length: 99"];
    const head = requestHead(path, [...headers, "Expect: 100-continue"]);
    const { socket, closed } = await openRawConnection(client.baseUrl, head, "--b");
    await once(socket, "data");
    socket.resetAndDestroy();
    await closed;
    const deadline = performance.now() + 30_000;
    while (!logs().includes(sentId) && performance.now() < deadline) await delay(20);
    t.true(logs().includes(sentId), `${path} ended`);
    t.is(bugs(), before);
  }
});

const bugs = (): number => logs().split('"level":50').length;
