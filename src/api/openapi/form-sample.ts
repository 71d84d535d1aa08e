import { z } from "zod";
import type { Route } from "#src/api/route.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import type { Config } from "#src/config.ts";

const requiredNames = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, field]) => (z.safeParse(field, undefined).success ? [] : [name]))
    : [];

/**
 * A call of curl that sends a file and what else must be sent: viewers of the document would make one of all options at once,
 * some of which exclude each other. There is none for calls without a file, and for dialects, which have clients of their own.
 */
export function formSample(route: Route, schema: z.ZodType | null, { publicUrl }: Pick<Config, "publicUrl">) {
  const [file] = Object.keys(route.bodyDocument?.encoding ?? {});
  if (file === undefined || schema === null || dialectAt(route.path) !== null) return {};
  const others = requiredNames(schema).filter((name) => name !== file);
  const lines = [
    `curl${route.method === "post" ? "" : ` -X ${route.method.toUpperCase()}`} ${publicUrl}${route.path}`,
    ...(route.access === "public" || route.access === "optional" ? [] : ["-H 'X-API-Key: YOUR_API_KEY'"]),
    `-F ${file}=@recording.wav`,
    ...others.map((name) => `-F ${name}=${name.toUpperCase()}`),
  ];
  return { "x-codeSamples": [{ lang: "shell", label: "curl", source: lines.join(" \\\n  ") }] } as const;
}
