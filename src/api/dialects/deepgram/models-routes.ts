import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { modelNotFound } from "#src/api/dialects/aliases.ts";
import { accountRoute } from "#src/api/route.ts";
import { text } from "#src/api/validation/text.ts";
import { deepgram } from "./dialect.ts";
import { listModels } from "./models.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Characters. */
const idMax = 255;

const model = {
  name: z.string(),
  canonical_name: z.string(),
  architecture: z.string(),
  languages: z.array(z.string()),
  version: z.string(),
  uuid: z.uuid(),
};
const listener = z.object({ ...model, batch: z.boolean(), streaming: z.boolean(), formatted_output: z.boolean() });
const speaker = z.object(model);

const list = accountRoute(
  {
    method: "get",
    path: "/deepgram/v1/models",
    operationId: "deepgram.models.list",
    tag: deepgram.tag,
    summary: "List models and voices",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "The models.",
        schema: z.object({ stt: z.array(listener), tts: z.array(speaker) }).meta({ id: "DeepgramModelList" }),
        bare: true,
      },
    },
    errors: [],
  },
  async (_input, _caller, context) => ({ status: 200, bare: await listModels(context) }),
);

const show = accountRoute(
  {
    method: "get",
    path: "/deepgram/v1/models/{model_id}",
    operationId: "deepgram.models.get",
    tag: deepgram.tag,
    summary: "Get a model",
    access: "account",
    scope: "any",
    params: z.object({ model_id: text({ min: 1, max: idMax }) }),
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "The model.",
        schema: z.union([listener, speaker]).meta({ id: "DeepgramModel" }),
        bare: true,
      },
    },
    errors: ["model_not_found"],
  },
  async ({ params: { model_id: id } }, _caller, context) => {
    const { stt, tts } = await listModels(context);
    const found = [...stt, ...tts].find(({ uuid }) => uuid === id);
    if (found === undefined) throw modelNotFound(id);
    return { status: 200, bare: found };
  },
);

/** The routes of Deepgram's models. */
export const modelsRoutes = [list, show];
