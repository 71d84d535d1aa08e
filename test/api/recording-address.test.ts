import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { openForbiddenListener, openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { openNameServer } from "#harness/outbound/name-server.ts";
import { chargesOf, setBalance } from "#harness/payments/credits.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { requestAnswer, transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { DomainError } from "#src/errors.ts";
import { startService } from "#test/support/service.ts";
import { fetchedSource } from "#workers/transcription/fetch-recording.ts";

const path = "/v1/speech/transcriptions";
const recording = await speech("Please open the window. Thank you very much.");
const server = await openRecordingServer(recording);
const listener = await openForbiddenListener();
const names = await openNameServer(({ family }) => (family === 4 ? ["127.0.0.1"] : []));
const service = await startService({
  workers: ["transcription"],
  env: {
    ...openHostSettings,
    OUTBOUND_NAME_SERVERS: names.address,
    AUDIO_MAX_BYTES: "3000000",
    AUDIO_URL_MAX_SECONDS: "30",
  },
});
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await Promise.all([server, listener, names].map((one) => one[Symbol.asyncDispose]()));
});

const fetchAt = (key: string, url: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call("POST", path, { key, json: { url, language: "en" }, headers });

const rows = z.object({ detail: z.array(z.object({ loc: z.array(z.string()), msg: z.string(), input: z.unknown() })) });
const secondsCharged = Math.ceil((recording.length - 44) / 32_000);

test("a recording is fetched from its address, sent as JSON or in a form, and charged by its seconds", async (t) => {
  const { key, userId } = await service.account();
  const sent = await fetchAt(key, server.at("/good.wav"));
  t.is(sent.status, 200);
  const heard = sent.data(transcriptionAnswer);
  t.regex(heard.text, /window.*thank you/is);
  const shown = await service.call("GET", `/v1/speech/requests/${heard.request_id}`, { key });
  t.like(shown.data(requestAnswer), { file_name: "good.wav", credits_consumed: secondsCharged });
  const form = new FormData();
  form.set("url", server.at("/good.wav"));
  const inForm = await service.call("POST", path, { key, form });
  t.is(inForm.data(transcriptionAnswer).text, heard.text);
  const charges = await chargesOf(service.resources, userId);
  t.deepEqual(
    charges.map(([, credits]) => Math.abs(credits)),
    [secondsCharged, secondsCharged],
  );
});

test("the query of an address is sent byte by byte, and neither shown nor kept", async (t) => {
  const { key } = await service.account();
  const query = "?X-Amz-Credential=A%2Fb+c&X-Amz-Date=20260101T000000Z&x=%7e~%20&X-Amz-Signature=secretsecret==";
  const sent = await fetchAt(key, server.at(`/good.wav${query}`));
  t.is(sent.status, 200);
  t.true(server.asked.some(({ url }) => url === `/good.wav${query}`));
  t.false(sent.bytes.includes("secretsecret"));
  const id = sent.data(transcriptionAnswer).request_id;
  const shown = await service.call("GET", `/v1/speech/requests/${id}`, { key });
  t.false(shown.bytes.includes("secretsecret"));
  const kept = await db.selectFrom("speech_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  t.false(JSON.stringify(kept).includes("secretsecret"));
  const refused = await fetchAt(key, server.at(`/forbidden.wav${query}`));
  t.is(refused.status, 422);
  t.false(refused.bytes.includes("secretsecret"));
  const failed = await db.selectFrom("speech_requests").selectAll().where("status", "=", "failed").execute();
  t.false(JSON.stringify(failed).includes("secretsecret"));
});

test("a transfer that breaks off goes on where it was, and begins anew when the file has changed", async (t) => {
  const { key } = await service.account();
  const broken = await fetchAt(key, server.at("/broken.wav"));
  t.regex(broken.data(transcriptionAnswer).text, /window.*thank you/is);
  const quarter = Math.ceil(recording.length / 4);
  const ranges = server.asked.filter(({ url }) => url === "/broken.wav").map(({ range }) => range);
  t.deepEqual(ranges, [undefined, ...[1, 2, 3].map((count) => `bytes=${count * quarter}-`)]);
  const changed = await fetchAt(key, server.at("/changed.wav"));
  t.regex(changed.data(transcriptionAnswer).text, /window.*thank you/is);
});

test("parts that are shorter than was asked for are all fetched, and one of another file is not taken", async (t) => {
  const { key } = await service.account();
  const short = await fetchAt(key, server.at("/short.wav"));
  t.regex(short.data(transcriptionAnswer).text, /window.*thank you/is);
  const quarter = Math.ceil(recording.length / 4);
  const rangesOf = (of: string) => server.asked.filter(({ url }) => url === of).map(({ range }) => range);
  t.deepEqual(rangesOf("/short.wav"), [undefined, ...[1, 2, 3].map((count) => `bytes=${count * quarter}-`)]);
  const heedless = await fetchAt(key, server.at("/heedless.wav"));
  t.regex(heedless.data(transcriptionAnswer).text, /window.*thank you/is);
  t.deepEqual(rangesOf("/heedless.wav"), [undefined, `bytes=${quarter}-`, undefined]);
});

test("a worker whose disk is full leaves the recording to a later attempt", async (t) => {
  const full = new Error("no space left on device");
  const causes = [new DomainError("storage_low"), Object.assign(full, { code: "ENOSPC" })];
  const folder = { directory: await mkdtemp(join(tmpdir(), "fetch-")), signal: AbortSignal.timeout(10_000) };
  for (const cause of causes) {
    const disk = { take: () => Promise.reject(cause) };
    const job = { subjectId: randomUUID(), accountId: null, name: "transcribe-audio", groupKey: "one" };
    const lease = { ...job, run: 1, failures: 0, crashes: 0, waitedSeconds: 0, ageSeconds: 0, traceparent: null };
    const source = { source_key: null, source_container: null, file_name: null, user_id: null };
    const request = { ...source, options: { url: server.at("/good.wav?full") } };
    const fetched = fetchedSource({ ...service.resources, disk }, { lease, request }, folder);
    const error = await t.throwsAsync(fetched, { instanceOf: DomainError, code: "unavailable" });
    t.true(error?.transient);
  }
});

test("three redirects are followed, and no fourth", async (t) => {
  const { key } = await service.account();
  const redirects = (count: number): string =>
    Array.from({ length: count }).reduce<string>(
      (target) => server.at(`/?to=${encodeURIComponent(target)}`),
      server.at("/good.wav"),
    );
  t.is((await fetchAt(key, redirects(3))).status, 200);
  const { status, json } = await fetchAt(key, redirects(4));
  t.is(status, 422);
  t.regex(rows.parse(json).detail[0]?.msg ?? "", /redirects too often/);
});

const inside = `http://127.0.0.1:${listener.port}/`;
/** Addresses that come to nothing, each with what is said of it, and the status. */
const failures: readonly (readonly [title: string, url: string, said: RegExp, status?: number])[] = [
  ["a file that is not there", server.at("/none.wav"), /server answered 404/],
  ["a file that is forbidden", server.at("/forbidden.wav"), /server answered 403/],
  ["a server that fails", server.at("/fails.wav"), /server answered 500/],
  ["a text", server.at("/text.wav"), /could not be read as audio/],
  ["nothing", server.at("/empty.wav"), /file is empty/],
  ["a file without an end", server.at("/endless.wav"), /too large/, 413],
  ["a length beyond the limit", server.at("/more.wav"), /too large/, 413],
  ["a server that sends less than it says", server.at("/less.wav"), /broke off/],
  ["a part that was not asked for", server.at("/part.wav"), /another part/],
  ["a server that drips", server.at("/drip.wav"), /sends too slowly/],
  ["a redirect into a private network", server.at(`/?to=${encodeURIComponent(inside)}`), /not allowed/],
  ["a redirect to a file", server.at("/?to=file:///etc/passwd"), /must begin with/],
  ["a name of a private network", `http://private.example:${listener.port}/`, /not allowed/],
  ["a private network", inside, /not allowed/],
  ["a port where nothing listens", "http://127.0.0.2:1/a.wav", /cannot be reached/],
  ["no URL", "recording.wav", /no URL/],
  ["a password", "https://user:password@example.com/a.wav", /user or a password/],
];

for (const [title, url, said, expected = 422] of failures) {
  test(`${title}: refused with a sentence, and nothing is charged`, async (t) => {
    const { key, userId } = await service.account();
    const { status, json, bytes } = await fetchAt(key, url);
    t.is(status, expected, bytes.toString());
    t.regex(bytes.toString(), said);
    if (status === 422) {
      const [row] = rows.parse(json).detail;
      t.deepEqual([row?.loc, row?.input], [["body", "url"], null]);
    }
    t.deepEqual(await chargesOf(service.resources, userId), []);
  });
}

test("a file and its address together are refused, and so is a call with neither", async (t) => {
  const { key } = await service.account();
  const both = await service.call("POST", path, { key, form: audioForm(recording, { url: server.at("/good.wav") }) });
  t.is(both.status, 422);
  t.deepEqual(rows.parse(both.json).detail[0]?.loc, ["body", "url"]);
  const neither = await service.call("POST", path, { key, json: { language: "en" } });
  t.deepEqual(rows.parse(neither.json).detail[0]?.loc, ["body", "url"]);
});

test("equal calls with a key are one request, which is fetched once", async (t) => {
  const { key } = await service.account();
  const headers = { "idempotency-key": "fetch-once" };
  const url = server.at("/good.wav?once");
  const [first, second] = [await fetchAt(key, url, headers), await fetchAt(key, url, headers)];
  t.is(first.data(transcriptionAnswer).request_id, second.data(transcriptionAnswer).request_id);
  t.is(server.asked.filter((one) => one.url === "/good.wav?once").length, 1);
  t.is((await fetchAt(key, server.at("/good.wav?other"), headers)).status, 422);
});

test("an account without credits is refused before anything is fetched", async (t) => {
  const { key, userId } = await service.account(0);
  await setBalance(service.resources, { userId, pool: "asr" }, 0);
  t.is((await fetchAt(key, server.at("/good.wav?poor"))).status, 402);
  t.false(server.asked.some(({ url }) => url === "/good.wav?poor"));
});

test("a request whose worker is killed while it fetches is fetched again by another one", async (t) => {
  const own = await startService({ env: { ...openHostSettings, HEARTBEAT_MS: "200", LEASE_EXPIRES_MS: "1000" } });
  await using _ = own;
  const { key, userId } = await own.account();
  const first = await own.startWorker("transcription", { AUDIO_URL_MIN_BYTES_PER_SECOND: "0" });
  const sent = await own.call("POST", path, {
    key,
    json: { url: server.at("/drip.wav?killed") },
    headers: { prefer: "respond-async" },
  });
  t.is(sent.status, 202);
  const asked = () => server.asked.filter(({ url }) => url === "/drip.wav?killed").length;
  while (asked() === 0) await delay(20);
  await first.kill();
  await own.startWorker("transcription");
  const id = sent.headers.get("x-request-id") ?? "";
  const state = async () => (await own.call("GET", `/v1/speech/requests/${id}`, { key })).data(requestAnswer);
  while ((await state()).status !== "failed") {
    await sweepJobs(own.resources, { requeueAfterMs: 10_000, leaseExpiresMs: 1_000 });
    await delay(200);
  }
  t.is((await state()).error?.code, "audio_url_unreachable");
  t.true(asked() >= 2);
  t.deepEqual(await chargesOf(own.resources, userId), []);
});

test.after("nothing is left of addresses, and none led inside", async (t) => {
  t.deepEqual(await leftoversAfter(service), nothing);
  t.is(listener.connections(), 0);
});
