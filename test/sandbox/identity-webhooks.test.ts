import test from "ava";
import { z } from "zod";
import { openBrowser } from "#test/support/browser.ts";
import { signIn, signUp } from "#test/support/sandbox.ts";
import { newPerson, openWorld } from "./world.ts";

const user = z.object({
  id: z.uuid(),
  email_addresses: z.tuple([
    z.object({
      id: z.string(),
      email_address: z.email(),
      verification: z.object({ status: z.literal("unverified") }),
    }),
  ]),
  primary_email_address_id: z.string(),
  first_name: z.string(),
  last_name: z.null(),
  username: z.string().nullable(),
  public_metadata: z.strictObject({}),
  created_at: z.int(),
  updated_at: z.int(),
});

test("sign-up, account change and deletion each send one webhook, in order", async (t) => {
  await using world = await openWorld();
  const { client, receiver, sandbox } = world;
  const browser = openBrowser();
  const person = newPerson();
  const request = client.authorize();
  const callback = await signUp(request.url, person, browser);
  const created = await receiver.next();
  t.is(created.type, "user.created");
  const before = user.parse(created.data);
  t.is(before.email_addresses[0].email_address, person.email);
  t.is(before.email_addresses[0].id, before.primary_email_address_id);
  t.like(before, { first_name: person.name, username: person.username, updated_at: before.created_at });
  const { tokens } = await client.exchange(callback, request.verifier);
  const { payload } = await client.verify(tokens?.id_token ?? "", sandbox.env.OIDC_CLIENT_ID);
  t.is(payload.sub, before.id, "it is the subject of the tokens");

  const page = await browser.visit(`${sandbox.issuer}/account`);
  const saved = await browser.submit(page, { name: "Countess", username: "", email: `new-${person.email}` });
  t.is(saved.status, 200);
  t.regex(saved.html, /value="Countess"/);
  const updated = await receiver.next();
  t.is(updated.type, "user.updated");
  const after = user.parse(updated.data);
  t.like(after, { id: before.id, first_name: "Countess", username: null, created_at: before.created_at });
  t.is(after.email_addresses[0].email_address, `new-${person.email}`);
  t.true(after.updated_at > before.updated_at);

  const deleted = await browser.visit(`${sandbox.issuer}/account/delete`, { fields: {} });
  t.regex(deleted.html, /The account is deleted/);
  const gone = await receiver.next();
  t.is(gone.type, "user.deleted");
  t.deepEqual(gone.data, { id: before.id, deleted: true });
  t.is(new Set([created.id, updated.id, gone.id]).size, 3);

  const silent = await browser.visit(client.authorize({ prompt: "none" }).url, { stopAt: receiver.url });
  t.is(new URL(silent.url).searchParams.get("error"), "login_required", "the session went with the account");
  await t.throwsAsync(signIn(client.authorize().url, person), { message: /e-mail or the password is wrong/ });
});

test("the account page asks for e-mail and password without a session, and refuses a taken e-mail", async (t) => {
  await using world = await openWorld();
  const { client, sandbox } = world;
  const [one, other] = [newPerson(), newPerson()];
  await signUp(client.authorize().url, one);
  await signUp(client.authorize().url, other);

  const browser = openBrowser();
  const account = `${sandbox.issuer}/account`;
  const asked = await browser.visit(account, { fields: { name: "x", username: "", email: "x@example.com" } });
  t.regex(asked.html, /<h1>Sign in<\/h1>/, "without a session nothing is changed");
  const wrong = await browser.submit(asked, { email: one.email, password: other.password.toUpperCase() });
  t.is(wrong.status, 422);
  const shown = await browser.submit(wrong, { email: one.email, password: one.password });
  t.is(shown.status, 200);
  t.true(shown.html.includes(one.email));
  const taken = await browser.submit(shown, { name: "A", username: "", email: other.email });
  t.is(taken.status, 422);
  t.regex(taken.html, /There is an account with this e-mail already/);
  const passed = await browser.visit(client.authorize({ prompt: "none" }).url, { stopAt: world.receiver.url });
  t.truthy(new URL(passed.url).searchParams.get("code"), "the session is the provider's own");
});

test("two people who take one e-mail at the same time are one account and one event", async (t) => {
  await using world = await openWorld();
  const { client, receiver } = world;
  const person = newPerson();
  const both = await Promise.allSettled([1, 2].map(() => signUp(client.authorize().url, person)));
  t.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  await receiver.next();
  await signUp(client.authorize().url, newPerson());
  t.not(user.parse((await receiver.next()).data).email_addresses[0].email_address, person.email);
});

test("a refused webhook is sent again with a new signature, and the account's later ones wait for it", async (t) => {
  await using world = await openWorld();
  const { client, receiver, sandbox } = world;
  receiver.answers.push(500, 404);
  const browser = openBrowser();
  await signUp(client.authorize().url, newPerson(), browser);
  const page = await browser.visit(`${sandbox.issuer}/account`);
  await browser.submit(page, { name: "Countess", username: "", email: newPerson().email });

  const [first, second, third, fourth] = [
    await receiver.next(),
    await receiver.next(),
    await receiver.next(),
    await receiver.next(),
  ];
  t.deepEqual([second.id, third.id], [first.id, first.id]);
  t.deepEqual([second.data, third.data], [first.data, first.data]);
  t.true(second.receivedAtMs - first.receivedAtMs >= 990);
  t.true(third.receivedAtMs - second.receivedAtMs >= 1_990);
  t.true(second.signedAtSeconds > first.signedAtSeconds && third.signedAtSeconds > second.signedAtSeconds);
  t.is(fourth.type, "user.updated");
});

test("a webhook outlives a receiver that is unavailable and a restart of the provider", async (t) => {
  await using world = await openWorld();
  const { client, receiver } = world;
  await receiver.stop();
  const person = newPerson();
  await signUp(client.authorize().url, person);
  await world.restart();
  await receiver.start();
  const { type, data } = await receiver.next();
  t.is(type, "user.created");
  t.is(user.parse(data).email_addresses[0].email_address, person.email);
});
