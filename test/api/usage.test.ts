import { randomUUID } from "node:crypto";
import test from "ava";
import { type Insertable, sql } from "kysely";
import type { Database } from "#db/schema.ts";
import { createdApiKey } from "#src/api/api-keys/schemas.ts";
import { usageReport } from "#src/api/usage/schemas.ts";
import { addUsage, addUsageError } from "#src/domain/usage/queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { audioForm } from "#harness/clients/client.ts";
import { buy, free } from "#test/support/purchases.ts";
import { granted } from "#harness/payments/payment-for.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import { tone } from "#harness/audio/sounds.ts";
import { sumUsage } from "#harness/service/usage-sums.ts";
import { rowOf } from "#test/support/validation-rows.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const [ray, sally] = builtinVoices.filter(({ engine }) => engine === "flite");
const dayMs = 24 * 3_600_000;
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

async function usage(key: string, query = "") {
  const answer = await service.call("GET", `/v1/usage${query}`, { key });
  if (answer.status !== 200) throw new Error(`The report was answered ${answer.status}.`);
  return answer.data(usageReport);
}

type Day = Insertable<Database["usage_days"]>;

/** Plants a synthesis of a day. */
async function plant(userId: string, day: string, more: Partial<Day> = {}): Promise<void> {
  const spoken = { tts_count: 1, asr_count: 0, tts_characters: 10, asr_seconds: 0, credits: 10 };
  const voice = { voice_id: ray?.id ?? "", voice_label: "Ray" };
  await db
    .insertInto("usage_days")
    .values({ user_id: userId, day, source: "api_key", ...voice, ...spoken, ...more })
    .execute();
  await sumUsage(db, userId);
}

test("the paid cycle has its credits, the remaining ones and its end", async (t) => {
  const { key, userId } = await service.account(0);
  t.is((await usage(key)).credits.cycle, null);
  await buy(db, userId);
  await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Words" } });
  const { credits } = await usage(key);
  const cycles = db.selectFrom("balances").select("cycle_ends_at").where("user_id", "=", userId);
  const { cycle_ends_at: endsAt } = await cycles.executeTakeFirstOrThrow();
  t.deepEqual(credits, {
    tts_remaining: granted.tts + free.tts - 5,
    asr_remaining: granted.asr + free.asr,
    cycle: {
      ends_at: endsAt?.toISOString() ?? null,
      tts_granted: granted.tts,
      tts_remaining: granted.tts - 5,
      asr_granted: granted.asr,
      asr_remaining: granted.asr,
    },
    alerts: [],
  });
  await db.updateTable("balances").set({ cycle_ends_at: new Date() }).where("user_id", "=", userId).execute();
  t.deepEqual((await usage(key)).credits, {
    tts_remaining: free.tts,
    asr_remaining: free.asr,
    cycle: null,
    alerts: [],
  });
});

