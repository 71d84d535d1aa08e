import test from "ava";
import { z } from "zod";
import { apiKeyAnswer, createdApiKey } from "#src/api/api-keys/schemas.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { startIssuer } from "#test/support/issuer.ts";
import { startService } from "#test/support/service.ts";

const issuer = await startIssuer();
const service = await startService({ env: { ...issuer.env, SIGN_INS_PER_MINUTE: "1000" } });
const { db } = service.resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const hidden: readonly string[] = [
  ...["laptop\u202Egpj", "\u2066laptop\u2069", "\u200Flaptop", "\u061Claptop"],
  ...[
    "lap\u200Btop",
    "lap\u00ADtop",
    "lap\u2060top",
    "\uFEFFlaptop",
    "lap\u{E0061}top",
    "lap\u3164top",
    "lap\u200Dtop",
  ],
  ...["one\ntwo", "one\r\ntwo", "one\u2028two", "one\u2029two", "one\ttwo", "one\u0085two", "one\u001B[2Jtwo"],
  ...[" ", "\u3000\u00A0", "\u2800\u2800", "\u3164", "\u200B", "a\uFE0F"],
];
const plain: readonly string[] = [
  ...[
    "speech on laptop",
    "Ännchens Rechner №1",
    "デスクトップ",
    "حاسوب محمول",
    "מחשב נייד",
    "क्‍ष",
    "می‌خواهم",
    "👩‍💻 ❤️ 👍🏽",
  ],
  ...["<b>&amp;", "\uFFFD"],
];

test("names that hide something or are blank are shown with U+FFFD, and all others as they are", (t) => {
  for (const name of hidden) {
    const shown = displayName(name);
    t.not(shown, name);
    t.true(shown.includes("\uFFFD"));
    t.is(displayName(shown), shown);
  }
  for (const name of plain) t.is(displayName(name), name);
});

test("neither a program nor a key gets such a name", async (t) => {
  const { key } = await service.account();
  const shown = async (field: string, name: string, path: string) => {
    const { status, json } = await service.call("POST", path, { key, json: { [field]: name } });
    return { status, json };
  };
  for (const name of hidden)
    for (const [field, path] of [
      ["client_name", "/v1/device-authorizations"],
      ["name", "/v1/api-keys"],
    ] as const) {
      const { status, json } = await shown(field, name, path);
      t.is(status, 422, JSON.stringify(name));
      t.like(json, { detail: [{ loc: ["body", field] }] });
    }
  const kept = db.selectFrom("device_authorizations").select("user_code").where("client_name", "in", hidden);
  t.deepEqual(await kept.execute(), []);
  for (const name of plain) {
    t.is((await shown("client_name", name, "/v1/device-authorizations")).status, 201, name);
    t.is((await shown("name", name, "/v1/api-keys")).status, 201, name);
  }
});

test("names from before are shown without what they hide", async (t) => {
  const { key } = await service.account();
  const started = await service.call("POST", "/v1/device-authorizations", { json: { client_name: "laptop" } });
  const { user_code: code } = started.data(z.object({ user_code: z.string() }));
  await db
    .updateTable("device_authorizations")
    .set({ client_name: "lap\u202Etop" })
    .where("user_code", "=", code)
    .execute();
  const asked = await service.call("GET", `/v1/device-authorizations/${code}`, { key });
  t.is(asked.data(z.object({ client_name: z.string() })).client_name, "lap\uFFFDtop");
  const made = (await service.call("POST", "/v1/api-keys", { key, json: { name: "n" } })).data(createdApiKey);
  await db.updateTable("api_keys").set({ name: "one\ntwo" }).where("id", "=", made.api_key_id).execute();
  await service.call("POST", "/v1/api-keys", { key: made.key, json: { name: "child" } });
  const page = z.object({ items: z.array(apiKeyAnswer) });
  const { items } = (await service.call("GET", "/v1/api-keys?limit=100", { key })).data(page);
  t.is(items.find(({ api_key_id: id }) => id === made.api_key_id)?.name, "one\uFFFDtwo");
  t.is(items.find(({ name }) => name === "child")?.created_by_key_name, "one\uFFFDtwo");
});
