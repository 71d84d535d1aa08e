import { z } from "zod";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import type { Route } from "#src/api/route.ts";
import type { Limits } from "#src/config.ts";

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** The name of an operation as that of a type: `VoicesCreate`, `OpenAISpeechCreate`. */
export function typeNameOf({ operationId, path }: Pick<Route, "operationId" | "path">): string {
  const [first = "", ...others] = operationId.split(".");
  return [dialectAt(path)?.tag ?? capitalized(first), ...others.map(capitalized)].join("");
}

/** Names what a generator would name by itself otherwise. Each schema has one name, which is that of its first use. */
export interface Names {
  body(route: Route, limits: Limits): z.ZodType | null;
  /** The envelope of a success. */
  envelope(data: z.ZodType): z.ZodType;
}

export function createNames(): Names {
  const bodies = new Map<BodyReader<unknown>["document"], z.ZodType>();
  const envelopes = new Map<z.ZodType, z.ZodType>();
  return {
    body: (route, limits) => {
      const { bodyDocument } = route;
      if (bodyDocument === null) return null;
      const known = bodies.get(bodyDocument);
      if (known !== undefined) return known;
      const schema = bodyDocument.schema(limits);
      const isNamed = schema.meta()?.id !== undefined || !(schema instanceof z.ZodObject);
      const named = isNamed ? schema : schema.meta({ id: `${typeNameOf(route)}Request` });
      bodies.set(bodyDocument, named);
      return named;
    },
    envelope: (data) => {
      const known = envelopes.get(data);
      if (known !== undefined) return known;
      const id = data.meta()?.id;
      const envelope = z.object({ success: z.literal(true), data });
      const named = id === undefined ? envelope : envelope.meta({ id: `${id}Response` });
      envelopes.set(data, named);
      return named;
    },
  };
}
