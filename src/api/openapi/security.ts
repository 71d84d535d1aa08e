import type { Dialect } from "#src/api/dialects/dialect.ts";
import { dialectAt, dialects } from "#src/api/dialects/dialects.ts";
import { sessionCookie } from "#src/api/http/cookies.ts";
import type { Route } from "#src/api/route.ts";
import { isInternal } from "./audience.ts";

const schemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key." },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An API key, or an access token of the identity provider.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description: "The dashboard's session. All but GET needs the `Origin` of this service, and no other one is let in.",
  },
} as const;

type Requirement = Readonly<Record<string, string[]>>;

/** One of these is needed for a route. An empty one stands for a call without a credential. */
export function securityOf(route: Route): readonly Requirement[] {
  const dialect = dialectAt(route.path);
  const own: readonly Requirement[] = [{ apiKey: [] }, { bearer: [] }, ...(isInternal(route) ? [{ session: [] }] : [])];
  const needed = dialect === null ? own : [{ [dialect.name]: [] }];
  if (route.access === "public") return [];
  return route.access === "optional" ? [{}, ...needed] : needed;
}

/** The schemes that these routes use. */
export function securitySchemesOf(
  routes: readonly Route[],
): Readonly<Record<string, (typeof schemes)[keyof typeof schemes] | Dialect["document"]["security"]>> {
  const used = new Set(routes.flatMap((route) => securityOf(route).flatMap((one) => Object.keys(one))));
  const own = Object.entries(schemes).filter(([name]) => used.has(name));
  const ofDialects = dialects
    .filter(({ name }) => used.has(name))
    .map(({ name, document }) => [name, document.security] as const);
  return { ...Object.fromEntries(own), ...Object.fromEntries(ofDialects) };
}
