import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { findChecklist, hideChecklist } from "#src/domain/accounts/checklist-queries.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const checklist = z
  .object({
    hidden: z.boolean(),
    heard_voice: z.boolean().meta({ description: "Whether the account has had a text spoken." }),
    transcribed: z.boolean().meta({ description: "Whether the account has had a recording transcribed." }),
    has_api_key: z.boolean().meta({ description: "Whether the account has an active API key." }),
    last_api_call: z
      .object({ api_key_name: z.string(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: "The latest call with an API key, to the minute; null before the first one." }),
  })
  .meta({ id: "Checklist" });

async function checklistReply({ userId }: Caller, { resources: { db } }: RequestContext): Promise<Reply> {
  const { isHidden, hasHeard, hasTranscribed, hasKey, lastKeyUse } = await findChecklist(db, userId);
  const done = { heard_voice: hasHeard, transcribed: hasTranscribed, has_api_key: hasKey };
  const call = lastKeyUse && { api_key_name: lastKeyUse.name, at: lastKeyUse.at.toISOString() };
  return { status: 200, data: { hidden: isHidden, ...done, last_api_call: call } };
}

const facts = {
  path: "/v1/users/me/checklist",
  tag: "Users",
  access: "account",
  params: noInput,
  query: noInput,
  body: noBody,
  errors: [],
} as const;

const read = accountRoute(
  {
    ...facts,
    method: "get",
    operationId: "checklist.get",
    summary: "Get the checklist",
    description: "What the account has done of its first steps, however long ago.",
    scope: "usage",
    responses: { 200: { description: "The checklist.", schema: checklist } },
  },
  async (_input, caller, context) => checklistReply(caller, context),
);

const hide = accountRoute(
  {
    ...facts,
    method: "delete",
    operationId: "checklist.hide",
    summary: "Hide the checklist",
    scope: "keys",
    responses: { 200: { description: "The checklist, which is hidden.", schema: checklist } },
  },
  async (_input, caller, context) => {
    await hideChecklist(context.resources.db, caller.userId);
    return checklistReply(caller, context);
  },
);

/** The first steps of an account. */
export const checklistRoutes = [read, hide];
