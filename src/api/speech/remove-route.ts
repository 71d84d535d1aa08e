import { z } from "zod";
import { noBody } from "#src/api/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { removeRequest } from "#src/domain/speech/remove-request.ts";
import { removedRequest, requestParams } from "./schemas.ts";

/** Removes a request of the account, whatever its state. */
export const removeRoute = accountRoute(
  {
    method: "delete",
    path: "/v1/speech/requests/{request_id}",
    tag: "Speech",
    summary: "Delete a speech request with its texts and its audio",
    description: "Work that has not ended stops and costs nothing. What was charged stays in the usage report.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: z.object({}),
    body: noBody,
    responses: { 200: { description: "It is gone.", schema: removedRequest } },
    errors: ["request_not_found"],
  },
  async ({ params: { request_id: requestId } }, { userId }, { resources }) => {
    await removeRequest(resources, { requestId, userId });
    return { status: 200, data: { request_id: requestId, deleted: true } };
  },
);