test("work shows on its day, by its source and by its voice, and the totals are the sums of the days", async (t) => {
  const { key, userId } = await service.account();
  const speak = (text: string, voice = ray, browser: object = {}) =>
    service.call("POST", "/v1/speech/synthesize", { key, ...browser, json: { text, voice_id: voice?.id } });
  const browser = { key: undefined, ...(await signedIn(service.resources, userId)) };
  const answers = await Promise.all([
    speak("Words"),
    speak("😀Hello", sally),
    speak("In the browser.", ray, browser),
    service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(tone(2.5)) }),
  ]);
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  await plant(userId, daysAgo(3));
  await plant(userId, daysAgo(40));

  const all = await usage(key, "?breakdown=voice&granularity=day");
  t.is(all.source, "all");
  t.deepEqual(all.period, { from: daysAgo(29), to: today() });
  t.deepEqual(all.credits, { tts_remaining: 1_100_000 - 26, asr_remaining: 1_036_000 - 3, cycle: null, alerts: [] });
  t.deepEqual(all.requests, { tts_count: 4, asr_count: 1, tts_characters_processed: 36, asr_seconds_processed: 3 });
  t.is(all.total_credits_consumed, 39);
  t.is(all.series.length, 30);
  t.deepEqual(
    all.series.map(({ date }) => date),
    all.series.map((_, index) => daysAgo(29 - index)),
  );
  const nothing = { tts_count: 0, asr_count: 0, tts_characters_processed: 0, asr_seconds_processed: 0 };
  t.deepEqual(all.series[0], { date: daysAgo(29), total_credits_consumed: 0, ...nothing });
  t.like(all.series[26], { total_credits_consumed: 10, tts_count: 1, tts_characters_processed: 10 });
  t.like(all.series[29], { total_credits_consumed: 29, tts_count: 3, asr_count: 1, asr_seconds_processed: 3 });
  const bySally = { key: sally?.id, label: sally?.name, credits_consumed: 6, tts_count: 1 };
  t.deepEqual(all.breakdown, [{ key: ray?.id, label: "Ray", credits_consumed: 30, tts_count: 3 }, bySally]);

  const web = await usage(key, "?source=web&breakdown=voice");
  t.like(web, { source: "web", total_credits_consumed: 15, requests: { tts_count: 1, asr_count: 0 } });
  t.is(web.breakdown.length, 1);
  const byKey = await usage(key, "?source=api_key");
  t.like(byKey, { total_credits_consumed: 24, requests: { tts_count: 3, asr_count: 1 }, credits: all.credits });
  t.deepEqual(
    byKey.breakdown.map(({ key: voiceId }) => voiceId),
    [ray?.id, sally?.id],
    "it comes without being asked for",
  );
});

test("the report of a key has the calls with it alone, and none of another account", async (t) => {
  const { key } = await service.account();
  const made = await service.call("POST", "/v1/api-keys", { key, json: { name: "Batch" } });
  const { api_key_id: id, key: other } = made.data(createdApiKey);
  await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Words" } });
  await service.call("POST", "/v1/speech/synthesize", { key: other, json: { text: "One" } });
  await service.call("POST", "/v1/speech/transcriptions", { key: other, form: audioForm(tone(2.5)) });
  const report = await usage(key, `?api_key_id=${id}`);
  const requests = { tts_count: 1, asr_count: 1, tts_characters_processed: 3, asr_seconds_processed: 3 };
  t.like(report, { total_credits_consumed: 6, requests, breakdown: [] });
  t.like(report.series.at(-1), { total_credits_consumed: 6, ...requests });
  t.deepEqual(
    report.keys.map(({ label }) => label),
    ["Batch"],
  );
  t.is((await usage(key, `?api_key_id=${id}&source=web`)).total_credits_consumed, 0);
  t.is((await usage(key)).total_credits_consumed, 11);
  const stranger = await service.account(0);
  t.is((await usage(stranger.key, `?api_key_id=${id}`)).total_credits_consumed, 0);
  t.is((await service.call("GET", "/v1/usage?api_key_id=1", { key })).status, 422);
});

test("a report says when four fifths of the credits are used, and when all are", async (t) => {
  const { key, userId } = await service.account(0);
  const leave = (permanent: number) =>
    db.updateTable("balances").set({ permanent }).where("user_id", "=", userId).where("pool", "=", "asr").execute();
  const alert = { pool: "asr", granted: free.asr, of: "permanent" } as const;
  await leave(free.asr / 5 + 1);
  t.deepEqual((await usage(key)).credits.alerts, []);
  await leave(free.asr / 5);
  const [first] = (await usage(key)).credits.alerts;
  t.like(first, { ...alert, threshold: 80, remaining: free.asr / 5 });
  await leave(0);
  t.deepEqual((await usage(key)).credits.alerts, [{ ...first, threshold: 100, remaining: 0 }]);
});

test("a report has exactly the fields that are documented", async (t) => {
  const { key } = await service.account(0);
  const { json } = await service.call("GET", "/v1/usage?from=2026-01-01&to=2026-01-01", { key });
  const nothing = { tts_count: 0, asr_count: 0, tts_characters_processed: 0, asr_seconds_processed: 0 };
  t.deepEqual(json, {
    success: true,
    data: {
      source: "all",
      period: { from: "2026-01-01", to: "2026-01-01" },
      storage: { voices: 0, voices_max: 100, stored_bytes: 0, stored_max_bytes: 5 * 1024 ** 3 },
      credits: { tts_remaining: 100_000, asr_remaining: 36_000, cycle: null, alerts: [] },
      requests: nothing,
      total_credits_consumed: 0,
      series: [{ date: "2026-01-01", total_credits_consumed: 0, ...nothing }],
      breakdown: [],
      keys: [],
    },
  });
});

