import { countLateAcceptances } from "#harness/clients/revocation-trials.ts";
import { checkLedger } from "#faults/ledger-checks.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly trials: number;
}

const processes = 3;
/** To each process. */
const connections = 2;

/** Keys are revoked through one API process while they are used on all of them. */
export const revocation = scenario<Size>({
  name: "revocation",
  promise: "a key opens nothing any more, on whichever process, once its revocation was answered",
  alone: true,
  full: { trials: 1_000 },
  quick: { trials: 100 },
  run: async ({ trials }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api"], setting);
    const owner = await service.account(0);
    const baseUrls = [service.baseUrl];
    while (baseUrls.length < processes) {
      const port = await freePort();
      await service.start("api", { PORT: `${port}` });
      baseUrls.push(`http://127.0.0.1:${port}`);
    }
    const found = await countLateAcceptances({ baseUrls, ownerKey: owner.key, trials, connections, signal });
    const { acceptedBefore, acceptedAfter, refusedAfter } = found;
    const callers = processes * connections;
    return {
      counts: {
        submitted: acceptedBefore + acceptedAfter + refusedAfter,
        completed: acceptedBefore + acceptedAfter,
        failed: refusedAfter,
        charged: 0,
        duplicates: 0,
        lost: 0,
        slowestRecoverySeconds: null,
      },
      checks: [
        atLeast("calls that the keys opened before", acceptedBefore, trials * callers),
        atLeast("calls that started after the answer, and were refused", refusedAfter, trials * callers),
        exactly("calls that started after the answer, and were accepted", acceptedAfter, 0),
        ...(await checkLedger(service, owner, signal)),
      ],
      notes: [`${trials} keys, each used on ${connections} connections to each of ${processes} processes.`],
    };
  },
});
