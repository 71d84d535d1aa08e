import test from "ava";
import { z } from "zod";
import { apiKeyAnswer, createdApiKey, revokedApiKey, rotatedApiKey } from "#src/api/api-keys/schemas.ts";
import { newKey } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import { literalRow } from "#test/support/validation-rows.ts";

const keys = "/v1/api-keys";
const service = await startService({ env: { API_KEYS_MAX: "1000" } });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({ items: z.array(apiKeyAnswer) });
const sessionOf = async (userId: string) => signedIn(resources, userId);
const make = async (key: string, name = "n") =>
  (await service.call("POST", keys, { key, json: { name } })).data(createdApiKey);
const rotate = async (key: string, id: string, days = 0) =>
  (await service.call("POST", `${keys}/${id}/rotate`, { key, json: { grace_period_days: days } })).data(rotatedApiKey);
const revoke = async (key: string, id: string, query = "") =>
  (await service.call("DELETE", `${keys}/${id}${query}`, { key })).data(z.strictObject(revokedApiKey.shape));
const revokeAll = (key: string, id: string) => revoke(key, id, "?descendants=true");
const statusOf = async (key: string) => (await service.call("GET", "/v1/users/me", { key })).status;
const statusesOf = async (made: readonly { readonly key: string }[]) => {
  const found: number[] = [];
  for (const { key } of made) found.push(await statusOf(key));
  return found;
};
const listed = async (key: string, id: string) => {
  const { items } = (await service.call("GET", `${keys}?limit=100`, { key })).data(page);
  return items.find((item) => item.api_key_id === id);
};

test("a key remembers the key that made it; one that a person made remembers none", async (t) => {
  const { key, userId } = await service.account();
  const json = { name: "First" };
  const first = (await service.call("POST", keys, { ...(await sessionOf(userId)), json })).data(createdApiKey);
  const second = await make(first.key, "Second");
  t.deepEqual([first.created_by_key_id, second.created_by_key_id], [null, first.api_key_id]);
  t.like(await listed(key, first.api_key_id), { created_by_key_id: null, created_by_key_name: null });
  const shown = { created_by_key_id: first.api_key_id, created_by_key_name: "First", live_descendants: 0 };
  t.like(await listed(key, second.api_key_id), shown);
  t.like(await listed(key, first.api_key_id), { live_descendants: 1 });
});

test("revoking leaves alone what the key has made, and tells how many of those work", async (t) => {
  const { key } = await service.account();
  const root = await make(key);
  const [child, other] = [await make(root.key), await make(root.key)];
  const grandchild = await make(child.key);
  await revoke(key, other.api_key_id);
  t.like(await revoke(key, root.api_key_id), { revoked_descendants: [], live_descendants: 2 });
  t.deepEqual(await statusesOf([root, child, grandchild, other]), [401, 200, 200, 401]);
});

test("revoking with all that the key has made reaches every generation, at once, and nothing else", async (t) => {
  const { key } = await service.account();
  const [root, bystander] = [await make(key), await make(key)];
  const child = await make(root.key);
  const gone = await make(child.key);
  const survivor = await make(gone.key);
  const another = await make(bystander.key);
  // A key that is revoked itself still leads to those that it has made.
  await revoke(key, gone.api_key_id);
  const answer = await revokeAll(key, root.api_key_id);
  t.deepEqual(await statusesOf([root, child, survivor, bystander, another]), [401, 401, 401, 200, 200]);
  t.deepEqual(answer.revoked_descendants.toSorted(), [child.api_key_id, survivor.api_key_id].toSorted());
  t.is(answer.live_descendants, 0);
  const again = await revokeAll(key, root.api_key_id);
  t.deepEqual(again, { ...answer, revoked_descendants: [] }, "a second time changes nothing");
});

test("what a revoked key has made can be revoked later, too", async (t) => {
  const { key } = await service.account();
  const root = await make(key);
  const child = await make(root.key);
  const { revoked_at: revokedAt } = await revoke(key, root.api_key_id);
  t.like(await listed(key, root.api_key_id), { live_descendants: 1 });
  const answer = await revokeAll(key, root.api_key_id);
  t.deepEqual([answer.revoked_at, answer.revoked_descendants], [revokedAt, [child.api_key_id]]);
  t.is(await statusOf(child.key), 401);
});

test("a key can revoke itself with all that it has made", async (t) => {
  const { key } = await service.account();
  const root = await make(key);
  const child = await make(root.key);
  await revokeAll(root.key, root.api_key_id);
  t.deepEqual(await statusesOf([root, child]), [401, 401]);
});

