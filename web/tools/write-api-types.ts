import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { apiTypes } from "./api-types.ts";

const document = openApiDocument(routes, readConfig({}));
await writeFile(join(import.meta.dirname, "../src/api/types.ts"), apiTypes(document));
process.stdout.write("Wrote web/src/api/types.ts.\n");
