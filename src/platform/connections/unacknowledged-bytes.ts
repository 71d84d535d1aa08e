import { readFile } from "node:fs/promises";

const tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
/** Local and remote address with their ports, state, and the bytes that wait to be sent or acknowledged, all in hex. */
const row = /: \w+:(\w{4}) \w+:(\w{4}) \w\w (\w{8}):/g;

/** The two ports of a connection. */
export interface Ports {
  readonly localPort?: number | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * For each TCP connection what the system has taken and its peer has not, as a text that changes with it (Linux,
 * Documentation/networking/proc_net_tcp.rst); the same for all where the system does not say.
 */
export async function unacknowledgedBytes(): Promise<(connection: Ports) => string> {
  const texts = await Promise.all(tables.map((path) => readFile(path, "latin1").catch(() => "")));
  const found = new Map<string, string>();
  for (const [, local = "", remote = "", bytes = ""] of texts.join("\n").matchAll(row)) {
    // Peers of different addresses may have the same port.
    found.set(`${local}:${remote}`, `${found.get(`${local}:${remote}`) ?? ""} ${bytes}`);
  }
  return ({ localPort, remotePort }) => found.get(`${inHex(localPort)}:${inHex(remotePort)}`) ?? "";
}

const inHex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, "0");