test("the ends of months, years and leap days are in the right place", async (t) => {
  const { key, userId } = await service.account(0);
  for (const day of ["2023-12-31", "2024-01-01", "2024-02-28", "2024-02-29", "2024-03-01"]) await plant(userId, day);
  const used = async (from: string, to: string) =>
    (await usage(key, `?from=${from}&to=${to}`)).series.map(({ date, tts_count: count }) => `${date} ${count}`);
  t.deepEqual(await used("2023-12-31", "2024-01-01"), ["2023-12-31 1", "2024-01-01 1"]);
  t.deepEqual(await used("2024-02-27", "2024-02-29"), ["2024-02-27 0", "2024-02-28 1", "2024-02-29 1"]);
  t.deepEqual(await used("2024-02-29", "2024-03-01"), ["2024-02-29 1", "2024-03-01 1"]);
  t.deepEqual((await used("2025-02-28", "2025-03-01")).length, 2);
  const leapYear = await usage(key, "?from=2024-01-01&to=2024-12-31");
  t.is(leapYear.series.length, 366);
  t.is(leapYear.total_credits_consumed, 40);
  t.is((await usage(key, "?to=2024-03-01")).period.from, "2024-02-01");
  t.is((await usage(key, "?to=0001-01-05")).series.length, 5, "there is no day before that");
  t.is((await usage(key, "?from=9999-12-31&to=9999-12-31")).series.length, 1);
});

test("a long report by voice counts every day of it once", async (t) => {
  const { key, userId } = await service.account(0);
  const days = Array.from({ length: 130 }, (_, index) => new Date(Date.UTC(2023, 11, 5) + index * dayMs));
  const names = days.map((day) => day.toISOString().slice(0, 10));
  const amounts = names.map((_, index) => 1 + index ** 2);
  for (const [index, day] of names.entries()) await plant(userId, day, { credits: amounts[index] ?? 0 });
  const ends = ["2023-12-05", "2023-12-31", "2024-01-01", "2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01"];
  const others = ["2023-12-01", "2024-01-15", "2024-02-28", "2024-03-30", "2024-03-31", "2024-04-12", "2024-04-30"];
  for (const from of [...ends, ...others]) {
    for (const to of [...ends, ...others].filter((day) => day >= from)) {
      const { breakdown } = await usage(key, `?breakdown=voice&from=${from}&to=${to}`);
      const within = amounts.filter((_, index) => from <= (names[index] ?? "") && (names[index] ?? "") <= to);
      const credits = within.reduce((sum, amount) => sum + amount, 0);
      const line = { key: ray?.id, label: "Ray", credits_consumed: credits, tts_count: within.length };
      t.deepEqual(breakdown, within.length === 0 ? [] : [line], `${from} to ${to}`);
    }
  }
  t.deepEqual((await usage(key, "?breakdown=voice&from=9999-12-01&to=9999-12-31")).breakdown, []);
  t.deepEqual((await usage(key, "?breakdown=voice&from=0001-01-01&to=0001-01-31")).breakdown, []);
});

test("a day is one of UTC, whatever time zone the database is set to", async (t) => {
  const { key, userId } = await service.account(0);
  const id = await insertSpoken(service.resources, userId);
  await db.updateTable("speech_requests").set({ source: "api_key" }).where("id", "=", id).execute();
  // At every moment it is another day in one of the two.
  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    await db.transaction().execute(async (trx) => {
      await sql`set local time zone ${sql.lit(zone)}`.execute(trx);
      await addUsage(trx, id, { credits: 7, isWhole: true });
    });
  }
  const { series } = await usage(key, `?from=${daysAgo(1)}&to=${daysAgo(-1)}`);
  const used = series.filter((day) => day.total_credits_consumed > 0);
  t.deepEqual(
    used.map((day) => [day.date, day.total_credits_consumed]),
    [[today(), 14]],
  );
});

