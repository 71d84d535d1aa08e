import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { modelNotFound } from "#src/api/dialects/aliases.ts";
import { accountRoute } from "#src/api/route.ts";
import { text } from "#src/api/validation/text.ts";
import { openAi } from "./dialect.ts";
import { modelNames, speechModelNames } from "./models.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** The date means nothing here, and clients expect one. */
const created = Date.UTC(2025, 0, 1) / 1000;

const model = z
  .object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string() })
  .meta({ id: "OpenAIModel" });
const modelList = z.object({ object: z.literal("list"), data: z.array(model) }).meta({ id: "OpenAIModelList" });
const speechModelList = modelList.extend({ models: z.array(model) }).meta({ id: "OpenAISpeechModelList" });

const present = (id: string) => ({ id, object: "model", created, owned_by: "speech-service" });

const reading = {
  method: "get",
  tag: openAi.tag,
  access: "account",
  scope: "any",
  params: noInput,
  query: noInput,
  body: noBody,
  errors: [],
} as const;

const list = accountRoute(
  {
    ...reading,
    path: "/openai/v1/models",
    operationId: "openai.models.list",
    summary: "List models",
    responses: { 200: { description: "The models.", schema: modelList, bare: true } },
  },
  async (_input, _caller, context) => {
    const names = await modelNames(context);
    return { status: 200, bare: { object: "list", data: names.map(present) } };
  },
);

const listSpeech = accountRoute(
  {
    ...reading,
    path: "/openai/v1/audio/models",
    operationId: "openai.speechModels.list",
    summary: "List speech models",
    description: "Not OpenAI's: programs that let a person choose a model read it.",
    responses: { 200: { description: "The models, twice.", schema: speechModelList, bare: true } },
  },
  async (_input, _caller, context) => {
    const models = (await speechModelNames(context)).map(present);
    return { status: 200, bare: { object: "list", data: models, models } };
  },
);

const show = accountRoute(
  {
    ...reading,
    path: "/openai/v1/models/{model}",
    operationId: "openai.models.get",
    summary: "Get a model",
    params: z.object({ model: text({ max: 255 }) }),
    responses: { 200: { description: "The model.", schema: model, bare: true } },
    errors: ["model_not_found"],
  },
  async ({ params }, _caller, context) => {
    const names = await modelNames(context);
    if (!names.includes(params.model)) throw modelNotFound(params.model);
    return { status: 200, bare: present(params.model) };
  },
);

/** The routes of OpenAI's models. */
export const modelRoutes = [list, listSpeech, show];
