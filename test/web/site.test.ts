import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { sessionCookie } from "#src/api/http/cookies.ts";
import { accentContrast, accentShades, contrast, darkerAccent, minContrast } from "#src/config/accent.ts";
import { ConfigError, readConfig } from "#src/config.ts";
import { startService } from "#test/support/service.ts";

const folder = await mkdtemp(join(tmpdir(), "site-"));
const logo = join(folder, "logo.svg");
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>';
await writeFile(logo, svg);
await writeFile(join(folder, "logo.gif"), "GIF89a");
await writeFile(join(folder, "large.png"), Buffer.alloc(300 * 1024));

const name = `Ada's <b>"Voices"</b>`;
const escaped = "Ada&#39;s &#60;b&#62;&#34;Voices&#34;&#60;/b&#62;";
const service = await startService({
  env: {
    SITE_NAME: name,
    SITE_LOGO: logo,
    SITE_ACCENT: "#0F766E",
    TERMS_URL: "https://example.com/terms?a=1&b=2",
  },
});
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test("the page names the operator's service before any script runs", async (t) => {
  const page = (await service.call("GET", "/")).bytes.toString();
  t.true(page.includes(`<title>${escaped}</title>`));
  t.true(page.includes(`<meta name="application-name" content="${escaped}">`));
  t.true(page.includes(`<meta property="og:site_name" content="${escaped}">`));
  t.true(page.includes('<meta name="site:terms" content="https://example.com/terms?a=1&#38;b=2">'));
  t.false(page.includes("site:privacy"), "what is not set is not there");
  t.false(page.includes("Speech service"));
});

test("the document of the API has the name of the service", async (t) => {
  const { json } = await service.call("GET", "/openapi.json");
  t.like(json, { info: { title: name } });
});

test("the style has the accent colour, and an address that changes with it", async (t) => {
  const page = (await service.call("GET", "/account")).bytes.toString();
  const address = /<link rel="stylesheet" href="(\/site\/styles\.css\?v=[\w-]+)">/.exec(page)?.[1] ?? "";
  const { status, headers, bytes } = await service.call("GET", address);
  t.is(status, 200);
  t.is(headers.get("content-type"), "text/css; charset=utf-8");
  t.regex(bytes.toString(), /^:root\{--accent:light-dark\(#0f766e,#[0-9a-f]{6}\);/);
  const again = await service.call("GET", address, { headers: { "if-none-match": headers.get("etag") ?? "" } });
  t.is(again.status, 304);
});

test("the logo is the operator's, and a script in it cannot run", async (t) => {
  const { status, headers, bytes } = await service.call("GET", "/site/logo");
  t.deepEqual([status, headers.get("content-type"), bytes.toString()], [200, "image/svg+xml", svg]);
  t.regex(headers.get("content-security-policy") ?? "", /default-src 'none'.*sandbox/);
  for (const picture of ["/favicon.ico", "/site/apple-touch-icon.png", "/site/nothing", "/site/..%2Findex.html"]) {
    t.is((await service.call("GET", picture)).status, 404, "a picture of our logo is not shown instead");
  }
});

test("without a logo of the operator there are an icon for each place, a preview and a manifest", async (t) => {
  await using plain = await startService({});
  const page = (await plain.call("GET", "/")).bytes.toString();
  const preview = /<meta property="og:image" content="[^"]+?(\/site\/preview\.png\?v=[\w-]+)">/.exec(page)?.[1] ?? "";
  for (const picture of ["/favicon.ico", "/site/apple-touch-icon.png", preview]) {
    const { status, headers, bytes } = await plain.call("GET", picture);
    t.deepEqual([status, headers.get("content-type")], [200, "image/png"], picture);
    t.true(bytes.length < 100 * 1024);
  }
  t.is((await plain.call("GET", "/site/logo")).headers.get("content-type"), "image/svg+xml");
  const manifest = await plain.call("GET", "/site.webmanifest");
  t.like(manifest.json, { name: "Speech service", start_url: "/account" });
});

test("the page knows whether the browser has a session", async (t) => {
  const stranger = (await service.call("GET", "/")).bytes.toString();
  t.false(stranger.includes("site:signed-in"));
  const known = await service.call("GET", "/", { headers: { cookie: `${sessionCookie}=anything` } });
  t.true(known.bytes.toString().includes('<meta name="site:signed-in" content="true">'));
});

test("an unknown address is a page for browsers, and JSON for all other callers", async (t) => {
  for (const path of ["/nowhere", "/account/a/b/c/d", "/v2/speech"]) {
    const page = await service.call("GET", path, { headers: browser });
    t.is(page.status, 404, path);
    t.is(page.headers.get("content-type"), "text/html; charset=utf-8");
    t.is(page.headers.get("cache-control"), "no-store");
    t.notRegex(page.headers.get("content-security-policy") ?? "", /unsafe|\*/);
    const html = page.bytes.toString();
    t.true(html.includes("<h1>Page not found</h1>") && html.includes(escaped));
    t.notRegex(html, /<script|<style|\sstyle=/);
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
      t.like((await service.call("GET", path, { headers })).json, { success: false, code: "not_found" });
    }
  }
  const known = await service.call("GET", "/v1/voices/nobody/preview", { headers: browser });
  t.regex(known.headers.get("content-type") ?? "", /json/, "the API answers in JSON");
});

test("every accepted accent colour can be read on every ground, and every refused one gets a suggestion that is accepted", (t) => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, (given) => {
      const isAccepted = accentContrast(given) >= minContrast;
      const { colour: own, hover, ink, wash } = accentShades(isAccepted ? given : darkerAccent(given));
      return [
        ...[0, 1].flatMap((scheme) => [
          [own[scheme], wash[scheme]],
          [ink[scheme], own[scheme]],
          [ink[scheme], hover[scheme]],
        ]),
        [own[0], "#ffffff"],
        [own[1], "#15161d"],
        [own[1], "#0c0d12"],
      ].every(([one = "", other = ""]) => contrast(one, other) >= minContrast);
    }),
  );
  t.pass();
});

test("a setting of the appearance that cannot be used says why, and what can", (t) => {
  for (const [settings, problem] of [
    [
      { SITE_ACCENT: "#ffcc00" },
      "SITE_ACCENT: #ffcc00 is too light for text: its contrast is 1.4:1, and 4.5:1 is needed. Use a darker colour, such as #806600.",
    ],
    [{ SITE_ACCENT: "red" }, "SITE_ACCENT: A colour such as #4f46e5 is needed."],
    [{ SITE_NAME: " " }, "SITE_NAME: A name is needed."],
    [{ SITE_NAME: "a\nb" }, "SITE_NAME: A name has no line breaks or control characters."],
    [{ SITE_LOGO: join(folder, "none.svg") }, `SITE_LOGO: There is no file ${join(folder, "none.svg")}.`],
    [{ SITE_LOGO: join(folder, "logo.gif") }, `SITE_LOGO: ${join(folder, "logo.gif")} is not a .svg or .png file.`],
    [{ SITE_LOGO: join(folder, "large.png") }, `SITE_LOGO: ${join(folder, "large.png")} is larger than 256 KiB.`],
  ] as const) {
    const error = t.throws(() => readConfig(settings), { instanceOf: ConfigError });
    t.is(error?.message, problem);
  }
  t.throws(() => readConfig({ TERMS_URL: "javascript:alert(1)" }), { message: /^TERMS_URL: / });
});
