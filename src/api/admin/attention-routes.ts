import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { countAttention } from "#src/domain/attention/count-attention.ts";

const count = z.int().min(0);

const report = z
  .object({
    open_payment_events: count,
    open_identity_events: count,
    new_tickets: count,
    engines_down: z.array(z.string()),
  })
  .meta({ id: "AttentionReport" });

const show = accountRoute(
  {
    method: "get",
    path: "/v1/admin/attention",
    tag: "Admin",
    operationId: "admin.attention.get",
    summary: "Read what waits for an admin",
    description: "Counts of what the lists of tickets, notifications and models hold.",
    access: "admin",
    scope: "admin",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The counts; zeros and an empty list where nothing waits.", schema: report } },
    errors: [],
  },
  async (_input, _caller, { resources: { db, config } }) => {
    const { payments, identities, newTickets, enginesDown } = await countAttention(db, config.jobs);
    return {
      status: 200,
      data: {
        ...{ open_payment_events: payments, open_identity_events: identities, new_tickets: newTickets },
        ...{ engines_down: enginesDown },
      },
    };
  },
);

/** The route of what waits for an admin. */
export const adminAttentionRoutes = [show];
