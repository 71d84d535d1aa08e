import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { modelNotFound } from "#src/api/dialects/aliases.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { text } from "#src/api/validation/text.ts";
import { speechModels, transcriptionModels } from "./aliases.ts";
import { openAi } from "./dialect.ts";

const nothing = z.object({});
/** The date means nothing here, and clients expect one. */
const created = Date.UTC(2025, 0, 1) / 1000;

const model = z
  .object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string() })
  .meta({ id: "OpenAIModel" });
const modelList = z.object({ object: z.literal("list"), data: z.array(model) }).meta({ id: "OpenAIModelList" });

const present = (id: string) => ({ id, object: "model", created, owned_by: "speech-service" });

/** What a call may name as its model: the engines, and OpenAI's names. */
async function modelNames({ resources, engines }: RequestContext): Promise<readonly string[]> {
  const { recognition, synthesis } = await engines.current();
  const aliases = [
    ...Object.keys(resources.config.dialects.models),
    ...Object.keys(transcriptionModels),
    ...speechModels,
  ];
  return [...new Set([...aliases, ...[...recognition, ...synthesis].map(({ name }) => name)])].toSorted();
}

/** Refuses a model that no alias and no engine is called, where the operator wants it. @throws DomainError `model_not_found` */
export async function requireModel(context: RequestContext, name: string): Promise<void> {
  if (!context.resources.config.dialects.openai.strictModels) return;
  if (!(await modelNames(context)).includes(name)) throw modelNotFound(name);
}

const list = accountRoute(
  {
    method: "get",
    path: "/openai/v1/models",
    tag: openAi.tag,
    summary: "List the models that a call may name",
    access: "account",
    scope: "any",
    params: nothing,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The models.", schema: modelList, bare: true } },
    errors: [],
  },
  async (_input, _caller, context) => {
    const names = await modelNames(context);
    return { status: 200, bare: { object: "list", data: names.map(present) } };
  },
);

const show = accountRoute(
  {
    method: "get",
    path: "/openai/v1/models/{model}",
    tag: openAi.tag,
    summary: "Read a model",
    access: "account",
    scope: "any",
    params: z.object({ model: text({ max: 255 }) }),
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The model.", schema: model, bare: true } },
    errors: ["model_not_found"],
  },
  async ({ params }, _caller, context) => {
    const names = await modelNames(context);
    if (!names.includes(params.model)) throw modelNotFound(params.model);
    return { status: 200, bare: present(params.model) };
  },
);

/** What OpenAI's clients can name as a model. */
export const modelRoutes = [list, show];