test("a voice keeps its name in the report after it was deleted", async (t) => {
  const { key, userId } = await service.account();
  const id = randomUUID();
  const mine = { id, user_id: userId, name: "Grandma 😀", description: "", type: "custom", language: "en" } as const;
  await db
    .insertInto("voices")
    .values({ ...mine, status: "ready", engine: "flite", engine_voice: "rms" })
    .execute();
  t.is((await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hi.", voice_id: id } })).status, 200);
  await service.call("DELETE", `/v1/voices/${id}`, { key });
  await plant(userId, daysAgo(1), { voice_id: randomUUID(), voice_label: "" });
  const { breakdown } = await usage(key, "?breakdown=voice");
  t.deepEqual(
    breakdown.map(({ label, credits_consumed: credits }) => [label, credits]),
    [
      ["Deleted voice", 10],
      ["Grandma 😀", 3],
    ],
  );
});

/** Completes a synthesis that was asked for so many milliseconds ago. */
async function complete(userId: string, apiKeyId: string | null, latencyMs: number): Promise<void> {
  const id = await insertSpoken(service.resources, userId);
  await db.transaction().execute(async (trx) => {
    await sql`
      update speech_requests set source = ${apiKeyId === null ? "web" : "api_key"}, api_key_id = ${apiKeyId},
        created_at = now() - make_interval(secs => ${latencyMs / 1_000})
      where id = ${id}`.execute(trx);
    await addUsage(trx, id, { credits: 10, isWhole: true });
  });
}

test("each key has its calls, its latencies to 5 %, its errors by code, and what was cancelled", async (t) => {
  const { key, userId } = await service.account();
  const { api_key_id: ownId } = (await service.call("POST", "/v1/api-keys", { key, json: { name: "Fast" } })).data(
    createdApiKey,
  );
  const goneId = randomUUID();
  for (let latencyMs = 100; latencyMs <= 2_000; latencyMs += 100) await complete(userId, ownId, latencyMs);
  for (const latencyMs of [90_000, 90_000]) await complete(userId, goneId, latencyMs);
  await complete(userId, null, 3);
  for (const code of ["engine_timeout", "engine_timeout", "cancelled"] as const) {
    await addUsageError(db, { userId, apiKeyId: ownId, errorCode: code });
  }
  await addUsageError(db, { userId, apiKeyId: null, errorCode: "internal_error" });
  const { keys } = await usage(key);
  const near = (value: number | undefined, expected: number) =>
    t.true(Math.abs((value ?? 0) / expected - 1) < 0.051, `${value} is not near ${expected}`);
  t.deepEqual(
    keys.map(({ label, tts_count: count, credits_consumed: credits }) => [label, count, credits]),
    [
      ["Fast", 20, 200],
      ["Deleted key", 2, 20],
      ["Without a key", 1, 10],
    ],
  );
  const [fast] = keys;
  near(fast?.tts_latency?.median_ms, 1_000);
  near(fast?.tts_latency?.p95_ms, 1_900);
  t.is(fast?.asr_latency, null);
  t.deepEqual(fast?.errors, [{ code: "engine_timeout", count: 2 }]);
  t.is(fast?.cancelled_count, 1, "what was stopped is no error");
  near(keys.find(({ api_key_id: id }) => id === goneId)?.tts_latency?.median_ms, 90_000);
  const web = await usage(key, "?source=web");
  t.deepEqual(
    web.keys.map(({ api_key_id: id, errors }) => [id, errors]),
    [[null, [{ code: "internal_error", count: 1 }]]],
  );
  t.deepEqual((await usage(key, "?from=2024-01-01&to=2024-01-02")).keys, []);
});

test("latencies are those of the days that were asked for, in whole months and in parts of them", async (t) => {
  const { key, userId } = await service.account();
  const days = ["2024-01-31", "2024-02-01", "2024-02-29", "2024-03-01", "2024-03-31", "2024-04-01"] as const;
  const latencyMs = new Map(days.map((day, index) => [day, 100 * 2 ** index]));
  for (const [day, ms] of latencyMs) {
    await sql`
      insert into usage_keys (user_id, day, api_key_id, request_type, requests, credits, latencies)
      values (${userId}, ${day}, '', 'tts', 1, 1,
        array_fill(1, array[1], array[latency_bucket(make_interval(secs => ${ms / 1_000}))]))`.execute(db);
  }
  await sumUsage(db, userId);
  const edges = [...days, "2024-02-02", "2024-03-30", "2023-12-31"].toSorted();
  for (const [index, from] of edges.entries()) {
    for (const to of edges.slice(index)) {
      const within = [...latencyMs].filter(([day]) => day >= from && day <= to).map(([, ms]) => ms);
      const { keys } = await usage(key, `?from=${from}&to=${to}`);
      const latency = keys[0]?.tts_latency;
      const expected = [within[Math.ceil(within.length / 2) - 1], within.at(-1)];
      const close = [latency?.median_ms, latency?.p95_ms].every(
        (ms, at) => ms === expected[at] || Math.abs((ms ?? 0) / (expected[at] ?? 0) - 1) < 0.051,
      );
      t.true(close, `from ${from} to ${to}: ${JSON.stringify(latency)}, not ${expected.join(" and ")}`);
    }
  }
});

test("a request that fails is counted for its key", async (t) => {
  const { key } = await service.account();
  const broken = Uint8Array.from(Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(4_000)]));
  const answer = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(broken) });
  t.is(answer.status, 422);
  const { keys } = await usage(key);
  t.deepEqual(
    keys.map(({ asr_count: count, errors }) => [count, errors]),
    [[0, [{ code: "audio_unusable", count: 1 }]]],
  );
});

