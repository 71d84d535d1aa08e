/** The data of its operator that the server has written into the head of the page; null where that is not set. */
const said = (name: string): string | null =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? null;

/** The name of the service. */
export const siteName = (): string => said("application-name") ?? "";

/** The address of the logo. */
export const siteLogo = (): string | null => said("site:logo");

/** An address that the operator has set. */
export const siteLink = (name: "terms" | "privacy" | "status" | "source"): string | null => said(`site:${name}`);

/** True when the browser had a session as the page was loaded; it may have ended elsewhere. */
export const isSignedIn = (): boolean => said("site:signed-in") === "true";

/** The address of the form for a message to the operator. */
export const contactPath = "/#contact";
