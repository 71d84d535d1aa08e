import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "#web/api/use-api.ts";

const pollMs = 5_000;
const limit = 10;

interface PaymentsQuery {
  readonly page: number;
  readonly from?: string;
  readonly to?: string;
  readonly utc_offset?: number;
}

/** Milliseconds within which a second payment of an order usually follows the first. */
const recentMs = 60_000;

/** A page of the payments of the account, asked about again and again while there is a recent one, or one without its receipt. */
export const usePayments = (query: PaymentsQuery) =>
  useApi(
    "GET /v1/payments",
    { query: { ...query, limit } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((one) => one.receipt_number === null || Date.now() - Date.parse(one.paid_at) < recentMs)
          ? pollMs
          : false,
    },
  );