test("a new key in place of another one stands where that stood", async (t) => {
  const { key, userId } = await service.account();
  const root = await make(key);
  const old = await make(root.key);
  const early = await make(old.key);
  // A person replaces it, so no key has authenticated that.
  const path = `${keys}/${old.api_key_id}/rotate`;
  const options = { ...(await sessionOf(userId)), json: { grace_period_days: 7 } };
  const successor = (await service.call("POST", path, options)).data(rotatedApiKey);
  t.is(successor.created_by_key_id, root.api_key_id);
  t.like(await listed(key, successor.api_key_id), { replaces_key_id: old.api_key_id, live_descendants: 1 });
  const late = await make(successor.key);
  t.like(await listed(key, successor.api_key_id), { live_descendants: 2 });
  t.like(await listed(key, old.api_key_id), { live_descendants: 1 });
  t.like(await listed(key, root.api_key_id), { live_descendants: 4 });

  const answer = await revokeAll(key, successor.api_key_id);
  t.is(answer.revoked_descendants.length, 2);
  t.deepEqual(await statusesOf([root, old, early, late, successor]), [200, 200, 401, 401, 401]);
});

test("all that descends from a key goes with it, however often it was replaced on the way", async (t) => {
  const { key } = await service.account();
  const root = await make(key);
  const child = await make(root.key);
  const second = await rotate(key, child.api_key_id, 7);
  const third = await rotate(second.key, second.api_key_id);
  const last = await make(third.key);
  await revokeAll(key, root.api_key_id);
  t.deepEqual(await statusesOf([root, child, second, third, last, { key }]), [401, 401, 401, 401, 401, 200]);
});

test("what a leaked key has got by replacing other keys, or itself, goes with it", async (t) => {
  const { key } = await service.account();
  const [leaked, victim] = [await make(key), await make(key)];
  const kept = await make(victim.key);
  const taken = await rotate(leaked.key, victim.api_key_id, 7);
  const itself = await rotate(leaked.key, leaked.api_key_id, 7);
  const { revoked_descendants: revoked } = await revokeAll(key, leaked.api_key_id);
  t.deepEqual(revoked.toSorted(), [taken.api_key_id, itself.api_key_id].toSorted());
  t.deepEqual(await statusesOf([leaked, taken, itself]), [401, 401, 401]);
  t.deepEqual(await statusesOf([victim, kept]), [200, 200], "what it never saw goes on working");
});

test("descendants is true or false, and keys of another account are out of reach", async (t) => {
  const [owner, stranger] = await Promise.all([service.account(), service.account()]);
  const root = await make(owner.key);
  const child = await make(root.key);
  for (const value of ["", "1", "yes", "TRUE"]) {
    const path = `${keys}/${root.api_key_id}?descendants=${value}`;
    const answer = await service.call("DELETE", path, { key: owner.key });
    const row = literalRow(["query", "descendants"], value, "'true' or 'false'");
    t.deepEqual([answer.status, answer.json], [422, { detail: [row] }]);
  }
  const path = `${keys}/${root.api_key_id}?descendants=true`;
  t.is((await service.call("DELETE", path, { key: stranger.key })).status, 404);
  t.deepEqual(await statusesOf([root, child]), [200, 200]);
  t.like(await revoke(owner.key, root.api_key_id, "?descendants=false"), { live_descendants: 1 });
});

test("no key outlives its creator unseen, however making, replacing and revoking coincide", async (t) => {
  t.timeout(120_000);
  const { key, userId } = await service.account();
  const found = { made: 0, refused: 0, left: 0 };
  for (let round = 0; round < 60; round += 1) {
    const creator = await make(await newKey(resources, userId));
    const all = round % 2 === 0;
    const path = round % 4 < 2 ? keys : `${keys}/${creator.api_key_id}/rotate`;
    const json = { name: "n", grace_period_days: 7 };
    const [revocation, answer] = await Promise.all([
      revoke(key, creator.api_key_id, `?descendants=${all}`),
      service.call("POST", path, { key: creator.key, json }),
    ]);
    t.is(await statusOf(creator.key), 401);
    if (answer.status !== 201) {
      t.is(answer.status, 401);
      found.refused += 1;
      continue;
    }
    found.made += 1;
    const made = answer.data(createdApiKey);
    const isLeft = (await statusOf(made.key)) === 200;
    t.is(isLeft, !all, "with its descendants it leaves none");
    t.is(revocation.live_descendants, isLeft ? 1 : 0, "without them it counts what it leaves");
    if (isLeft) found.left += 1;
  }
  t.log(found);
  t.true(found.made > 0);
});

test("two revocations of a family at once revoke each key once", async (t) => {
  const { key } = await service.account();
  const root = await make(key);
  const children = await Promise.all(Array.from({ length: 10 }, () => make(root.key)));
  const answers = await Promise.all([revokeAll(key, root.api_key_id), revokeAll(key, root.api_key_id)]);
  t.deepEqual(
    answers.flatMap((answer) => answer.revoked_descendants).toSorted(),
    children.map((child) => child.api_key_id).toSorted(),
  );
  t.is(answers[0]?.revoked_at, answers[1]?.revoked_at);
  t.deepEqual(new Set(await statusesOf(children)), new Set([401]));
});
