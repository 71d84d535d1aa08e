import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { Subscription } from "#web/api/types.ts";

const operation = "GET /v1/subscriptions/current";

/** @returns null for an account that has bought nothing. @throws Problem */
const current = (): Promise<Subscription | null> =>
  call(operation, {}).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });

/** The subscription of the account; null for one without. */
export const useSubscription = () => useQuery({ queryKey: [operation, {}], queryFn: current });
