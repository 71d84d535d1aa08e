import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryGrowthMib } from "#harness/service/processes.ts";
import { quantile } from "#harness/statistics.ts";
import { mapConcurrently } from "#faults/calls.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { makeSteadyCalls } from "#faults/steady-calls.ts";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import type { Part, Target } from "./part.ts";

const connections = 8;
const callsEach = 400;
const healthPerSecond = 50;
const p99Ms = 50;
const growthMib = 64;
const warmUpMs = 2_000;
/** Ordinary calls of each address first: a process that has answered none yet grows by any calls. */
const warmUpRounds = 200;
/** Large answers, small ones, refused credentials, and addresses that do not exist. */
const paths = ["/openapi.json", "/docs/scalar.js", "/", "/v1/api-keys", "/no/such/page"] as const;

/** Callers pipeline hundreds of calls on each connection and read not one answer, while another one asks how it goes. */
export async function attackByUnreadCalls({ service, signal, slack }: Target, holdMs: number): Promise<Part> {
  const { baseUrl } = service;
  const { pid } = service.first("api");
  const health = { kind: "healthz", send: (end: AbortSignal) => fetch(`${baseUrl}/healthz`, { signal: end }) };
  await using calls = makeSteadyCalls([health], { perSecond: healthPerSecond, signal });
  await mapConcurrently(Array.from({ length: warmUpRounds }, () => paths).flat(), connections, async (path) =>
    (await fetch(`${baseUrl}${path}`, { signal })).arrayBuffer(),
  );
  await sleep(warmUpMs, undefined, { signal });
  const fromMs = Date.now();
  const grownMib: number[] = [];
  for (const path of paths) {
    const attack = async (): Promise<void> => {
      const sockets = await Promise.all(Array.from({ length: connections }, () => openUnread(baseUrl, path)));
      await sleep(holdMs, undefined, { signal });
      for (const socket of sockets) socket.destroy();
    };
    grownMib.push(await memoryGrowthMib(pid, attack));
  }
  const answers = (await calls.stop()).filter(({ sentAtMs }) => sentAtMs >= fromMs);
  const times = answers.map(({ ms }) => ms);
  return {
    requestIds: [],
    checks: [
      atLeast(
        "calls of /healthz meanwhile",
        answers.length,
        Math.floor((0.9 * healthPerSecond * holdMs * paths.length) / 1000),
      ),
      exactly("of them answered otherwise than 200", answers.filter(({ status }) => status !== 200).length, 0),
      atMost("p99 of /healthz beside unread answers", quantile(times, 0.99), { limit: slack * p99Ms, unit: "ms" }),
      atMost("largest growth of the API's memory by one attack", Math.max(...grownMib), {
        limit: slack * growthMib,
        unit: "MiB",
      }),
    ],
    notes: [
      `Unread: ${paths.length} times ${connections} connections with ${callsEach} calls each; /healthz took ${quantile(times, 0.5).toFixed(1)} ms (median), ${Math.max(...times).toFixed(0)} ms at most; memory grew by ${grownMib.map((grown) => grown.toFixed(0)).join(", ")} MiB, attack by attack.`,
    ],
  };
}

async function openUnread(baseUrl: string, path: string): Promise<Socket> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).pause();
  // Being closed by the service is what it deserves.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const call = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${newApiKey()}\r\n\r\n`;
  socket.write(call.repeat(callsEach));
  return socket;
}
