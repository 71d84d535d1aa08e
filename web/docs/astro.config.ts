import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import starlight from "@astrojs/starlight";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import { packClients } from "#sdk-tools/pack-clients.ts";
import { readCallSections } from "./calls.ts";
import { navigation, readPages } from "./pages.ts";
import { sectionsIn } from "./sections.ts";

/** The text that the server replaces with the name of the service, which the operator chooses. */
const siteName = "%SITE_NAME%";

/** The pages as Markdown, for programs that read documentation (https://llmstxt.org), and what the search looks through. */
async function writeTexts(folder: string): Promise<void> {
  const pages = await readPages();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const textOf = ({ title, body }: (typeof pages)[number]) => `# ${title}\n${body}`;
  const listed = navigation.flatMap(({ label, pages: ids }) => [
    `\n## ${label}\n`,
    ...ids.map((id) => `- [${pages.find((page) => page.id === id)?.title ?? id}](/docs/${id}.md)`),
  ]);
  const summary =
    "> Text to speech, speech to text and custom voices behind one HTTP API, described by [OpenAPI](/openapi.json).";
  await write("llms.txt", `# ${siteName}\n\n${summary}\n${listed.join("\n")}\n`);
  const named = navigation.flatMap(({ pages: ids }) => pages.filter(({ id }) => ids.includes(id)));
  await write("llms-full.txt", named.map(textOf).join("\n\n"));
  for (const page of pages) await write(`${page.id}.md`, textOf(page));
  await write("search.json", JSON.stringify([...sectionsIn(pages), ...(await readCallSections())]));
}

/** A file that browsers are sent compressed has a compressed copy beside it. The server writes into the HTML, so that has none. */
async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|json|svg)$/.test(name)) continue;
    const path = join(folder, name);
    await writeFile(`${path}.gz`, gzipSync(await readFile(path), { level: 9 }));
  }
}

/**
 * The viewer's texts for a key that was not given, for which the documentation has one text: a joke in base64 (ALL YOUR BASE ARE
 * BELONG TO US), which is taken for a key, in the empty field, and another text in the samples.
 */
const viewerPlaceholders = /QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT|YOUR_SECRET_TOKEN/g;

/** Adds what Astro does not build. */
const finished: AstroIntegration = {
  name: "finished",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const scalar = createRequire(import.meta.url).resolve("@scalar/api-reference");
      const viewer = await readFile(join(dirname(scalar), "browser/standalone.js"), "utf8");
      await writeFile(join(folder, "scalar.js"), viewer.replaceAll(viewerPlaceholders, "YOUR_API_KEY"));
      await writeTexts(folder);
      await packClients(join(folder, "sdk"));
      await compress(folder);
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/docs",
  trailingSlash: "never",
  cacheDir: "../../node_modules/.astro",
  // The policy of the pages takes scripts from files.
  vite: { cacheDir: "../../node_modules/.vite", build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: siteName,
      customCss: ["@fontsource-variable/inter", "./src/styles.css"],
      pagefind: false,
      components: {
        SiteTitle: "./src/components/site-title.astro",
        SocialIcons: "./src/components/site-links.astro",
        Search: "./src/components/site-search.astro",
      },
      disable404Route: true,
      expressiveCode: { defaultProps: { frame: "none" } },
      sidebar: navigation.map(({ label, pages }) => ({
        label,
        items: pages.map((id) => (id === "index" ? { label: "Overview", link: "/" } : { slug: id })),
      })),
    }),
    finished,
  ],
});
