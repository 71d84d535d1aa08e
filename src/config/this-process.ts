import { resolve } from "node:path";
import { z } from "zod";
import { everyProcess, listening, service } from "./processes.ts";
import { setting } from "./setting.ts";
import { count, seconds } from "./types.ts";

export const thisProcess = z
  .object({
    dataDir: setting(
      "DATA_DIR",
      z
        .string()
        .default(".data")
        .transform((path) => resolve(path)),
      {
        description: "The folder for uploads in progress and, where no database or S3 server is given, for everything.",
        readBy: service,
      },
    ),
    logLevel: setting("LOG_LEVEL", z.enum(["debug", "info", "warn", "error", "silent"]).default("info"), {
      description: "How much is logged: debug, info, warn, error or silent.",
      readBy: everyProcess,
    }),
    logFiles: z.object({
      maxBytes: setting("LOG_MAX_BYTES", count(10 * 1024 * 1024, 1024), {
        description:
          "How large a log file of `npm start` may grow before it is set aside. Under compose, set it in docker-compose.yml (`logging`).",
        readBy: [],
      }),
      kept: setting("LOG_FILES", count(4), {
        description: "How many older log files of each process `npm start` keeps.",
        readBy: [],
      }),
    }),
    shutdownTimeoutMs: setting("SHUTDOWN_TIMEOUT_SECONDS", seconds(25), {
      description: "How long a process may go on with what it has begun after it was asked to end.",
      readBy: listening,
    }),
    drainMs: setting("DRAIN_SECONDS", seconds(0, 0), {
      description:
        "For how long the API takes calls before that, while /readyz says 503: longer than a proxy needs to notice; 0 without one. A live process goes on with its sessions for so long.",
      readBy: ["api", "live"],
    }),
  })
  .describe("Each process");
