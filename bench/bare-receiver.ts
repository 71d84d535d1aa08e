import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

// A process of its own: writes every body that it is sent to disk and does nothing else with it.

process.once("disconnect", () => process.exit());
const server = createServer((request, response) => {
  const path = join(tmpdir(), `speech-bench-${randomUUID()}`);
  pipeline(request, createWriteStream(path))
    .then(() => response.writeHead(204).end())
    .catch(() => response.destroy())
    .finally(() => rm(path, { force: true }));
}).listen(0, "127.0.0.1", () => process.send?.(server.address()));
