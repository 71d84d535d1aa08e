import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { escapeHtml } from "#src/api/http/html.ts";
import { routes } from "#src/api/routes.ts";
import { speakerModels } from "#src/domain/speech/speakers.ts";
import { speech } from "#harness/audio/sounds.ts";
import { lightModels } from "#harness/service/models.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openChromium, untilTrue, watch } from "#test/support/chromium.ts";
import { hasPythonPackage, python } from "#test/support/python.ts";
import { jobSettings } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";
import { addressOf, navigation, readPages } from "#web-docs/pages.ts";
import { sectionsIn } from "#web-docs/sections.ts";

const root = join(import.meta.dirname, "../..");
const browserAccept = { accept: "text/html,application/xhtml+xml" };
const siteName = "Bell & Howell <Speech>";
const service = await startService({
  workers: ["synthesis", "transcription", "training", "maintenance", "live"],
  env: {
    // Samples send files to addresses of the service.
    ...(await jobSettings()),
    ...{ SITE_NAME: siteName, STATUS_URL: "https://status.example.com/" },
    LIVE_SECRET: "a secret of a test run",
    SPEECH_MODELS: [lightModels, ...speakerModels.encoder].join(","),
  },
});
const { key } = await service.account();
const browser = await openChromium();
const page = await browser.newPage();
const misdeeds = watch(page, service.baseUrl, { expected: /\/docs\/nowhere$/ });
const folder = await mkdtemp(join(tmpdir(), "speech-documentation-"));
const pages = await readPages();
const hasPython = (await hasPythonPackage("httpx")) && (await hasPythonPackage("websockets"));
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A page as a browser is sent it. */
const html = async (path: string): Promise<string> => {
  const { status, bytes } = await service.call("GET", path, { headers: browserAccept });
  return status === 200 ? bytes.toString() : "";
};

test("every page of the navigation and every link between pages leads to what is there, down to the heading", async (t) => {
  const shown = new Map<string, Promise<string>>();
  const show = (path: string) => shown.get(path) ?? shown.set(path, html(path)).get(path);
  t.deepEqual(
    navigation.flatMap((group) => group.pages).filter((id) => !pages.some((one) => one.id === id)),
    [],
  );
  for (const { id } of pages) {
    const text = (await show(addressOf(id))) ?? "";
    t.true(text.includes("<h1"), id);
    const links = [...text.matchAll(/\shref="(\/[^"]*|#[^"]*)"/g)].map(([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    for (const link of new Set(links)) {
      const [path = "", anchor = ""] = link.split("#");
      const target = (await show(path || addressOf(id))) ?? "";
      t.not(target, "", `${id} links to ${link}`);
      if (anchor !== "") t.true(target.includes(` id="${anchor}"`), `${id} links to ${link}`);
    }
  }
  for (const { url } of sectionsIn(pages)) {
    const [path = "", anchor = ""] = url.split("#");
    t.true(anchor === "" || (await show(path))?.includes(` id="${anchor}"`), url);
  }
});

