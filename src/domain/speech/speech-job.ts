import { demoWork } from "./demo-work.ts";

interface Requester {
  readonly userId: string | null;
  readonly isDemo: boolean;
  /** Demo work that is queued like ordinary work. */
  readonly skipsLane?: boolean;
  /** Tells the callers of the demo apart; all without one count as the same. */
  readonly demoCaller?: string;
}

/** The job of a request: in turn with those of other accounts, or in the lane of a caller of the demo. */
export const speechJob = <Name extends string>(
  name: Name,
  { userId, isDemo, skipsLane, demoCaller = "unknown" }: Requester,
) => ({
  name,
  accountId: isDemo ? null : userId,
  ...(isDemo && skipsLane !== true && demoWork(demoCaller)),
});
