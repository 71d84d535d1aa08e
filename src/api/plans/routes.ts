import { z } from "zod";
import { billingCycles } from "#db/billing-schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute, openRoute, type RequestContext } from "#src/api/route.ts";
import { listPlans, type Plan } from "#src/domain/plans/queries.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Plans";

const planFields = z
  .object({
    plan_id: z.string(),
    display_name: z.string(),
    price_inr: z.int().meta({ description: "Whole rupees." }),
    billing_cycle: z.enum(billingCycles),
    tts_credits_per_cycle: z.int().meta({ description: "Characters." }),
    asr_credits_per_cycle: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "Plan" });

const includedTax = z.object({ label: z.string(), percent: z.number() }).meta({ id: "IncludedTax" });

const planList = z.object({ items: z.array(planFields), tax: includedTax.nullable() }).meta({ id: "PlanList" });

const presentPlan = ({ id, ...plan }: Plan) => ({ plan_id: id, ...plan });

const offered = async ({ resources: { db, config } }: RequestContext) => {
  const { taxLabel: label, taxRate: percent } = config.receipts;
  return { items: (await listPlans(db)).map(presentPlan), tax: percent > 0 ? { label, percent } : null };
};

const list = accountRoute(
  {
    method: "get",
    path: "/v1/plans",
    operationId: "plans.list",
    tag,
    summary: "List plans",
    access: "account",
    scope: "billing",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "All that are offered.", schema: planList } },
    errors: [],
  },
  async (_input, _caller, context) => ({ status: 200, data: await offered(context) }),
);

const pricing = openRoute(
  {
    method: "get",
    path: "/pricing.json",
    operationId: "pricing.get",
    tag,
    summary: "Get public prices",
    access: "public",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "All that are offered.",
        schema: planList,
        bare: true,
        headers: { "Cache-Control": "They may be a minute old." },
      },
    },
    errors: ["unavailable"],
  },
  async (_input, _caller, context) => ({
    status: 200,
    headers: { "Cache-Control": "public, max-age=60" },
    bare: await offered(context),
  }),
);

/** The routes of plans and prices. */
export const planRoutes = [list, pricing];
