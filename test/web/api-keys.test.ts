import test from "ava";
import type { Page } from "playwright-core";
import { z } from "zod";
import { apiKeyScopes } from "#db/schema.ts";
import { looksGood } from "#test/support/appearance.ts";
import { signUpInPage } from "#test/support/chromium.ts";
import { openClient } from "#harness/clients/client.ts";
import { openDashboard } from "#test/support/dashboard.ts";

// A key without scopes is refused, which Chromium counts as an error of the page.
const dashboard = await openDashboard({
  workers: ["synthesis"],
  expected: /\/v1\/(api-keys|device-authorizations\/BBBB-BBBB)$/,
});
const { baseUrl, page } = dashboard;
const client = openClient(baseUrl);
test.after.always(() => dashboard.close());

const keysPage = `${baseUrl}/account/keys`;
const widths = [390, 1440];
const statusOf = async (key: string, path = "/v1/users/me") => (await client.call("GET", path, { key })).status;
const makeWith = async (key: string, name: string): Promise<string> =>
  (await client.call("POST", "/v1/api-keys", { key, json: { name } })).data(z.object({ key: z.string() })).key;
const row = (name: string) => page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
const boxes = (on: Page) => on.getByRole("group", { name: "Scopes" }).getByRole("checkbox");

/** For each new key with which one can speak, whether the command beside it has it. */
const commandsWithKey: boolean[] = [];

/** Makes a key in the page whose form is open. @returns its secret */
async function submit(): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  const commands = page.getByTestId("first-call");
  if ((await commands.count()) > 0) commandsWithKey.push((await commands.textContent())?.includes(secret) ?? false);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return secret;
}

async function openForm(name: string): Promise<void> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: false }).fill(name);
}

test.serial("a new key can speak, transcribe and read the usage by default, or do what was chosen", async (t) => {
  await page.goto(keysPage);
  await openForm("usual");
  const chosen: boolean[] = [];
  for (const box of await boxes(page).all()) chosen.push(await box.isChecked());
  t.deepEqual(chosen, [true, true, true, false, false, false]);
  await looksGood(t, page, { shown: "the form of a new key", widths });
  const usual = await submit();
  t.deepEqual(commandsWithKey, [true], "the command of a key that speaks has the key");
  t.deepEqual([await statusOf(usual, "/v1/usage"), await statusOf(usual, "/v1/admin/queues")], [200, 403]);
  t.true((await row("usual").textContent())?.includes("Speech, Voices, Usage"));

  await openForm("admin");
  // By the keyboard alone.
  await page.getByRole("checkbox", { name: "Admin" }).focus();
  await page.keyboard.press("Space");
  for (const scope of ["Speech", "Voices", "Usage"]) {
    await page.getByRole("checkbox", { name: scope }).focus();
    await page.keyboard.press("Space");
  }
  const admin = await submit();
  t.is(commandsWithKey.length, 1, "a key that cannot speak has no command");
  t.deepEqual([await statusOf(admin, "/v1/usage"), await statusOf(admin, "/v1/admin/queues")], [403, 200]);
});

test.serial("a key without any scope is not made, and the form says why", async (t) => {
  await openForm("none");
  for (const box of await boxes(page).all()) await box.uncheck();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Select at least one.").waitFor();
  await looksGood(t, page, { shown: "a key without scopes", widths });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  t.is(await row("none").count(), 0);
});

test.serial("revoking a key offers to revoke those that it has made", async (t) => {
  await openForm("maker");
  await page.getByRole("checkbox", { name: "API keys" }).check();
  const maker = await submit();
  const child = await makeWith(maker, "child");
  const grandchild = await makeWith(child, "grandchild");
  await page.reload();
  await row("child").getByText("Created with “maker”").waitFor();
  await page.getByRole("button", { name: "Revoke maker" }).click();
  const offer = page.getByRole("checkbox", { name: "Also revoke the 2 keys created with it" });
  t.false(await offer.isChecked());
  await looksGood(t, page, { shown: "the offer to revoke more", widths });
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.deepEqual([await statusOf(maker), await statusOf(child), await statusOf(grandchild)], [401, 200, 200]);

  // Those that are left can be revoked later, too: all of them where the maker is listed, or with one of them.
  await page.getByRole("button", { name: "Revoke child", exact: true }).click();
  const one = page.getByRole("checkbox", { name: "Also revoke the key created with it" });
  await one.focus();
  await page.keyboard.press("Space");
  t.true(await one.isChecked());
  // A choice ends with its dialog.
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Revoke child", exact: true }).click();
  t.false(await one.isChecked());
  await one.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.deepEqual([await statusOf(child), await statusOf(grandchild)], [401, 401]);
});

