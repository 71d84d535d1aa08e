import { useApi } from "#web/api/use-api.ts";

const pollMs = 10_000;

/** The orders that wait to be paid, asked about while there are any: how a payment ended is known some seconds after it. */
export const useOpenOrders = () =>
  useApi(
    "GET /v1/orders",
    {},
    { refetchInterval: ({ state: { data } }) => ((data?.items.length ?? 0) > 0 ? pollMs : false) },
  );
