import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import test from "ava";
import { inheritedEnvironment } from "#harness/service/service-process.ts";
import { owner } from "#src/config/owner.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { openBrowser } from "#test/support/browser.ts";
import { sandboxEnvironment, signIn, signUp } from "#test/support/sandbox.ts";
import { openRelyingParty } from "./relying-party.ts";
import { newPerson, openWorld } from "./world.ts";

test("a person signs up and the client gets tokens that say who it is and never that the e-mail is verified", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const person = newPerson();
  const request = client.authorize();
  const callback = await signUp(request.url, { ...person, email: person.email.toUpperCase() });
  const { searchParams } = new URL(callback);
  t.is(searchParams.get("state"), request.state);
  t.is(searchParams.get("iss"), sandbox.issuer);
  const { tokens } = await client.exchange(callback, request.verifier);

  const claims = { email: person.email, email_verified: false, name: "Ada Lovelace", preferred_username: "ada" };
  const id = await client.verify(tokens?.id_token ?? "", sandbox.env.OIDC_CLIENT_ID);
  t.like(id.payload, { ...claims, nonce: request.nonce });
  const access = await client.verify(tokens?.access_token ?? "", sandbox.env.OIDC_AUDIENCE);
  t.like(access.payload, { ...claims, sub: id.payload.sub, client_id: sandbox.env.OIDC_CLIENT_ID });
  t.is(access.protectedHeader.typ, "at+jwt");
  t.is((access.payload.exp ?? 0) - (access.payload.iat ?? 0), 600);
  t.is(tokens?.expires_in, 600);

  const again = client.authorize();
  const { tokens: later } = await client.exchange(await signIn(again.url, person), again.verifier);
  const sameId = await client.verify(later?.id_token ?? "", sandbox.env.OIDC_CLIENT_ID);
  t.is(sameId.payload.sub, id.payload.sub, "a later sign-in is the same person");
});

test("a client that asks for it gets the page for a new account first, and tokens once that is made", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const person = newPerson();
  const request = client.authorize({ prompt: "create" });
  const browser = openBrowser();
  const page = await browser.visit(request.url);
  t.regex(page.html, /<h1>Create account<\/h1>/);
  t.notRegex(page.html, /Continue as owner/);
  const fields = [...page.html.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name);
  t.deepEqual(fields, ["name", "email", "password", "username"]);
  const signInPage = await browser.visit(`${page.url}/sign-in`);
  t.regex(signInPage.html, /<h1>Sign in<\/h1>/);
  const { url } = await browser.submit(page, person, { stopAt: sandbox.env.PUBLIC_URL });
  const { tokens } = await client.exchange(url, request.verifier);
  const { payload } = await client.verify(tokens?.id_token ?? "", sandbox.env.OIDC_CLIENT_ID);
  t.is(payload["email"], person.email);
});

test("the owner signs in with one press of the first button, the same person each time, and is verified", async (t) => {
  await using world = await openWorld();
  const { client, sandbox, restart } = world;
  const signInAsOwner = async () => {
    const request = client.authorize();
    const browser = openBrowser();
    const page = await browser.visit(request.url);
    t.regex(page.html, /^(?:(?!<button).)*<button[^>]*>Continue as owner</s, "no button comes before it");
    const { url } = await browser.visit(`${page.url}/owner`, { fields: {}, stopAt: sandbox.env.PUBLIC_URL });
    const { tokens } = await client.exchange(url, request.verifier);
    const { payload } = await client.verify(tokens?.id_token ?? "", sandbox.env.OIDC_CLIENT_ID);
    return { payload, browser };
  };
  const { payload, browser } = await signInAsOwner();
  t.like(payload, { sub: owner.subject, email: owner.email, email_verified: true, name: owner.name });
  const kept = await browser.visit(`${sandbox.issuer}/account/delete`, { fields: {} });
  t.regex(kept.html, /cannot be deleted/);
  await restart();
  t.is((await signInAsOwner()).payload.sub, owner.subject);

  const other = openBrowser();
  await other.visit(`${sandbox.issuer}/account`);
  const account = await other.visit(`${sandbox.issuer}/account/sign-in/owner`, { fields: {} });
  t.regex(account.html, new RegExp(`value="${owner.email}"`), "its account page as well");
});

test("a wrong password and an unknown e-mail get the same answer; a taken e-mail and invalid fields are reported", async (t) => {
  await using world = await openWorld();
  const { client } = world;
  const person = newPerson();
  await signUp(client.authorize().url, person);

  const browser = openBrowser();
  const page = await browser.visit(client.authorize().url);
  const wrong = await browser.submit(page, { email: person.email, password: "wrong horse" });
  const unknown = await browser.submit(page, { email: "nobody@example.com", password: "wrong horse" });
  t.is(wrong.status, 422);
  t.regex(wrong.html, /The e-mail or the password is wrong\./);
  t.is(unknown.html.replace("nobody@example.com", person.email), wrong.html);
  t.notRegex(wrong.html, /wrong horse/, "a password is never shown");

  const signUpPage = await browser.visit(`${page.url}/sign-up`);
  const taken = await browser.submit(signUpPage, { ...person, email: person.email.toUpperCase() });
  t.is(taken.status, 422);
  t.regex(taken.html, /There is an account with this e-mail already\./);
  const hostile = { name: '<b>"Ada"</b>', username: "a b", email: "nowhere", password: "1234567" };
  const bad = await browser.submit(signUpPage, hostile);
  t.is(bad.status, 422);
  for (const sentence of ["Up to 50 letters", "This is not an e-mail address", "A password has 8 to 200 characters"]) {
    t.true(bad.html.includes(sentence), sentence);
  }
  t.notRegex(bad.html, /<b>/);
  for (const password of ["x".repeat(201), "\0".repeat(8)]) {
    t.is((await browser.submit(signUpPage, { ...newPerson(), password })).status, 422);
  }
  const nul = await browser.submit(page, { email: "a\0@example.com", password: "\0" });
  t.is(nul.status, 422);
});

