import { z } from "zod";
import { service } from "./processes.ts";
import { setting } from "./setting.ts";
import { httpUrl, list, optional, withoutSlash } from "./types.ts";

const pair = /^([\w-]+)=(.+)$/;
const pairNeeded = "Pairs such as name=value with commas between them are needed.";

const headers = list
  .refine((pairs) => pairs.every((one) => pair.test(one) && isEncoded(one)), pairNeeded)
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map((one) => {
        const [, name = "", value = ""] = pair.exec(one) ?? [];
        return [name, decodeURIComponent(value)];
      }),
    ),
  );

/** False for a text with a percent sign that begins no byte. */
function isEncoded(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** The collector of traces; null where none are made. */
export const tracing = z
  .object({
    endpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", optional(httpUrl), {
      description:
        "The OpenTelemetry collector that traces are sent to, by OTLP over HTTP with JSON, as http://host:4318; /v1/traces is added. None are made when unset.",
      readBy: service,
    }),
    headers: setting("OTEL_EXPORTER_OTLP_HEADERS", headers.default({}), {
      description: "Headers for the collector, such as its key, as name=value with commas between them.",
      readBy: service,
    }),
    sampledShare: setting("OTEL_TRACES_SAMPLER_ARG", z.coerce.number().min(0).max(1).default(1), {
      description:
        "The share of the traces that begin here which is recorded, from 0 to 1. Calls with a traceparent follow its flag.",
      readBy: service,
    }),
  })
  .transform(({ endpoint, ...rest }) => (endpoint === null ? null : { endpoint: withoutSlash(endpoint), ...rest }))
  .describe("Traces");
