import { DomainError } from "#src/errors.ts";
import type { SpoolSpace } from "#src/platform/disk/disk-reserve.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Caller } from "#src/api/callers/caller.ts";

/** Bounds what this process receives at the same time. Each is counted before its first byte is read. */
export interface BodyAdmission {
  /** @throws DomainError `concurrency_limited`, `unavailable`, `storage_low` */
  upload(sender: Sender, bytes: number): Promise<SpoolSpace>;
  /** For a body that is held in memory. @throws DomainError `concurrency_limited`, `unavailable` */
  memory(sender: Sender, bytes: number): Disposable;
}

export interface Sender {
  readonly address: string;
  readonly caller: Account | null;
}

/** The account of a caller. */
export type Account = Pick<Caller, "userId">;

const retryAfter = 5;

/** Counts of its own for one process. */
export function createBodyAdmission(resources: Pick<Resources, "config" | "disk">): BodyAdmission {
  const { config, disk } = resources;
  const { uploadsPerAddress, uploadsPerAccount, uploadsMax, jsonBytesPerCaller, jsonBytesMax } = config.limits.bodies;
  const uploads = createQuota();
  const memory = createQuota();
  return {
    upload: async (sender, bytes) => {
      const { caller } = sender;
      const max = caller === null ? uploadsPerAddress : uploadsPerAccount;
      using slot = uploads.take(1, [
        { key: senderKey(sender), max, refuse: () => tooManyUploads(caller, max) },
        ...sharesOfAll(caller, uploadsMax),
      ]);
      const space = await disk.take(bytes);
      const release = slot.move();
      return { ...space, [Symbol.dispose]: () => [space, release].forEach((part) => part[Symbol.dispose]()) };
    },
    memory: (sender, bytes) =>
      memory.take(bytes, [
        { key: senderKey(sender), max: jsonBytesPerCaller, refuse: tooManyBodies },
        ...sharesOfAll(sender.caller, jsonBytesMax),
      ]),
  };
}

const senderKey = ({ address, caller }: Sender): string =>
  caller === null ? `address ${address}` : `account ${caller.userId}`;

const tooManyUploads = (caller: Account | null, max: number): DomainError => {
  const whose = caller === null ? "address" : "account";
  const text = `Too many uploads from this ${whose} are in progress. Retry when one of them has finished.`;
  return new DomainError("concurrency_limited", text, { max_uploads: max, retry_after: retryAfter });
};

const tooManyBodies = (): DomainError =>
  new DomainError(
    "concurrency_limited",
    "Too many uploads from this caller are in progress. Finish one of them, then retry.",
    { retry_after: retryAfter },
  );

const busy = (): DomainError =>
  new DomainError("unavailable", `The service is receiving too many requests. Retry in ${retryAfter} seconds.`, {
    retry_after: retryAfter,
  });

interface Share {
  readonly key: string;
  readonly max: number;
  readonly refuse: () => DomainError;
}

/** Callers without an account get half of what there is, so that they never take all of it from those who have one. */
const sharesOfAll = (caller: Account | null, max: number): readonly Share[] => [
  ...(caller === null ? [{ key: "no account", max: Math.ceil(max / 2), refuse: busy }] : []),
  { key: "all", max, refuse: busy },
];

/** Amounts in use by key; a key that nothing is used of takes no memory. */
function createQuota() {
  const used = new Map<string, number>();
  const add = (key: string, amount: number): void => {
    const sum = (used.get(key) ?? 0) + amount;
    if (sum === 0) used.delete(key);
    else used.set(key, sum);
  };
  return {
    /** Takes the amount of every share, or throws the refusal of the first that has too little left. */
    take: (amount: number, shares: readonly Share[]): DisposableStack => {
      const full = shares.find(({ key, max }) => (used.get(key) ?? 0) + amount > max);
      if (full !== undefined) throw full.refuse();
      const taken = new DisposableStack();
      for (const { key } of shares) {
        add(key, amount);
        taken.defer(() => add(key, -amount));
      }
      return taken;
    },
  };
}