test.serial("what a revoked key has left can be revoked from the list of those that do not work", async (t) => {
  await openForm("gone");
  await page.getByRole("checkbox", { name: "API keys" }).check();
  const gone = await submit();
  const left = await makeWith(gone, "left");
  await page.getByRole("button", { name: "Revoke gone" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.is(await statusOf(left), 200);
  await page.goto(`${keysPage}?status=revoked`);
  await page.getByRole("button", { name: "Revoke keys created with gone" }).click();
  await looksGood(t, page, { shown: "revoking what is left", widths });
  await page.getByRole("button", { name: "Revoke keys", exact: true }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.is(await statusOf(left), 401);
});

test.serial("the usage of one key is shown by itself, at an address of its own", async (t) => {
  await page.goto(keysPage);
  await openForm("counted");
  const key = await submit();
  await client.call("POST", "/v1/speech/synthesize", { key, json: { text: "Words" } });
  await page.goto(`${baseUrl}/account/usage`);
  const source = page.getByLabel("Source");
  const choice = source.locator("option", { hasText: "counted" });
  await choice.waitFor({ state: "attached" });
  await source.selectOption((await choice.getAttribute("value")) ?? "");
  await page.getByRole("heading", { name: "By voice" }).waitFor({ state: "detached" });
  await page.getByText("5 credits").waitFor();
  await page.reload();
  await page.getByText("5 credits").waitFor();
  await looksGood(t, page, { shown: "the usage of a key", widths });
});

test.serial("only admins are offered the scope admin", async (t) => {
  const context = await page.context().browser()?.newContext();
  const other = await context?.newPage();
  if (other === undefined) throw new Error("There is no browser.");
  await other.goto(`${baseUrl}/auth/login?return_to=/account/keys`);
  const grace = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password: "correct horse" };
  await signUpInPage(other, grace, keysPage);
  await other.getByRole("button", { name: "New key" }).click();
  await boxes(other).first().waitFor();
  t.is(await boxes(other).count(), apiKeyScopes.length - 1);
  t.is(await other.getByRole("checkbox", { name: "Admin" }).count(), 0);
  await context?.close();
  t.deepEqual(dashboard.misdeeds, { errors: [], foreign: [] });
});

const codes = z.object({ device_code: z.string(), user_code: z.string(), verification_uri_complete: z.string() });

/** Starts a program that asks for a key. */
const start = async (name: string) =>
  (await client.call("POST", "/v1/device-authorizations", { json: { client_name: name } })).data(codes);
const redeem = (code: string) =>
  client.call("POST", "/v1/device-authorizations/redeem", { json: { device_code: code } });

test.serial("a program gets its key once its code is approved in the page, and none when it is denied", async (t) => {
  const name = "<img src=x onerror=globalThis.pwned=1>";
  const wanted = await start(name);
  await page.goto(wanted.verification_uri_complete);
  const facts = page.locator("main");
  await page.getByText(wanted.user_code).waitFor();
  t.true((await facts.textContent())?.includes(name));
  t.is(await page.evaluate("globalThis.pwned"), undefined);
  await looksGood(t, page, { shown: "what a program asks for", widths });
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Approved.").waitFor();
  const made = (await redeem(wanted.device_code)).data(z.object({ key: z.string() }));
  t.is(await statusOf(made.key), 200);
  await looksGood(t, page, { shown: "that it was approved", widths });

  const unwanted = await start("stranger");
  await page.goto(`${baseUrl}/account/device`);
  await page.getByLabel("Code").waitFor();
  await looksGood(t, page, { shown: "where a code is typed", widths });
  await page.getByLabel("Code").fill(unwanted.user_code.toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText("Denied.").waitFor();
  t.is((await redeem(unwanted.device_code)).status, 400);

  await page.goto(`${baseUrl}/account/device?code=BBBB-BBBB`);
  await page.getByText("No program is waiting with this code.").waitFor();
  await page.getByRole("button", { name: "Enter another code" }).click();
  await page.getByLabel("Code").waitFor();
});
