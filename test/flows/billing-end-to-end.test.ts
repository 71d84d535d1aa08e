import { copyFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { emptyInstallation, openCurl } from "#test/support/empty-installation.ts";

const person = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password: "correct horse" };
const planList = z.object({ items: z.array(z.object({ plan_id: z.string(), tts_credits_per_cycle: z.int() })) });
const checkout = z.object({
  payments_order_id: z.string(),
  amount: z.int(),
  key_id: z.string(),
  checkout_url: z.url(),
});
const subscription = z.object({ plan_id: z.string(), status: z.string(), payments_order_id: z.string() });
const usage = z.object({
  credits: z.object({ tts_remaining: z.int(), asr_remaining: z.int() }),
  requests: z.object({ tts_count: z.int(), asr_count: z.int(), tts_characters_processed: z.int() }),
  total_credits_consumed: z.int(),
  series: z.array(z.object({ date: z.string(), total_credits_consumed: z.int() })),
  breakdown: z.array(z.object({ label: z.string(), credits_consumed: z.int(), tts_count: z.int() })),
});
const key = z.object({ key: z.string() });
const spoken = z.object({ request_id: z.uuid(), status: z.string(), audio_url: z.string() });
const heard = z.object({ text: z.string(), usage: z.object({ seconds: z.int() }) });

/** The seconds for which the reconciler of the test lets an order wait. */
const reconcileSeconds = 3;

test.serial("with curl only: subscribe, pay, have credits, spend them, and see by what they went", async (t) => {
  const { service, folder } = await emptyInstallation(t, { PAYMENT_RECONCILE_SECONDS: String(reconcileSeconds) });
  const { baseUrl } = service;
  const curl = openCurl(folder);
  const json = ["-H", "Content-Type: application/json"];
  const origin = ["-H", `Origin: ${baseUrl}`];
  const data = async <Data>(schema: z.ZodType<Data>, expected: number, ...args: readonly string[]): Promise<Data> => {
    const { status, text } = await curl(...args);
    t.is(status, expected, text);
    return z.object({ data: schema }).parse(JSON.parse(text)).data;
  };
  const { url: signInPage } = await curl("-L", `${baseUrl}/auth/login?return_to=/docs`);
  const fields = Object.entries(person).flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]);
  await curl("-L", ...fields, `${signInPage}/sign-up`);
  const named = ["-d", '{"name":"laptop"}'];
  const { key: secret } = await data(key, 201, ...json, ...origin, ...named, `${baseUrl}/v1/api-keys`);
  const auth = ["-H", `X-API-Key: ${secret}`];
  const report = (query = "") => data(usage, 200, ...auth, `${baseUrl}/v1/usage${query}`);
  const current = () => curl(...auth, `${baseUrl}/v1/subscriptions/current`);
  const subscribe = (planId: string, status: number) =>
    data(checkout, status, ...auth, ...json, "-d", `{"plan_id":"${planId}"}`, `${baseUrl}/v1/subscriptions`);
  const pay = (
    { payments_order_id: orderId, key_id: keyId, checkout_url: url }: z.output<typeof checkout>,
    how: string,
  ) => curl("-d", `key_id=${keyId}`, "-d", `order_id=${orderId}`, "-d", `outcome=${how}`, `${url}/pay`);
  const untilPlan = async (planId: string, withinMs: number) => {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      const { status, text } = await current();
      if (status === 200) {
        const found = z.object({ data: subscription }).parse(JSON.parse(text)).data;
        if (found.plan_id === planId && found.status === "active") return found;
      }
      await sleep(100);
    }
    return t.fail(`The plan ${planId} did not begin.`);
  };

  const { items } = await data(planList, 200, ...auth, `${baseUrl}/v1/plans`);
  const starter = items.find((plan) => plan.plan_id === "starter");
  const before = await report();
  t.is((await current()).status, 404);
  const order = await subscribe("starter", 201);
  t.is((await pay(order, "failed")).status, 200);
  t.is((await current()).status, 404, "a failed payment begins nothing");
  t.is((await subscribe("starter", 200)).payments_order_id, order.payments_order_id, "and can be tried again");
  t.is((await pay(order, "paid")).status, 200);
  t.like(await untilPlan("starter", 10_000), { payments_order_id: order.payments_order_id });
  const after = await report();
  t.is(after.credits.tts_remaining, before.credits.tts_remaining + (starter?.tts_credits_per_cycle ?? 0));
  t.true(after.credits.tts_remaining > before.credits.tts_remaining);

  const speak = (...who: readonly string[]) =>
    data(spoken, 200, ...who, ...json, "-d", '{"text":"Hello again"}', `${baseUrl}/v1/speech/synthesize`);
  const { audio_url: audio } = await speak(...auth);
  await speak(...origin);
  t.is((await curl(...auth, audio)).status, 200);
  await copyFile(`${folder}/body`, `${folder}/hello.wav`);
  const form = ["-F", `audio=@${folder}/hello.wav`];
  const { usage: used } = await data(heard, 200, ...auth, ...form, `${baseUrl}/v1/speech/transcriptions`);
  const byKey = await report("?source=api_key&breakdown=voice");
  t.like(byKey.requests, { tts_count: 1, asr_count: 1, tts_characters_processed: 11 });
  t.is(byKey.total_credits_consumed, 11 + used.seconds);
  t.is(byKey.series.at(-1)?.total_credits_consumed, 11 + used.seconds);
  t.is(byKey.breakdown.length, 1);
  t.like(byKey.breakdown[0], { credits_consumed: 11, tts_count: 1 });
  t.like((await report("?source=web")).requests, { tts_count: 1, asr_count: 0 });
  const all = await report();
  t.is(all.credits.tts_remaining, after.credits.tts_remaining - 22);
  t.is(all.credits.asr_remaining, after.credits.asr_remaining - used.seconds);

  const lost = await subscribe("pro", 201);
  const sandbox = new URL(lost.checkout_url).origin;
  const secrets = z.object({ payment_key_id: z.string(), payment_key_secret: z.string() });
  const { payment_key_id: id, payment_key_secret: password } = secrets.parse(await service.secrets());
  const told = ["-u", `${id}:${password}`, "-X", "PUT", ...json, "-d", '{"sent":false}', `${sandbox}/sandbox/webhooks`];
  t.is((await curl(...told)).status, 200);
  t.is((await pay(lost, "paid")).status, 200);
  await untilPlan("pro", (reconcileSeconds + 2) * 1_000);
});
