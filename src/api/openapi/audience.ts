import { dialectAt } from "#src/api/dialects/dialects.ts";
import type { Route } from "#src/api/route.ts";
import type { Tag } from "./tags.ts";

const internalTags: readonly Tag[] = ["Signing in", "Webhooks", "Admin"];

/** True for what only admins, browsers and providers call: it has a document of its own. */
export const isInternal = ({ access, tag, forBrowsers }: Route): boolean =>
  access === "admin" || forBrowsers === true || internalTags.includes(tag);

/** The pages are no API. */
export const isDocumented = ({ tag }: Route): boolean => tag !== "Pages";

/** True for calls that our clients have: those of a dialect have clients of their own, and a WebSocket is no call. */
export const hasClientCall = (route: Route): boolean =>
  isDocumented(route) &&
  !isInternal(route) &&
  route.tag !== "Documentation" &&
  route.socket === undefined &&
  dialectAt(route.path) === null;
