import { countAccountResources } from "#src/domain/accounts/count-account-resources.ts";
import { findListedAccount, type ListedAccount } from "#src/domain/accounts/list-accounts.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";

/** All that admins see of an account. */
export type AccountDetail = Awaited<ReturnType<typeof readAccount>>;

/** Finds an account, closed or not. @throws DomainError `account_not_found` */
export async function requireAccount({ db }: Pick<Resources, "db">, userId: string): Promise<ListedAccount> {
  const account = await findListedAccount({ db }, userId);
  if (account === null) throw new DomainError("account_not_found");
  return account;
}

/** @throws DomainError `account_not_found` */
export async function readAccount({ db, config }: Pick<Resources, "db" | "config">, userId: string) {
  return {
    account: await requireAccount({ db }, userId),
    subscription: await findLiveSubscription(db, userId),
    counts: await countAccountResources({ db }, { userId, idleMs: config.session.idleMs }),
  };
}