test("the site has the operator's name and status page, and knows no other host", async (t) => {
  for (const path of ["/docs", "/docs/quickstart", "/docs/reference", "/docs/decisions/0040-dialects"]) {
    const { status, headers, bytes } = await service.call("GET", path, { headers: browserAccept });
    const text = bytes.toString();
    t.is(status, 200, path);
    t.true(text.includes(`${escapeHtml(siteName)}</title>`), path);
    t.true(text.includes('<a href="https://status.example.com/">Status</a>'), path);
    t.notRegex(text, /%SITE_|\ssrc="(?:https?:)?\/\//);
    const policy = headers.get("content-security-policy") ?? "";
    t.notRegex(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    t.is(headers.get("cache-control"), "public, no-cache");
  }
});

test("an unknown page is a page with 404 for browsers, and JSON for programs", async (t) => {
  for (const path of ["/docs/nowhere", "/docs/decisions/nowhere", "/docs/a/b/c/d"]) {
    const shown = await service.call("GET", path, { headers: browserAccept });
    t.is(shown.status, 404, path);
    t.regex(shown.bytes.toString(), /<h1[^>]*>\s*Page not found\s*<\/h1>/);
    t.like((await service.call("GET", path)).json, { code: "not_found" });
  }
});

test("no file beside those of the site is served", async (t) => {
  for (const path of [
    "..%2fpages.ts",
    "%2e%2e%2fastro.config.ts",
    "_astro/..%2f..%2fpages.ts",
    ".hidden.js",
    "scalar.js.gz",
  ]) {
    t.is((await service.call("GET", `/docs/${path}`)).status, 404, path);
  }
});

test("the viewer of the reference has the placeholder of the documentation for a key", async (t) => {
  const { bytes } = await service.call("GET", "/docs/scalar.js");
  t.false(bytes.includes(Buffer.from("ALL YOUR BASE ARE BELONG TO US").toString("base64")));
  t.false(bytes.includes("YOUR_SECRET_TOKEN"));
  t.true(bytes.includes("YOUR_API_KEY"));
});

test("language models find every page as Markdown", async (t) => {
  const list = (await service.call("GET", "/llms.txt")).bytes.toString();
  t.true(list.startsWith(`# ${siteName}\n\n> `));
  const links = [...list.matchAll(/^- \[.+\]\((.+)\)$/gm)].map(([, link = ""]) => link);
  t.deepEqual(
    links,
    navigation.flatMap((group) => group.pages.map((id) => `/docs/${id}.md`)),
  );
  for (const link of links) {
    const { status, headers } = await service.call("GET", link);
    t.deepEqual([status, headers.get("content-type")], [200, "text/markdown; charset=utf-8"], link);
  }
  t.regex((await service.call("GET", "/llms-full.txt")).bytes.toString(), /^# Quickstart$/m);
});

test.serial("a question is answered by keyboard in the dialog of the search", async (t) => {
  await page.goto(`${service.baseUrl}/docs`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("speaker diarization");
  await page.locator("dialog a[href*='/docs/speakers']").first().waitFor();
  await page.locator("#search-results mark").first().waitFor();
  await looksGood(t, page, { shown: "search", widths: [390, 1440] });
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/speakers/);
});

test.serial("a question without an answer offers the reference and the contact form", async (t) => {
  await page.goto(`${service.baseUrl}/docs`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("qqqqxyz");
  const status = page.getByRole("dialog").getByRole("status");
  await status.getByRole("link", { name: "ask the operator" }).waitFor();
  t.is(await status.getByRole("link", { name: "API reference" }).getAttribute("href"), "/docs/reference");
});

test.serial("a page that is not there has the navigation and links", async (t) => {
  await page.goto(`${service.baseUrl}/docs/nowhere`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Text to speech" }).waitFor();
  t.is(await page.getByRole("main").getByRole("link", { name: "Quickstart" }).getAttribute("href"), "/docs/quickstart");
});

test.serial(
  "on a telephone a sample never breaks within a word, and one that scrolls is reached by keyboard",
  async (t) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.baseUrl}/docs/long-recordings`);
    const scrolling = page.locator(".expressive-code pre[role=group][tabindex='0']");
    await scrolling.first().waitFor();
    t.is(await scrolling.first().getAttribute("aria-label"), "Sample");
    t.is(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    t.is(await page.evaluate("getComputedStyle(document.querySelector('.ec-line .code')).whiteSpace"), "pre");
  },
);

test.serial("a table with columns out of sight fades at its end, until it is scrolled there", async (t) => {
  await page.setViewportSize({ width: 820, height: 844 });
  await page.goto(`${service.baseUrl}/docs/scale`);
  const table = page.locator("table.has-more");
  await table.waitFor();
  await page.evaluate("document.querySelector('table.has-more').scrollTo({ left: 9_999 })");
  await table.waitFor({ state: "detached" });
  t.true((await page.locator("table").count()) > 2);
});

test.serial("on a telephone the cells of a row stand below one another, with the names of their columns", async (t) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${service.baseUrl}/docs/elevenlabs`);
  await page.locator("td[data-label='Supported']").first().waitFor();
  const style = (pseudo: string) =>
    `getComputedStyle(document.querySelector("td[data-label='Supported']"), "${pseudo}")`;
  t.is(await page.evaluate(`${style("")}.display`), "block");
  t.is(await page.evaluate(`${style("::before")}.content`), '"Supported: "');
  t.is(await page.locator("table.has-more").count(), 0);
});

test.serial("the item of the current page is in sight in the menu, and samples keep their lines", async (t) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(`${service.baseUrl}/docs/upgrade`);
  const item = page.locator(".sidebar-pane [aria-current='page']");
  await page.waitForFunction("document.querySelector('.sidebar-pane').scrollTop > 0");
  const box = await item.boundingBox();
  t.true(box !== null && box.y > 0 && box.y < 600);
  await page.goto(`${service.baseUrl}/docs/quickstart`);
  const wraps = await page.locator(".expressive-code pre.wrap").count();
  t.is(wraps, 0);
});

test.serial("a call of the reference is found by its method and path, and opens at its place", async (t) => {
  await page.goto(`${service.baseUrl}/docs`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("DELETE /v1/voices/{id}");
  const found = page.getByRole("option").first();
  await found.waitFor();
  t.regex((await found.textContent()) ?? "", /Delete a voice.*DELETE \/v1\/voices\/\{voice_id\}/);
  t.is(await page.locator(".search-title").first().textContent(), "API reference");
  await looksGood(t, page, { shown: "search for a call", widths: [390, 1440] });
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/reference#/);
  await page
    .getByRole("heading", { name: /^Delete a voice/ })
    .first()
    .waitFor();
  const place = "[...document.querySelectorAll('h3')].find((one) => one.textContent.startsWith('Delete a voice'))";
  await untilTrue(page, `scrollY > 0 && ${place}.getBoundingClientRect().top < innerHeight`);
  t.is(await page.evaluate("document.querySelector('.reference-header').getBoundingClientRect().top"), 0);
});

test.serial("the language of a sample holds on every page, and is chosen by keyboard", async (t) => {
  await page.goto(`${service.baseUrl}/docs/streaming`);
  const tab = (name: string) => page.getByRole("tab", { name }).first();
  const isSelected = (name: string) => tab(name).getAttribute("aria-selected");
  t.is(await isSelected("curl"), "true");
  await tab("curl").focus();
  await page.keyboard.press("ArrowLeft");
  t.is(await isSelected("Python"), "true");
  await page.goto(`${service.baseUrl}/docs/limits`);
  t.is(await isSelected("Python"), "true");
  const panel = page.getByRole("tabpanel");
  t.is(await panel.count(), 1);
  t.is(await panel.locator("pre").getAttribute("data-language"), "python");
  await page.goto(`${service.baseUrl}/docs/quickstart`);
  t.regex((await panel.first().textContent()) ?? "", /^\s*(?:Python)?\s*pip install/);
});

test.serial(
  "the visitor's key and the address of the service are filled into the samples, and the key stays in the tab",
  async (t) => {
    await page.goto(`${service.baseUrl}/docs/quickstart`);
    const sample = page.locator(".expressive-code").first();
    t.true((await sample.textContent())?.includes(`SPEECH_URL=${service.baseUrl}`));
    await page.getByLabel("Your API key").fill(key);
    t.true((await sample.textContent())?.includes(`SPEECH_API_KEY=${key}`));
    t.regex((await sample.locator("[data-code]").getAttribute("data-code")) ?? "", new RegExp(key));
    await page.reload();
    t.is(await page.getByLabel("Your API key").inputValue(), key);
    const stored = await page.evaluate("JSON.stringify([{ ...localStorage }, document.cookie])");
    t.false(String(stored).includes(key));
  },
);

test.serial(
  "the reference shows the calls, and a prefilled one works when it is sent with the visitor's key",
  async (t) => {
    await page.goto(`${service.baseUrl}/docs/quickstart`);
    await page.getByLabel("Your API key").fill(key);
    await page.goto(`${service.baseUrl}/docs/reference`);
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .waitFor();
    const text = String(await page.evaluate("document.body.textContent"));
    for (const { path } of routes.filter(({ tag }) => tag === "Speech")) t.true(text.includes(path), path);
    t.false(text.includes("stream=false"));
    await page.getByRole("button", { name: /Test Request.*\/v1\/speech\/synthesize/ }).click();
    const answered = page.waitForResponse((response) => response.url().includes("/v1/speech/synthesize"));
    await page.locator("[data-addressbar-action=send]").first().click();
    t.is((await answered).status(), 200);
  },
);

test.serial("axe finds nothing on the site, narrow or wide, light or dark, and every page fits", async (t) => {
  t.timeout(2 * 60_000);
  for (const path of ["", "/quickstart", "/limits", "/errors", "/nowhere", "/reference"]) {
    await page.goto(`${service.baseUrl}/docs${path}`);
    await untilTrue(page, "document.querySelector('h1') !== null");
    await looksGood(t, page, { shown: path, widths: [390, 1440] });
  }
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

// The samples of subtitles transcribe every recording of the folder, so the guides that write speech come later.
const guideGroups = ["Transcription", "Text to speech", "Voices", "Errors and limits", "Account"];
const guides = guideGroups.flatMap((group) => navigation.find(({ label }) => label === group)?.pages ?? []);
const sampled = [
  "index",
  "quickstart",
  // The samples of addresses name a recording of another site.
  ...guides.filter((id) => id !== "addresses"),
  "openai",
  "deepgram",
  "elevenlabs",
  "sarvam",
  "assemblyai",
];
const run = promisify(execFile);
const curl = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n`;
const programs = {
  sh: { program: "bash", file: "sample.sh", before: curl },
  ts: { program: process.execPath, file: "sample.ts", before: "" },
  python: { program: python, file: "sample.py", before: "" },
} as const;

/** The samples of a page that are programs, as a visitor with a key sees them; a file in a command is the program of its title. */
const samplesOf = (body: string) =>
  [
    ...body.matchAll(/^```(sh|ts|python)\n([^]*?)^```$/gm),
    ...body.matchAll(/^```sh title="(TypeScript|Python)" frame="code"\ncat > \S+ <<'END'\n([^]*?)^END\n.*\n```$/gm),
  ].map(([, language, text = ""]) => ({
    language: z.enum(["sh", "ts", "python"]).parse({ TypeScript: "ts", Python: "python" }[language ?? ""] ?? language),
    text: text
      .replaceAll("http://localhost:8080", service.baseUrl)
      .replaceAll("YOUR_API_KEY", key)
      .replace('"speech-service-sdk"', JSON.stringify(join(root, "sdk/typescript/src/index.ts"))),
  }));

test.serial.before("write the files that the samples read", async () => {
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "recording.wav"), await speech("Please open the window. Thank you very much."));
  await writeFile(
    join(folder, "sample.wav"),
    await speech("The meeting is at nine, and the agenda is long. ".repeat(5)),
  );
});

for (const id of sampled) {
  const samples = samplesOf(pages.find((one) => one.id === id)?.body ?? "");
  if (samples.length === 0) continue;
  test.serial(`the samples of ${id} run as they are written`, async (t) => {
    t.timeout(3 * 60_000);
    const env = {
      ...process.env,
      SPEECH_URL: service.baseUrl,
      SPEECH_API_KEY: key,
      PYTHONPATH: join(root, "sdk/python"),
    };
    for (const { language, text } of samples) {
      if (language === "python" && !hasPython) continue;
      const { program, file, before } = programs[language];
      await writeFile(join(folder, file), before + text);
      const started = performance.now();
      await t.notThrowsAsync(run(program, [file], { cwd: folder, env }), text);
      t.log(`${language}: ${Math.round(performance.now() - started)} ms`);
    }
  });
}

test.serial("every audio file and subtitle that the samples write has content", async (t) => {
  for (const name of ["hello.mp3", "morning.mp3", "streamed.mp3", "narrator.mp3"]) {
    t.true((await readFile(join(folder, name))).length > 1_000, name);
  }
  t.regex(await readFile(join(folder, "recording.srt"), "utf8"), /^1\n00:00:/);
  t.regex(await readFile(join(folder, "recording.vtt"), "utf8"), /^WEBVTT/);
});

if (!hasPython) {
  test.skip("the Python samples: not run, because python3 lacks `httpx` or `websockets`", () => undefined);
}
