import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { payOrder } from "./pay-order.ts";

/** Begins to buy a plan by its id, and leaves for the payment provider's page. */
export const useCheckout = () =>
  useMutation({
    mutationFn: (planId: string) => call("POST /v1/subscriptions", { body: { plan_id: planId } }),
    onSuccess: (checkout, planId) => payOrder(checkout, planId),
  });
