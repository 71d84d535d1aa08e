import { demoGroupOf } from "#src/domain/jobs/groups.ts";

interface Requester {
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** A demo call that is exempt from the limits of the demo: that of the start-up check. */
  readonly isExempt?: boolean;
  /** Identifies the caller of a demo call; all without one count as one caller. */
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
