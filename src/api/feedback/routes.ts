import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { accountRoute, type Reply } from "#src/api/route.ts";
import { type Feedback, findFeedback, listFeedback } from "#src/domain/feedback/queries.ts";
import { submitFeedback } from "#src/domain/feedback/submit-feedback.ts";
import { DomainError } from "#src/errors.ts";
import { createdFeedback, feedbackAnswer, feedbackBody, feedbackListQuery } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

export const presentFeedback = (feedback: Feedback) => ({
  feedback_id: feedback.id,
  request_id: feedback.request_id,
  request_type: feedback.request_type,
  feedback_text: feedback.feedback_text,
  created_at: feedback.created_at.toISOString(),
});

const tag = "Feedback";

/** @throws DomainError `request_not_found` for a repeat after the feedback was removed */
function createdReply(feedback: Feedback | null): Reply {
  if (feedback === null) throw new DomainError("request_not_found");
  return { status: 201, data: presentFeedback(feedback) };
}

const create = accountRoute(
  {
    method: "post",
    path: "/v1/feedback",
    operationId: "feedback.create",
    tag,
    summary: "Send feedback",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: jsonBody(feedbackBody),
    responses: { 201: { description: "The feedback is stored.", schema: createdFeedback } },
    errors: ["body_too_large", "request_not_found"],
    repeat: {
      state: async (id, { resources: { db } }) => ((await findFeedback(db, id)) === null ? "nothing" : "ended"),
      reply: async (made, { context: { resources } }) => createdReply(await findFeedback(resources.db, made.id)),
    },
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const feedback = await submitFeedback(resources, {
      id,
      userId,
      requestId: body.request_id,
      text: body.feedback_text,
    });
    return createdReply(feedback);
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/feedback",
    operationId: "feedback.list",
    tag,
    summary: "List feedback",
    description: "Admins get the feedback of all accounts.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: feedbackListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(feedbackAnswer).meta({ id: "FeedbackPage" }) } },
    errors: [],
  },
  async ({ query }, caller, { resources: { db } }) => {
    const { request_type: requestType, request_id: requestId, page, limit } = query;
    const userId = caller.role === "admin" ? null : caller.userId;
    const { items, ...length } = await listFeedback(db, { userId, requestType, requestId, page, limit });
    return { status: 200, data: presentPage({ items: items.map(presentFeedback), ...length }, query) };
  },
);

/** The routes by which callers rate their requests. */
export const feedbackRoutes = [create, list];
