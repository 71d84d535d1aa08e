import { type Route, accountRoute } from "#src/api/route.ts";
import { grant } from "./grant-route.ts";
import { listen } from "./listen-route.ts";
import { modelsRoutes } from "./models-routes.ts";
import { speak } from "./speak-route.ts";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { deepgram } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const projectList = z
  .object({ projects: z.array(z.object({ project_id: z.uuid(), name: z.string() })) })
  .meta({ id: "DeepgramProjectList" });

const listProjects = accountRoute(
  {
    method: "get",
    path: "/deepgram/v1/projects",
    operationId: "deepgram.projects.list",
    tag: deepgram.tag,
    summary: "List projects",
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

/** The routes that Deepgram's clients call. */
export const deepgramRoutes: readonly Route[] = [listen, speak, grant, ...modelsRoutes, listProjects];
