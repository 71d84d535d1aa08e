import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { z } from "zod";

/** Without its windows, Chromium takes a third less of the processor. */
const executables = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Chromium's own sandbox refuses to run as root, which containers do. Sound may play without a click. */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--autoplay-policy=no-user-gesture-required",
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
];

/** A page may take so long to show what is waited for, also on a busy machine. */
const waitMs = 90_000;

/**
 * The installed Chromium without a window. Its microphone plays the WAV file `microphone` once, or else beeps.
 * @throws Error when there is none
 */
export async function openChromium(microphone?: string): Promise<Browser> {
  const executablePath = executables.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("There is no browser here: run bin/setup --test.");
  const heard = microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`];
  const browser = await chromium.launch({ executablePath, args: [...args, ...heard] });
  browser.on("context", (context) => context.setDefaultTimeout(waitMs));
  return browser;
}

/** The things that a page did and no page of ours may do. */
export interface Misdeeds {
  /** Texts of the console's errors, violations of the policy among them, and of scripts that broke. */
  readonly errors: string[];
  /** Addresses of other hosts that were asked for something. */
  readonly foreign: string[];
}

/**
 * Keeps what a page does wrong from now on. `expected` are refusals that the page asks for, such as the 404 of a
 * subscription that was never bought, which Chromium reports as errors; `hosts` may be asked beside `baseUrl`.
 */
export function watch(
  page: Page,
  baseUrl: string,
  allowed: { expected?: RegExp; hosts?: readonly string[] },
): Misdeeds {
  const { expected, hosts = [] } = allowed;
  const misdeeds: Misdeeds = { errors: [], foreign: [] };
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() !== "error" || expected?.test(url)) return;
    misdeeds.errors.push(`${message.text()} (${url})`);
  });
  page.on("pageerror", (error) => misdeeds.errors.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (/^(data|blob):/.test(url) || url.startsWith(`${baseUrl}/`)) return;
    if (!hosts.some((host) => url.startsWith(`${host}/`))) misdeeds.foreign.push(url);
  });
  return misdeeds;
}

/** Opens one of our pages, and waits until it has a heading and nothing of it is being loaded any more. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("body:has(h1):not(:has(.waiting))").waitFor();
}

/**
 * Waits until an expression is true in the page, or resolves to it, for a minute at most. Playwright's own
 * `waitForFunction` evaluates a text within the page, where the policy lets it do so once at most.
 *
 * @throws Error with the expression when it has not become true
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await page.evaluate(expression)) !== true) {
    if (Date.now() > end) throw new Error(`Has not become true in ${page.url()}: ${expression}`);
    await sleep(50);
  }
}

const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The rules of axe whose findings depend on colors. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Finds what is wrong by all rules of axe, or by those about colors, with a page as it is shown now, each as "rule: element". */
export async function accessibilityProblems(page: Page, rules: "all" | "colors" = "all"): Promise<readonly string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await readFile(axe, "utf8"));
  const options = { resultTypes: ["violations"], ...(rules === "colors" && { runOnly: colorRules }) };
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((run) => run.violations)`);
  return violations.parse(found).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** The details that a person types to make an account. */
export interface Visitor {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** From a page of the sandbox for signing in or for a new account: makes an account, and waits until the browser is back at `returnUrl`. */
export async function signUpInPage(page: Page, visitor: Visitor, returnUrl: string): Promise<void> {
  const create = page.getByRole("link", { name: "Create account" });
  await create.or(page.getByRole("link", { name: "I have an account" })).waitFor();
  if (await create.isVisible()) await create.click();
  await page.getByLabel("Name", { exact: true }).fill(visitor.name);
  await page.getByLabel("Username").fill(visitor.username);
  await page.getByLabel("E-mail").fill(visitor.email);
  await page.getByLabel("Password").fill(visitor.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(returnUrl);
}

/** Opens what stands behind the name of the account: the theme, the language and the way out. */
export const openAccountMenu = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Signed in as/ }).click();

/** The cookies of the page's address, as a program sends them. */
export async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies(page.url());
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
