import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { openRelyingParty } from "#test/sandbox/relying-party.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { type Browser, openBrowser } from "#test/support/browser.ts";
import { sandboxEnvironment, signIn, signUp, startSandboxIdentity } from "#test/support/sandbox.ts";
import { startService } from "#test/support/service.ts";

const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const sandboxPort = await freePort();
const env = sandboxEnvironment(publicUrl, sandboxPort);
const service = await startService({ workers: ["billing"], env: { ...env, PORT: String(port) } });
const { db } = service.resources;
const databaseUrl = service.env["DATABASE_URL"] ?? "";
const sandbox = await startSandboxIdentity({ publicUrl, databaseUrl, port: sandboxPort });
test.after.always(async () => {
  await sandbox.stop();
  await service[Symbol.asyncDispose]();
});

const ann = { email: "ann@example.com", password: "correct horse", name: "Ann Lee", username: "ann" };
const bo = { email: "bo@example.com", password: "battery staple", name: "Bo Ek" };

/** Begins at the service, as a person does. @returns the address at the provider */
async function begin(browser: Browser): Promise<string> {
  const { url } = await browser.visit(`${publicUrl}/auth/login?return_to=/healthz`, { stopAt: sandbox.issuer });
  return url;
}

async function profile(browser: Browser): Promise<Record<string, unknown>> {
  const answer = await service.call("GET", "/v1/users/me", { cookie: browser.cookies(publicUrl) });
  return answer.data(z.record(z.string(), z.unknown()));
}

test.serial("those who sign up are signed in, and are no admins", async (t) => {
  const browser = openBrowser();
  const { status, url } = await browser.visit(await signUp(await begin(browser), ann, browser));
  t.deepEqual([status, url], [200, `${publicUrl}/healthz`]);
  t.like(await profile(browser), { name: "Ann Lee", email: "ann@example.com", username: "ann", role: "user" });
  const other = openBrowser();
  await other.visit(await signUp(await begin(other), bo, other));
  t.like(await profile(other), { name: "Bo Ek", email: "bo@example.com", username: "bo", role: "user" });
});

test.serial("the provider's notifications are about the same accounts", async (t) => {
  const deadline = performance.now() + 30_000;
  const waiting = () => db.selectFrom("webhook_events").select("status").where("status", "=", "processed").execute();
  while ((await waiting()).length < 2 && performance.now() < deadline) await delay(50);
  t.is((await waiting()).length, 2);
  t.is((await db.selectFrom("users").select("id").execute()).length, 2);
});

test.serial("signing in again finds the account, in another browser as well", async (t) => {
  const browser = openBrowser();
  await browser.visit(await signIn(await begin(browser), ann, browser));
  const { user_id: userId } = await profile(browser);
  const elsewhere = openBrowser();
  await elsewhere.visit(await signIn(await begin(elsewhere), ann, elsewhere));
  t.is((await profile(elsewhere))["user_id"], userId);
});

test.serial("an access token of the provider opens the account, its ID token does not", async (t) => {
  const client = await openRelyingParty(env);
  const request = client.authorize();
  const { tokens } = await client.exchange(await signIn(request.url, ann), request.verifier);
  const call = (token = "") => service.call("GET", "/v1/users/me", { headers: { authorization: `Bearer ${token}` } });
  t.like((await call(tokens?.access_token)).json, { data: { email: "ann@example.com", role: "user" } });
  t.like((await call(tokens?.id_token)).json, { code: "invalid_session" });
});

test.serial("signing out says where to sign out of the provider, too", async (t) => {
  const browser = openBrowser();
  await browser.visit(await signIn(await begin(browser), bo, browser));
  const sent = { cookie: browser.cookies(publicUrl), headers: { origin: publicUrl } };
  const answer = await service.call("POST", "/auth/logout", sent);
  const { provider_sign_out_url: url } = answer.data(z.object({ provider_sign_out_url: z.url() }));
  t.true(url.startsWith(`${sandbox.issuer}/`));
  t.is(new URL(url).searchParams.get("post_logout_redirect_uri"), `${publicUrl}/`);
  const left = await browser.visit(url);
  t.deepEqual([left.status, left.url], [200, `${publicUrl}/`], "the provider asks nothing");
  t.is((await browser.visit(url)).url, `${publicUrl}/`, "a second time changes nothing");
  const { status, url: asked } = await browser.visit(await begin(browser));
  t.is(status, 200);
  t.true(new URL(asked).pathname.startsWith("/interaction/"), "signing in again needs the password");
  t.is((await service.call("GET", "/v1/users/me", sent)).status, 401);
});

test.serial(
  "the provider asks before it ends a session for which no ID token, or that of another person, is shown",
  async (t) => {
    const browser = openBrowser();
    await browser.visit(await signIn(await begin(browser), ann, browser));
    const other = openBrowser();
    await other.visit(await signIn(await begin(other), bo, other));
    const sent = { cookie: other.cookies(publicUrl), headers: { origin: publicUrl } };
    const answer = await service.call("POST", "/auth/logout", sent);
    const { provider_sign_out_url: url } = answer.data(z.object({ provider_sign_out_url: z.url() }));
    const without = new URL(url);
    without.searchParams.delete("id_token_hint");
    for (const address of [url, without.href]) t.true((await browser.visit(address)).url.startsWith(sandbox.issuer));
    const { url: again } = await browser.visit(`${publicUrl}/auth/login?return_to=/healthz`);
    t.is(again, `${publicUrl}/healthz`, "it is still signed in");
  },
);
