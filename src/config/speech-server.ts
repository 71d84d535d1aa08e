import { BlockList, isIP } from "node:net";
import { isLoopback } from "./loopback.ts";
import { refuse } from "./setting.ts";
import { httpUrl, text, withoutSlash } from "./types.ts";

/** The address of a speech server, without a slash or `/v1` at its end; errors call it and its key by these names. */
export const serverUrl = (name: string, keyName: string) =>
  httpUrl.transform((address, context) => {
    const { protocol, username, password, search, hash, hostname, origin, pathname } = new URL(address);
    if (username !== "" || password !== "") {
      return refuse(context, `${name} must not hold a user or a password. Set ${keyName} instead.`);
    }
    if (search !== "" || hash !== "") {
      return refuse(context, `${name} must end before a ? or #. Name the address of the server only.`);
    }
    if (protocol !== "https:" && !isLoopback(address) && !isPrivate(hostname)) {
      return refuse(
        context,
        `${name} needs https, except for a loopback or private address, or a name without a dot or below .internal or .local.`,
      );
    }
    return withoutSlash(`${origin}${pathname}`).replace(/\/v1$/, "");
  });

/** A key of characters that an HTTP header can carry. */
export const bearerKey = text.regex(/^[!-~]{1,1024}$/, "A key of printable characters without spaces is needed.");

/** A model, as the server calls it. */
export const modelName = text.regex(/^[\w.:/@-]{1,200}$/, "The name of a model is needed.");

const privateAddresses = new BlockList();
privateAddresses.addSubnet("10.0.0.0", 8);
privateAddresses.addSubnet("172.16.0.0", 12);
privateAddresses.addSubnet("192.168.0.0", 16);
privateAddresses.addSubnet("fc00::", 7, "ipv6");

/** True for an address of a network of one's own, and for the names that containers and clusters use. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 6 ? "ipv6" : "ipv4");
  return !host.includes(".") || host.endsWith(".internal") || host.endsWith(".local");
}
