import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { isAllowedAddress } from "./network-rules.ts";
import { deniedNetwork, OutboundError, type OutboundRules } from "./outbound-url.ts";

/** A name server that says nothing is asked once more. */
const patience = { timeout: 2_000, tries: 2 };

/**
 * Resolves a name for a socket, which connects to the very addresses that were checked here. All of them have to be allowed. The
 * servers are asked directly: the resolver of the system waits in one of four threads, which reads files, too. For sockets that take
 * all addresses at once (`autoSelectFamily`).
 */
export function guardedLookup(rules: OutboundRules): LookupFunction {
  const resolver = new Resolver(patience);
  if (rules.nameServers.length > 0) resolver.setServers([...rules.nameServers]);
  const resolve = async (name: string, _options: object): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const cause: unknown = four.status === "rejected" ? four.reason : undefined;
    if (found.length === 0) throw new OutboundError("unreachable", "The name of the address is not known.", { cause });
    if (!found.every((address) => isAllowedAddress(address, rules))) throw new OutboundError("refused", deniedNetwork);
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return callbackify(resolve);
}
