import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { until } from "#harness/until.ts";
import type { TestService } from "./service.ts";

/** A proxy in front of a service. */
export interface LosingProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** The number of calls that have come. */
  readonly calls: () => number;
}

const acceptedWithinMs = 30_000;

/**
 * Loses the answer to the first call: when the service has accepted the work of the account, the proxy hangs up on the service and
 * answers 502, as a gateway does. All other calls pass.
 */
export async function openLosingProxy({ baseUrl, resources }: TestService, userId: string): Promise<LosingProxy> {
  const made = resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId);
  const isAccepted = async () => (await made.execute()).length > 0;
  let calls = 0;
  const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    calls += 1;
    const isLost = calls === 1;
    const { method = "GET", headers, url = "" } = req;
    const sent = request(`${baseUrl}${url}`, { method, headers });
    sent.on("error", () => res.writeHead(502).end());
    sent.on("response", (answer) => {
      if (isLost) return;
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    sent.end(await buffer(req));
    if (!isLost) return;
    await until(isAccepted, { withinMs: acceptedWithinMs, signal: new AbortController().signal });
    sent.destroy(new Error("Hung up."));
  };
  const server = createServer((req, res) => void pass(req, res)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    calls: () => calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
