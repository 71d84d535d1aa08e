import test from "ava";
import { countLateAcceptances } from "#harness/clients/revocation-trials.ts";
import { startLogged } from "#test/support/logged-process.ts";
import { startService } from "#test/support/service.ts";

const trials = 50;
const connections = 2;

test("a key revoked through one of three API processes is refused by all of them at once", async (t) => {
  await using service = await startService();
  const { key: ownerKey } = await service.account();
  const processes = await Promise.all(Array.from({ length: 3 }, () => startLogged("src/api/main.ts", service.env)));
  t.teardown(() => Promise.all(processes.map((part) => part.stop())));
  const baseUrls = processes.map((part) => `http://127.0.0.1:${/"port":(\d+)/.exec(part.output())?.[1]}`);
  const signal = AbortSignal.timeout(120_000);
  const count = await countLateAcceptances({ baseUrls, ownerKey, trials, connections, signal });
  t.is(count.acceptedAfter, 0);
  t.true(count.acceptedBefore >= trials * baseUrls.length * connections, "every key worked on every connection");
  t.true(count.refusedAfter >= trials * baseUrls.length * connections * 2, "and was tried again on each");
});
