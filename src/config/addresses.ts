import { z } from "zod";
import { listening, type ProcessName, service } from "./processes.ts";
import { setting } from "./setting.ts";
import { httpUrl, optional, port, text, withoutSlash } from "./types.ts";

const readBy = ["api", "identity", "payment"] as const;

/** Null when unset. */
export const publicUrlSetting = (readers: readonly ProcessName[]) =>
  setting("PUBLIC_URL", optional(httpUrl), {
    description: "The address by which callers reach the service; http://localhost and the port when unset.",
    readBy: readers,
  });

export const addresses = z
  .object({
    host: setting("HOST", text.default("127.0.0.1"), {
      description: "The address to listen on; 0.0.0.0 for all of them.",
      readBy: listening,
    }),
    port: setting("PORT", port.default(8080), { description: "The port to listen on; 0 takes a free one.", readBy }),
    metricsPort: setting("METRICS_PORT", optional(port), {
      description:
        "The port of this process for /metrics (Prometheus) and /healthz; none when unset. `npm start` gives each process one (docs/operations.md).",
      readBy: [...service, "wyoming"],
    }),
    publicUrl: publicUrlSetting(readBy),
  })
  .transform(({ publicUrl, ...rest }) => ({
    ...rest,
    publicUrl: withoutSlash(publicUrl ?? `http://localhost:${rest.port}`),
  }))
  .describe("Addresses");
