import { demoGroupOf } from "#src/domain/jobs/groups.ts";

interface Requester {
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** Demo work that is queued like ordinary work: that of the start-up check. */
  readonly isExempt?: boolean;
  /** Tells the callers of the demo apart; all without one count as the same. */
  readonly demoCaller?: string;
}

/** The job of a request, in the group of its account or of a caller of the demo. */
export const speechJob = <Name extends string>(
  name: Name,
  { userId, isDemo, isExempt, demoCaller = "unknown" }: Requester,
) => ({
  name,
  accountId: isDemo ? null : userId,
  ...(isDemo && isExempt !== true && { groupKey: demoGroupOf(demoCaller) }),
});
