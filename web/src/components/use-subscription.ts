import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { Subscription } from "#web/api/types.ts";

const operation = "GET /v1/subscriptions/current";

/** @returns null for an account that has bought nothing, which is not asked further, and for one whose plan has ended. @throws Problem */
async function current(): Promise<Subscription | null> {
  const { total } = await call("GET /v1/payments", { query: { limit: 1 } });
  if (total === 0) return null;
  return call(operation, {}).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });
}

/** The subscription of the account; null for one without. */
export const useSubscription = () => useQuery({ queryKey: [operation, {}], queryFn: current });
