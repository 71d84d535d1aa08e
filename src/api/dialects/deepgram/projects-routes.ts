import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { deepgram } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const projectList = z
  .object({ projects: z.array(z.object({ project_id: z.uuid(), name: z.string() })) })
  .meta({ id: "DeepgramProjectList" });

const list = accountRoute(
  {
    method: "get",
    path: "/deepgram/v1/projects",
    operationId: "deepgram.projects.list",
    tag: deepgram.tag,
    summary: "List the one project of the account",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The account as a project.", schema: projectList, bare: true } },
    errors: [],
  },
  async (_input, { userId }) => ({ status: 200, bare: { projects: [{ project_id: userId, name: "Default" }] } }),
);

/** What there is of Deepgram's projects. */
export const projectsRoutes = [list];
