import { pathToFileURL } from "node:url";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro/content/config";
import { readPages } from "#web-docs/pages.ts";

/** The Markdown of the repository; the title of a page is its first line. */
const docs = defineCollection({
  schema: docsSchema(),
  loader: {
    name: "repository",
    load: async (context) => {
      context.store.clear();
      for (const { id, path, title, body } of await readPages()) {
        const data = await context.parseData({ id, data: { title }, filePath: path });
        const rendered = await context.renderMarkdown(body, { fileURL: pathToFileURL(path) });
        const digest = context.generateDigest(body);
        context.store.set({ id, data, body, rendered, filePath: path, digest });
      }
    },
  },
});

export const collections = { docs };
