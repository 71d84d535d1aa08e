import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { errorCodes } from "#src/errors.ts";
import { statusOf } from "#src/api/errors.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { PUBLIC_URL: "https://speech.example.com" } });
const page = await service.call("GET", "/docs/errors");
const html = page.bytes.toString();
test.after.always(() => service[Symbol.asyncDispose]());

test("the tables of docs/api.md have every code beside its status", async (t) => {
  const written = await readFile(join(import.meta.dirname, "../../docs/api.md"), "utf8");
  const rows = written.split("\n").filter((line) => /^\| [45]\d\d/.test(line));
  for (const code of errorCodes) {
    const statuses = rows.filter((row) => row.includes(`\`${code}\``)).map((row) => row.split("|")[1] ?? "");
    t.true(statuses.length > 0, `${code} is missing`);
    for (const status of statuses) t.true(status.includes(String(statusOf(code))), `${code} is ${statusOf(code)}`);
  }
});

test("the page of errors has an anchor for every code, with its status", (t) => {
  t.is(page.status, 200);
  for (const code of errorCodes) t.regex(html, new RegExp(`<h3 id="${code}">[^]*?<p>${statusOf(code)} · `), code);
});

test("the page of errors has the codes by status, and those of admins last", (t) => {
  const headings = [...html.matchAll(/<h2 id="([^"]+)"/g)]
    .map(([, id = ""]) => id)
    .filter((id) => /^\d|^admin/.test(id));
  const statuses = headings.slice(0, -1).map((id) => Number.parseInt(id, 10));
  t.true(statuses.length > 10);
  t.deepEqual(
    statuses,
    statuses.toSorted((left, right) => left - right),
  );
  t.is(headings.at(-1), "administration");
  t.true(html.indexOf('id="own_role"') > html.indexOf('id="administration"'));
  t.true(html.indexOf('id="rate_limited"') < html.indexOf('id="administration"'));
});

test("an error links to its code on that page", async (t) => {
  for (const [method, path] of [
    ["GET", "/v1/voices"],
    ["GET", "/no/such/path"],
    ["DELETE", "/v1/plans"],
  ] as const) {
    const { json } = await service.call(method, path);
    const { code, docs_url: url } = z.object({ code: z.string(), docs_url: z.string() }).parse(json);
    t.is(url, `https://speech.example.com/docs/errors#${code}`);
    t.true(html.includes(`id="${code}"`), code);
  }
});

test("invalid input and the errors of a dialect keep their form", async (t) => {
  const { key } = await service.account();
  const invalid = await service.call("POST", "/v1/feedback", { key, json: {} });
  t.deepEqual(Object.keys(z.looseObject({}).parse(invalid.json)), ["detail"]);
  const refused = await service.call("GET", "/openai/v1/models");
  t.false(JSON.stringify(refused.json).includes("docs_url"));
});
