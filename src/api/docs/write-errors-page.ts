import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorsPage } from "./errors-page.ts";

await writeFile(join(import.meta.dirname, "../../../docs/errors.md"), errorsPage());
process.stdout.write("Wrote docs/errors.md.\n");