const patternRow = (name: string, pattern: string, input: string) =>
  rowOf(["query", name], ["string_pattern_mismatch", `String should match pattern '${pattern}'`], {
    input,
    ctx: { pattern },
  });
const fromRow = (text: string, input: string) =>
  rowOf(["query", "from"], ["value_error", `Value error, ${text}`], { input, ctx: { error: {} } });
const dateRow = (name: string, input: string, error: string) =>
  rowOf(["query", name], ["date_from_datetime_parsing", `Input should be a valid date or datetime, ${error}`], {
    input,
    ctx: { error },
  });

const sourcePattern = "^(web|api_key|all)$";
const refusals: readonly (readonly [query: string, ...rows: readonly object[]])[] = [
  ["source=Web", patternRow("source", sourcePattern, "Web")],
  ["source=", patternRow("source", sourcePattern, "")],
  ["source=all%0A", patternRow("source", sourcePattern, "all\n")],
  [
    "source=x&granularity=hour&breakdown=day&from=x",
    patternRow("source", sourcePattern, "x"),
    patternRow("granularity", "^day$", "hour"),
    patternRow("breakdown", "^voice$", "day"),
    dateRow("from", "x", "input is too short"),
  ],
  ["to=2026-02-29", dateRow("to", "2026-02-29", "day value is outside expected range")],
  ["from=2026-01-02&to=2026-01-01", fromRow("`from` must not be after `to`", "2026-01-02")],
  ["from=9999-12-31", fromRow("`from` must not be after `to`", "9999-12-31")],
  ["from=2024-01-01&to=2025-01-01", fromRow("The period can have at most 366 days", "2024-01-01")],
];

for (const [query, ...rows] of refusals) {
  test(`GET /v1/usage?${query} is 422 with every reason`, async (t) => {
    const { key } = await service.account(0);
    const answer = await service.call("GET", `/v1/usage?${query}`, { key });
    t.is(answer.status, 422);
    t.is(JSON.stringify(answer.json), JSON.stringify({ detail: rows }));
  });
}

test("the sums of busy days are right beyond 32 bits", async (t) => {
  const { key, userId } = await service.account(0);
  const busy = { tts_count: 2_000_000_000, tts_characters: 2_000_000_000, credits: 2_000_000_000 };
  await plant(userId, today(), busy);
  await plant(userId, daysAgo(1), busy);
  const { requests, total_credits_consumed: total } = await usage(key);
  t.deepEqual([requests.tts_count, total], [4_000_000_000, 4_000_000_000]);
});
