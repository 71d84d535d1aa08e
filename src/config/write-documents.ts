import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { composeFile, envExample, settingsPage } from "./documents.ts";

const project = join(import.meta.dirname, "../..");
const compose = join(project, "docker-compose.yml");
await writeFile(join(project, ".env.example"), envExample());
await writeFile(join(project, "docs/settings.md"), settingsPage());
await writeFile(compose, composeFile(await readFile(compose, "utf8")));
process.stdout.write("Wrote .env.example, docs/settings.md and the settings in docker-compose.yml.\n");
