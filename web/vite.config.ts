import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Writes a compressed copy beside each file, which is what browsers are sent. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle: async ({ dir = "" }) => {
      const folder = join(dir, "assets");
      for (const name of await readdir(folder)) {
        await writeFile(join(folder, `${name}.gz`), gzipSync(await readFile(join(folder, name)), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  build: {
    // Those that know light-dark().
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // The policy of the pages takes no scripts but files of our own.
    modulePreload: { polyfill: false },
    manifest: true,
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
