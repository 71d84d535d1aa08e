import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { text } from "#src/api/validation/text.ts";
import { type BillingDetails, findBillingDetails, keepBillingDetails } from "#src/domain/payments/billing-details.ts";
import { isGstin, isMeantAsGstin, normalizedTaxNumber, stateOfGstin } from "#src/domain/payments/gstin.ts";
import type { Resources } from "#src/platform/resources.ts";

const lengths = { company: 100, address: 400, taxNumber: 30 } as const;
const mostLines = 5;

/** The lines of an address that have something on them. */
const linesOf = (address: string): readonly string[] =>
  address
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const isTaxNumber = (given: string): boolean => {
  const number = normalizedTaxNumber(given);
  return !isMeantAsGstin(number) || isGstin(number);
};

const detailsBody = z.object({
  company: text({ max: lengths.company }).meta({
    description: "The company; empty for none.",
    examples: ["Example Ltd"],
  }),
  address: text({ max: lengths.address })
    .refine((address) => linesOf(address).length <= mostLines, `It may have at most ${mostLines} lines`)
    .meta({
      description: `The address, with line breaks between at most ${mostLines} lines; empty for none.`,
      examples: ["1 High Street\nBengaluru 560001"],
    }),
  tax_number: text({ max: lengths.taxNumber })
    .refine(isTaxNumber, "This is not a valid GSTIN. Check its digits")
    .meta({
      description: "The tax number; empty for none. The form, state and check digit of a GSTIN are checked.",
      examples: ["29AAGCB7383J1Z4"],
    }),
});

export const detailsAnswer = z
  .object({
    company: z.string().meta({ description: "The company; empty for none.", examples: ["Example Ltd"] }),
    address: z.string().meta({
      description: "The address, with a line break between its lines.",
      examples: ["1 High Street\nBengaluru 560001"],
    }),
    tax_number: z.string().meta({
      description: "The tax number, in capitals; empty for none.",
      examples: ["29AAGCB7383J1Z4"],
    }),
    tax_state: z
      .string()
      .nullable()
      .meta({
        description: "The state or territory of a GSTIN; null for other numbers.",
        examples: ["Karnataka"],
      }),
    updated_at: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When it was changed last; null where nothing is kept.",
        examples: ["2026-11-28T12:00:00.000Z"],
      }),
  })
  .meta({ id: "BillingDetails" });

const nothing: BillingDetails = { company: "", address: "", taxNumber: "" };

/** Reads what an account wants on its receipts, as it is answered. */
export async function readDetails(
  { db }: Pick<Resources, "db">,
  userId: string,
): Promise<z.output<typeof detailsAnswer>> {
  const kept = await findBillingDetails(db, userId);
  const { company, address, taxNumber } = kept ?? nothing;
  return {
    ...{ company, address, tax_number: taxNumber, tax_state: stateOfGstin(taxNumber) },
    updated_at: kept?.updatedAt.toISOString() ?? null,
  };
}

const facts = {
  path: "/v1/billing-details",
  tag: "Payments",
  access: "account",
  scope: "billing",
  params: noInput,
  query: noInput,
  responses: { 200: { description: "The details.", schema: detailsAnswer } },
} as const;

const show = accountRoute(
  {
    ...facts,
    method: "get",
    operationId: "billingDetails.get",
    summary: "Get billing details",
    body: noBody,
    errors: [],
  },
  async (_input, { userId }, { resources }) => ({ status: 200, data: await readDetails(resources, userId) }),
);

const keep = accountRoute(
  {
    ...facts,
    method: "put",
    operationId: "billingDetails.update",
    summary: "Update billing details",
    description: "Receipts have them from their next download on, those of earlier payments, too.",
    body: jsonBody(detailsBody),
    errors: ["body_too_large"],
  },
  async ({ body }, { userId }, { resources }) => {
    await keepBillingDetails(resources.db, userId, {
      company: body.company.trim(),
      address: linesOf(body.address).join("\n"),
      taxNumber: normalizedTaxNumber(body.tax_number),
    });
    return { status: 200, data: await readDetails(resources, userId) };
  },
);

/** The details that the account wants on its receipts. */
export const billingDetailsRoutes = [show, keep];