test("an authorization request needs PKCE and the registered callback", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const browser = openBrowser();
  const foreign = await browser.visit(client.authorize({ redirect_uri: "http://localhost:1/auth/callback" }).url);
  t.is(foreign.status, 400);
  t.true(foreign.url.startsWith(sandbox.issuer), "it is not redirected to");
  const callback = `${sandbox.env.PUBLIC_URL}/auth/callback`;
  for (const overrides of [{ code_challenge: "", code_challenge_method: "" }, { code_challenge_method: "plain" }]) {
    const { url } = await browser.visit(client.authorize(overrides).url, { stopAt: callback });
    t.is(new URL(url).searchParams.get("error"), "invalid_request");
  }
});

test("a code is worth tokens once, and only with its verifier and the client's secret", async (t) => {
  await using world = await openWorld();
  const { client } = world;
  const browser = openBrowser();
  const request = client.authorize();
  const callback = await signUp(request.url, newPerson(), browser);
  t.is((await client.exchange(callback, "x".repeat(43))).error, "invalid_grant");
  t.is((await client.exchange(callback, request.verifier, "wrong")).error, "invalid_client");
  t.is((await client.exchange(callback, request.verifier)).status, 200);
  t.is((await client.exchange(callback, request.verifier)).error, "invalid_grant");

  const next = client.authorize();
  const passed = await browser.visit(next.url, { stopAt: world.receiver.url });
  t.is((await client.exchange(passed.url, next.verifier)).status, 200, "the session goes on after that");
});

test("an interaction belongs to the browser that began it, and forms to our own pages", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const browser = openBrowser();
  const page = await browser.visit(client.authorize().url);
  const stranger = await openBrowser().visit(page.url);
  t.is(stranger.status, 400);
  for (const [origin, status] of [
    ["http://localhost:1", 403],
    ["null", 403],
    [sandbox.issuer, 422],
  ] as const) {
    const body = new URLSearchParams({ email: "", password: "" });
    const headers = { origin, cookie: browser.cookies(page.url) };
    t.is((await fetch(page.url, { method: "POST", headers, body })).status, status, origin);
  }
  const policy = page.headers.get("content-security-policy") ?? "";
  t.regex(policy, new RegExp(`default-src 'none';.* form-action 'self' ${sandbox.env.PUBLIC_URL};`));
  t.regex(page.html, /<label for="email">E-mail<\/label>\s*<input id="email"/);
  const json = await fetch(page.url, { method: "POST", headers: { cookie: browser.cookies(page.url) }, body: "{}" });
  t.is(json.status, 400);
});

test("a session, a code and the signing key survive a restart", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const browser = openBrowser();
  const person = newPerson();
  const request = client.authorize();
  const callback = await signUp(request.url, person, browser);
  const restarted = await world.restart();
  const { tokens } = await client.exchange(callback, request.verifier);
  const fresh = await openRelyingParty(restarted.env);
  for (const { verify } of [client, fresh]) {
    await t.notThrowsAsync(verify(tokens?.access_token ?? "", sandbox.env.OIDC_AUDIENCE));
  }
  const next = client.authorize({ prompt: "none" });
  const passed = await browser.visit(next.url, { stopAt: world.receiver.url });
  t.is((await client.exchange(passed.url, next.verifier)).status, 200);
});

test("signing out at the provider ends its session and leads back to the service", async (t) => {
  await using world = await openWorld();
  const { client, receiver } = world;
  const browser = openBrowser();
  const request = client.authorize();
  const callback = await signUp(request.url, newPerson(), browser);
  const { tokens } = await client.exchange(callback, request.verifier);
  const url = new URL(client.metadata.end_session_endpoint);
  url.searchParams.set("id_token_hint", tokens?.id_token ?? "");
  url.searchParams.set("post_logout_redirect_uri", `${receiver.url}/`);
  const done = await browser.visit(url.href, { stopAt: receiver.url });
  t.is(done.url, `${receiver.url}/`);
  const silent = await browser.visit(client.authorize({ prompt: "none" }).url, { stopAt: receiver.url });
  t.is(new URL(silent.url).searchParams.get("error"), "login_required");
});

test("without SANDBOX=true, reachable from elsewhere or half configured it does not start and says why", async (t) => {
  const databaseUrl = testEnvironment().clusterUrl;
  const env = { ...sandboxEnvironment("http://localhost:1", 1), DATABASE_URL: databaseUrl };
  const refusals = [
    [{ SANDBOX: "false" }, /^The sandbox's identity provider runs only where.*\n$/],
    [{ IDENTITY_WEBHOOK_SECRET: "" }, /^The sandbox's identity provider needs IDENTITY_WEBHOOK_SECRET\.\n$/],
    [{ DATABASE_URL: "" }, /^The sandbox's identity provider needs DATABASE_URL\.\n$/],
    [{ HOST: "0.0.0.0" }, /^The sandbox runs on this machine only/],
    [{ PUBLIC_URL: "http://192.0.2.1:8080" }, /^The sandbox runs on this machine only/],
  ] as const;
  for (const [overrides, sentence] of refusals) {
    const child = spawn(process.execPath, ["sandbox/identity.ts"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...inheritedEnvironment(), ...env, ...overrides },
    });
    const [output] = await Promise.all([text(child.stderr), once(child, "exit")]);
    t.regex(output, sentence);
    t.is(child.exitCode, 1);
  }
});
