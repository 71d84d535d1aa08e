import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { countLateAcceptances } from "#harness/clients/revocation-trials.ts";
import { type BenchOptions, startService } from "./running-service.ts";

const defaultTrials = 1_000;
const processes = 3;
const connections = 2;
const unlimited = "1000000000";

/** Whether a revoked key opens anything once its revocation was answered, through whichever process. */
export async function measureRevocation(options: BenchOptions): Promise<Report> {
  const { repetitions: trials = defaultTrials, signal } = options;
  const load = machineLoad();
  const limits = { CALLS_PER_MINUTE: unlimited, FAILED_AUTHENTICATIONS_PER_MINUTE: unlimited };
  await using service = await startService(["api"], options, limits);
  const baseUrls = [service.baseUrl];
  while (baseUrls.length < processes) baseUrls.push(await service.startAnotherApi());
  const count = await countLateAcceptances({ baseUrls, ownerKey: service.key, trials, connections, signal });
  return {
    title: `${trials} keys, each used on ${connections} connections to each of ${processes} API processes while it is revoked; ${service.stack}; ${load}`,
    baseline: "calls with the same keys that started before the answer to their DELETE",
    figures: [
      {
        measure: "accepted calls that started after the answer",
        unit: "calls",
        baseline: count.acceptedBefore,
        service: count.acceptedAfter,
        target: { of: "service", atMost: 0 },
      },
    ],
    notes: [`${count.refusedAfter} calls started after the answer and were refused.`],
  };
}
