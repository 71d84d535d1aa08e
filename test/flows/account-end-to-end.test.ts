import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { openChromium } from "#test/support/chromium.ts";
import { emptyInstallation, openCurl } from "#test/support/empty-installation.ts";

const run = promisify(execFile);
const person = { name: "Ada Lovelace", username: "ada", email: "ada@example.com", password: "correct horse" };
const profile = z.object({ data: z.object({ email: z.string(), role: z.string(), username: z.string() }) });
const createdKey = z.object({ data: z.object({ api_key_id: z.uuid(), key: z.string() }) });

test.serial("with curl and a cookie jar only: sign up, make a key, use it, revoke it", async (t) => {
  const { service, folder } = await emptyInstallation(t);
  const { baseUrl } = service;
  const curl = openCurl(folder);
  const json = ["-H", "Content-Type: application/json"];
  const origin = ["-H", `Origin: ${baseUrl}`];

  const { url: signInPage, status } = await curl("-L", `${baseUrl}/auth/login?return_to=/docs`);
  t.is(status, 200, signInPage);
  const fields = Object.entries(person).flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]);
  const arrived = await curl("-L", ...fields, `${signInPage}/sign-up`);
  t.deepEqual([arrived.status, arrived.url], [200, `${baseUrl}/docs`]);

  const me = await curl(`${baseUrl}/v1/users/me`);
  t.like(profile.parse(JSON.parse(me.text)).data, { email: person.email, role: "user", username: "ada" });
  const body = ["-d", '{"name":"laptop"}'];
  t.is((await curl(...json, ...body, `${baseUrl}/v1/api-keys`)).status, 403, "a page of another site could do that");
  const made = await curl(...json, ...origin, ...body, `${baseUrl}/v1/api-keys`);
  t.is(made.status, 201);
  const { api_key_id: id, key } = createdKey.parse(JSON.parse(made.text)).data;

  const headers = [`X-API-Key: ${key}`, `Authorization: Bearer ${key}`];
  const statuses = () => Promise.all(headers.map((header) => keyStatus(baseUrl, header)));
  t.deepEqual(await statuses(), [200, 200]);
  t.is((await curl("-X", "DELETE", ...origin, `${baseUrl}/v1/api-keys/${id}`)).status, 200);
  t.deepEqual(await statuses(), [401, 401]);
  t.is((await curl("-X", "POST", ...origin, `${baseUrl}/auth/logout`)).status, 200);
  t.is((await curl(`${baseUrl}/v1/users/me`)).status, 401);
});

/** Without the jar: a key stands for itself. */
async function keyStatus(baseUrl: string, header: string): Promise<number> {
  const args = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", header];
  return Number((await run("curl", [...args, `${baseUrl}/v1/voices`])).stdout);
}

test.serial("the same in a browser", async (t) => {
  const { service } = await emptyInstallation(t);
  const { baseUrl } = service;
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));

  await page.goto(`${baseUrl}/auth/login?return_to=/docs`);
  await page.getByRole("link", { name: /account/i }).click();
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${baseUrl}/docs`);
  t.deepEqual(problems, [], "no page broke its own rules");

  /** The answer to a script of the page. */
  const call = async (method: string, path: string, options: { json?: unknown; header?: [string, string] } = {}) => {
    const answer = await page.evaluate(
      async ({ method: verb, path: address, options: sent }) => {
        const headers = new Headers(sent.header === undefined ? {} : [sent.header]);
        if (sent.json !== undefined) headers.set("content-type", "application/json");
        const body = sent.json === undefined ? null : JSON.stringify(sent.json);
        const credentials = sent.header === undefined ? "same-origin" : "omit";
        const response = await fetch(address, { method: verb, headers, body, credentials });
        return { status: response.status, text: await response.text() };
      },
      { method, path, options },
    );
    return { status: answer.status, json: (): unknown => JSON.parse(answer.text) };
  };
  t.is(profile.parse((await call("GET", "/v1/users/me")).json()).data.role, "user");
  const made = await call("POST", "/v1/api-keys", { json: { name: "browser" } });
  t.is(made.status, 201);
  const { api_key_id: id, key } = createdKey.parse(made.json()).data;
  const headers: [string, string][] = [
    ["X-API-Key", key],
    ["Authorization", `Bearer ${key}`],
  ];
  const statuses = async () =>
    Promise.all(headers.map(async (header) => (await call("GET", "/v1/voices", { header })).status));
  t.deepEqual(await statuses(), [200, 200]);
  t.is((await call("DELETE", `/v1/api-keys/${id}`)).status, 200);
  t.deepEqual(await statuses(), [401, 401]);
});
