const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** True for an address that leads nowhere but to this machine. */
export const isLoopback = (address: string): boolean =>
  loopbackHosts.has(URL.canParse(address) ? new URL(address).hostname : address);
