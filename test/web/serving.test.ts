import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import test from "ava";
import { z } from "zod";
import { createSharedFiles } from "#src/api/http/shared-files.ts";
import { webPage } from "#src/api/web/serve-web.ts";
import { startService } from "#test/support/service.ts";

const web = join(import.meta.dirname, "../../web");
const built = join(web, "dist");
const maxFirstLoadBytes = 200 * 1024;
const oidc = {
  OIDC_ISSUER: "https://people.example.com/tenant",
  OIDC_CLIENT_ID: "client",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_AUDIENCE: "audience",
};
const payments = {
  PAYMENT_API_URL: "https://pay.example.com",
  PAYMENT_KEY_ID: "rzp_test",
  PAYMENT_KEY_SECRET: "secret",
};
const service = await startService({ env: { ...oidc, ...payments } });
test.after.always(() => service[Symbol.asyncDispose]());

test("every page has a policy that lets in our own files only, and forms to the two providers", async (t) => {
  for (const path of [
    "/",
    "/account",
    "/account/keys",
    "/account/nowhere",
    "/account/admin/queues",
    "/account/admin/accounts/1",
  ]) {
    const { status, headers, bytes } = await service.call("GET", path);
    t.is(status, path === "/account/nowhere" ? 404 : 200, path);
    t.regex(bytes.toString(), /<div id="root">/);
    t.notRegex(bytes.toString(), /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/, "nothing inline");
    t.is(headers.get("cache-control"), "no-store");
    t.is(headers.get("x-content-type-options"), "nosniff");
    const policy = headers.get("content-security-policy") ?? "";
    t.notRegex(policy, /unsafe|\*/);
    const directives = new Set(policy.split("; "));
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self' https://people.example.com https://pay.example.com",
    ]) {
      t.true(directives.has(directive), directive);
    }
  }
});

test("the files of the build are kept for ever, and come compressed to those who take it", async (t) => {
  const names = (await readdir(join(built, "assets"))).filter((name) => !name.endsWith(".gz"));
  t.true(names.some((name) => name.endsWith(".js")) && names.some((name) => name.endsWith(".css")));
  for (const name of names) {
    const plain = await fetch(`${service.baseUrl}/assets/${name}`, { headers: { "accept-encoding": "identity" } });
    const content = Buffer.from(await plain.arrayBuffer());
    t.deepEqual(content, await readFile(join(built, "assets", name)), name);
    t.is(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
    t.is(plain.headers.get("vary"), "Accept-Encoding");
    t.is(plain.headers.get("content-encoding"), null);
    const small = await fetch(`${service.baseUrl}/assets/${name}`, { headers: { "accept-encoding": "gzip" } });
    t.is(small.headers.get("content-encoding"), "gzip");
    t.deepEqual(Buffer.from(await small.arrayBuffer()), content);
    t.deepEqual(gunzipSync(await readFile(join(built, "assets", `${name}.gz`))), content);
  }
});

test("no other file is served", async (t) => {
  const [name = ""] = await readdir(join(built, "assets"));
  for (const asset of [
    "..%2findex.html",
    "%2e%2e%2f.vite%2fmanifest.json",
    "index.html",
    `${name}.gz.gz`,
    "a-12345678.js",
  ]) {
    t.is((await service.call("GET", `/assets/${asset}`)).status, 404, asset);
  }
});

test("where the pages are not built, one says how to build them", async (t) => {
  const reply = await webPage(join(built, "nowhere"), {
    files: createSharedFiles(),
    resources: service.resources,
    paymentClient: null,
    header: () => undefined,
  });
  t.is(reply.status, 503);
  const content = "raw" in reply ? reply.raw.content : "";
  t.true(typeof content === "string" && content.includes("Run <code>bin/setup</code>"));
});

test("what a payment provider posts on the way back leads to the page, and all that is taken of it is why nothing was paid", async (t) => {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://pay.example.com" };
  const paid = new URLSearchParams({ razorpay_order_id: "order_1", razorpay_signature: "made up" }).toString();
  const failed = new URLSearchParams({ "error[code]": "BAD_REQUEST_ERROR", "error[reason]": "<b>x</b>" }).toString();
  for (const [body, location] of [
    [paid, "/account/billing"],
    [failed, "/account/billing?payment=failed"],
    ["", "/account/billing"],
    ["%%%&&&=\u0000", "/account/billing"],
  ] as const) {
    const { status, headers: answered } = await service.call("POST", "/account/billing", { headers, body });
    t.deepEqual([status, answered.get("location")], [303, location], body);
  }
  for (const [query, location] of [
    ["payment=cancelled", "/account/billing?payment=cancelled"],
    ["payment=paid&next=//evil.example", "/account/billing"],
  ] as const) {
    const { headers: answered } = await service.call("POST", `/account/billing?${query}`, { headers, body: "" });
    t.is(answered.get("location"), location);
  }
});

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), isEntry: z.boolean().optional(), imports: z.array(z.string()).default([]) }),
);

test("no page asks for more than 200 KiB of compressed JavaScript at first", async (t) => {
  const chunks = manifest.parse(JSON.parse(await readFile(join(built, ".vite/manifest.json"), "utf8")));
  const reached = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of chunks[name]?.imports ?? []) reached(next, seen);
    return seen;
  };
  const bytesOf = async (names: Iterable<string>): Promise<number> => {
    const files = [...names].map((name) => chunks[name]?.file ?? "");
    const sizes = files.map(async (file) => (await readFile(join(built, `${file}.gz`))).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const account = ["index.html", "src/account.tsx"];
  const pages = {
    public: ["index.html", "src/pages/public/public-page.tsx"],
    overview: [...account, "src/pages/overview/overview.tsx", "src/components/usage-chart.tsx"],
    transcribe: [...account, "src/pages/studio/transcribe.tsx"],
    ...Object.fromEntries(
      ["api-keys", "usage", "billing", "studio", "documents", "voices", "history", "profile"].map((name) => [
        name,
        [...account, `src/pages/${name}/${name}.tsx`],
      ]),
    ),
    ...Object.fromEntries(
      ["statistics", "tickets", "accounts", "account-detail", "events", "queues", "models"].map((name) => [
        name,
        [...account, "src/pages/admin/admin.tsx", `src/pages/admin/${name}.tsx`],
      ]),
    ),
  };
  for (const [page, names] of Object.entries(pages)) {
    for (const name of names) t.true(name in chunks, name);
    const seen = new Set<string>();
    for (const name of names) reached(name, seen);
    const bytes = await bytesOf(seen);
    t.log(`${page}: ${Math.round(bytes / 1024)} KiB`);
    t.true(bytes > 50_000 && bytes <= maxFirstLoadBytes, `${page}: ${bytes} bytes`);
  }
});
