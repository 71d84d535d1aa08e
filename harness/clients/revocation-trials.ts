import { z } from "zod";

/** Several API processes on one database, and an account that makes and revokes keys on them. */
export interface RevocationSetting {
  readonly baseUrls: readonly string[];
  /** A key of the account, which stays. */
  readonly ownerKey: string;
  readonly trials: number;
  /** The number of connections to each process that use the key while it is revoked. */
  readonly connections: number;
  readonly signal: AbortSignal;
}

/** The fate of the calls with keys that were revoked meanwhile. */
export interface RevocationCount {
  /** Accepted calls: those that show that the key worked. */
  readonly acceptedBefore: number;
  /** Calls that started after the answer to the DELETE had arrived, and were accepted all the same. */
  readonly acceptedAfter: number;
  /** Calls that started after it and were refused. */
  readonly refusedAfter: number;
}

/** Each connection makes so many calls after the answer. */
const callsAfter = 3;
const path = "/v1/api-keys";
const created = z.object({ data: z.object({ api_key_id: z.uuid(), key: z.string() }) });

/**
 * Makes a key, uses it from all sides without a pause, revokes it through one process, and counts what all of them
 * accepted after that was answered; as often as asked for.
 */
export async function countLateAcceptances(setting: RevocationSetting): Promise<RevocationCount> {
  const total = { acceptedBefore: 0, acceptedAfter: 0, refusedAfter: 0 };
  for (let trial = 0; trial < setting.trials; trial += 1) {
    const count = await runTrial(setting, setting.baseUrls[trial % setting.baseUrls.length] ?? "");
    total.acceptedBefore += count.acceptedBefore;
    total.acceptedAfter += count.acceptedAfter;
    total.refusedAfter += count.refusedAfter;
  }
  return total;
}

async function runTrial(setting: RevocationSetting, through: string): Promise<RevocationCount> {
  const { ownerKey, signal } = setting;
  const owner = { "x-api-key": ownerKey, "content-type": "application/json" };
  const making = { method: "POST", headers: owner, body: '{"name":"trial"}', signal };
  const { data } = created.parse(await (await fetch(through + path, making)).json());
  const revoked = new AbortController();
  const users = openUsers(setting, data.key, revoked.signal);
  let revokedAt: number;
  try {
    await Promise.all(users.map(({ begun }) => begun));
    const gone = await fetch(`${through}${path}/${data.api_key_id}`, { method: "DELETE", headers: owner, signal });
    revokedAt = performance.now();
    if (gone.status !== 200) throw new Error(`The key was not revoked: ${gone.status}.`);
    await gone.arrayBuffer();
  } finally {
    revoked.abort();
  }
  return countOf((await Promise.all(users.map(({ calls }) => calls))).flat(), revokedAt);
}

interface Call {
  readonly startedAt: number;
  readonly status: number;
}

/** A caller that uses a key without a pause, and some more times when it was revoked. */
interface User {
  /** Resolves when the first call was answered. */
  readonly begun: Promise<void>;
  /** All calls, when the last one was answered. */
  readonly calls: Promise<readonly Call[]>;
}

function openUsers(setting: RevocationSetting, key: string, revoked: AbortSignal): readonly User[] {
  const { baseUrls, connections, signal } = setting;
  const call = async (baseUrl: string): Promise<Call> => {
    const startedAt = performance.now();
    const response = await fetch(`${baseUrl}${path}?limit=1`, { headers: { "x-api-key": key }, signal });
    await response.arrayBuffer();
    return { startedAt, status: response.status };
  };
  return baseUrls.flatMap((url) => Array.from({ length: connections }, () => openUser(() => call(url), revoked)));
}

function openUser(call: () => Promise<Call>, revoked: AbortSignal): User {
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  const use = async (): Promise<readonly Call[]> => {
    const calls: Call[] = [];
    while (!revoked.aborted) {
      calls.push(await call());
      resolve();
    }
    for (let left = callsAfter; left > 0; left -= 1) calls.push(await call());
    return calls;
  };
  const calls = use();
  calls.catch(reject);
  return { begun, calls };
}

function countOf(calls: readonly Call[], revokedAt: number): RevocationCount {
  const odd = calls.find(({ status }) => status !== 200 && status !== 401);
  if (odd !== undefined) throw new Error(`A call with the key was answered ${odd.status}.`);
  const count = (wanted: (call: Call) => boolean): number => calls.filter(wanted).length;
  return {
    acceptedBefore: count(({ status, startedAt }) => status === 200 && startedAt <= revokedAt),
    acceptedAfter: count(({ status, startedAt }) => status === 200 && startedAt > revokedAt),
    refusedAfter: count(({ status, startedAt }) => status === 401 && startedAt > revokedAt),
  };
}
