import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProgram, freePort, MissingProgramError } from "./backing-services.ts";
import { startServer } from "./server-process.ts";

/** A proxy in front of several API processes, as an operator runs one. */
export interface Proxy {
  readonly baseUrl: string;
  /** The state of each process, in their order. */
  servers(): Promise<readonly ProxiedServer[]>;
  stop(): Promise<void>;
}

export interface ProxiedServer {
  readonly isUp: boolean;
  /** The number of times that it was taken out, because it was not ready. */
  readonly timesOut: number;
  /** Calls that it was given. */
  readonly calls: number;
}

/** A process that is not ready gets no more calls after at most so long: `fall` × (`inter` + `timeout check`). */
export const proxyNoticesMs = 9_000;

/**
 * HAProxy that asks `/readyz` twice a second, waits for a slow answer, and sends no call a second time, so that nothing which breaks is hidden.
 * @throws MissingProgramError
 */
export async function startProxy(directory: string, ports: readonly number[]): Promise<Proxy> {
  const program = await findProgram(["haproxy"], "/usr/sbin", "/usr/local/sbin");
  if (program === null) throw new MissingProgramError("haproxy is missing. Install it with your package manager.");
  const own = join(directory, "proxy");
  await mkdir(own);
  const [port, statsPort] = [await freePort(), await freePort()];
  const path = join(own, "haproxy.cfg");
  await writeFile(path, configuration({ port, statsPort, ports }));
  const servers = (): Promise<readonly ProxiedServer[]> => readStatistics(`http://127.0.0.1:${statsPort}/;csv`);
  const server = await startServer([program, "-db", "-f", path], {
    directory: own,
    answers: () =>
      servers().then(
        (known) => known.length === ports.length,
        () => false,
      ),
  });
  return { baseUrl: `http://127.0.0.1:${port}`, servers, stop: () => server.stop() };
}

interface Listening {
  readonly port: number;
  readonly statsPort: number;
  readonly ports: readonly number[];
}

/** HAProxy configuration manual 2.6, sections 4 (proxies) and 5.2 (server options). */
const configuration = ({ port, statsPort, ports }: Listening): string => `global
  maxconn 4000

defaults
  mode http
  timeout connect 5s
  timeout client 90s
  timeout server 90s
  timeout http-keep-alive 50s
  timeout check 2500ms
  retries 0

frontend calls
  bind 127.0.0.1:${port}
  default_backend api

backend api
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 500ms fall 3 rise 1
${ports.map((one, index) => `  server api${index} 127.0.0.1:${one}`).join("\n")}

frontend statistics
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`;

/** The statistics as CSV: a line of names, then one for each frontend, backend and server (management guide, 9.1). */
async function readStatistics(url: string): Promise<readonly ProxiedServer[]> {
  const response = await fetch(url);
  const [head = "", ...lines] = (await response.text()).replace(/^# /, "").trim().split("\n");
  const names = head.split(",");
  const rows = lines.map((line) => new Map(line.split(",").map((value, index) => [names[index] ?? "", value])));
  return rows
    .filter((row) => row.get("svname")?.startsWith("api"))
    .map((row) => ({
      isUp: row.get("status")?.startsWith("UP") ?? false,
      timesOut: Number(row.get("chkdown")),
      calls: Number(row.get("stot")),
    }));
}
