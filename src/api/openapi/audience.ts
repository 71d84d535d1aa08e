import type { Route } from "#src/api/route.ts";
import type { Tag } from "./tags.ts";

const internalTags: readonly Tag[] = ["Signing in", "Webhooks", "Admin"];

/** True for what only admins, browsers and providers call: it has a document of its own. */
export const isInternal = ({ access, tag, forBrowsers }: Route): boolean =>
  access === "admin" || forBrowsers === true || internalTags.includes(tag);

/** The pages are no API. */
export const isDocumented = ({ tag }: Route): boolean => tag !== "Pages";
