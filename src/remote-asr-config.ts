import { BlockList, isIP } from "node:net";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";
import { isLoopback } from "./loopback.ts";

/** The OpenAI-compatible speech server that recordings are sent to. */
export interface RemoteAsrConfig {
  /** Without a slash or `/v1` at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** As the server calls it. */
  readonly model: string;
  /** As callers see it: without the owner in front. */
  readonly name: string;
  /** Primary tags. */
  readonly languages: readonly string[];
  readonly detectsLanguage: boolean;
  readonly tier: Environment["REMOTE_ASR_TIER"];
  readonly concurrency: number;
}

/** @throws ConfigError */
export function remoteAsrOf(env: Environment): RemoteAsrConfig | null {
  const { REMOTE_ASR_URL: address, REMOTE_ASR_MODEL: model, REMOTE_ASR_KEY, REMOTE_ASR_LANGUAGES: languages } = env;
  if (address === undefined) return null;
  if (model === undefined || languages === undefined) {
    throw new ConfigError("REMOTE_ASR_URL needs REMOTE_ASR_MODEL and REMOTE_ASR_LANGUAGES beside it.");
  }
  const spoken = languages.filter((tag) => tag !== "auto");
  return {
    baseUrl: speechServerUrl("REMOTE_ASR", address),
    apiKey: REMOTE_ASR_KEY ?? null,
    model,
    name: model.split("/").at(-1) ?? model,
    languages: spoken,
    detectsLanguage: spoken.length < languages.length,
    tier: env.REMOTE_ASR_TIER,
    concurrency: env.REMOTE_ASR_CONCURRENCY,
  };
}

/**
 * The address of a speech server without a slash or `/v1` at its end.
 * @param name what the names of its settings begin with
 * @throws ConfigError
 */
export function speechServerUrl(name: "REMOTE_ASR" | "REMOTE_TTS", address: string): string {
  const { protocol, username, password, search, hash, hostname, origin, pathname } = new URL(address);
  if (username !== "" || password !== "") {
    throw new ConfigError(`${name}_URL must not hold a user or a password. Set ${name}_KEY instead.`);
  }
  if (search !== "" || hash !== "") {
    throw new ConfigError(`${name}_URL must end before a ? or #. Name the address of the server only.`);
  }
  if (protocol !== "https:" && !isLoopback(address) && !isPrivate(hostname)) {
    throw new ConfigError(
      `${name}_URL needs https, except for a loopback or private address, or a name without a dot or below .internal or .local.`,
    );
  }
  return `${origin}${pathname}`.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
}

const privateAddresses = new BlockList();
privateAddresses.addSubnet("10.0.0.0", 8);
privateAddresses.addSubnet("172.16.0.0", 12);
privateAddresses.addSubnet("192.168.0.0", 16);
privateAddresses.addSubnet("fc00::", 7, "ipv6");

/** True for an address of a network of one's own, and for the names that containers and clusters use. */
function isPrivate(hostname: string): boolean {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 6 ? "ipv6" : "ipv4");
  return !host.includes(".") || host.endsWith(".internal") || host.endsWith(".local");
}
