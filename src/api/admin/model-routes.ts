import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { listEngines, type RegisteredEngine } from "#src/domain/engines/list-engines.ts";
import { cancelPull } from "#src/domain/models/cancel-pull.ts";
import { listFolders, type ModelFolder } from "#src/domain/models/folder-queries.ts";
import { listPulls, type ModelPull } from "#src/domain/models/pull-queries.ts";
import { requestPull } from "#src/domain/models/request-pull.ts";
import { modelReport, pullAnswer, pullBody, pullParams } from "./model-schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const facts = { tag: "Admin", access: "admin", scope: "admin", query: noInput } as const;
const shownPulls = 20;

const presentPull = ({
  id,
  doneBytes,
  totalBytes,
  created_at: created,
  finished_at: finished,
  ...pull
}: ModelPull) => ({
  ...{ ...pull, pull_id: id, done_bytes: doneBytes, total_bytes: totalBytes },
  ...{ created_at: created.toISOString(), finished_at: finished?.toISOString() ?? null },
});

const presentFolder = ({ id, freeBytes, models, ...folder }: ModelFolder) => ({
  ...{ ...folder, folder_id: id, free_bytes: freeBytes },
  models: models.map(({ sizeBytes, memoryMb, inCatalogue, ...model }) => ({
    ...{ ...model, size_bytes: sizeBytes, memory_mb: memoryMb, in_catalogue: inCatalogue },
  })),
});

/** The engines of workers that are alive, those with the same state and reason as one. */
function presentEngines(registered: readonly RegisteredEngine[]) {
  const alive = registered.filter(({ isAlive }) => isAlive);
  const groups = Map.groupBy(alive, ({ manifest, state, reason }) =>
    JSON.stringify([manifest.kind, manifest.name, state, reason]),
  );
  const engines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { manifest, state, reason } = first;
    const { name, kind, languages, tier, requires, memoryMb } = manifest;
    const what = { name, kind, languages, tier, requires, memory_mb: memoryMb };
    return [{ ...what, state, reason, workers: group.length }];
  });
  return engines.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const show = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/v1/admin/models",
    operationId: "admin.models.list",
    summary: "List models, engines and pulls",
    description: "A few seconds old at most.",
    params: noInput,
    body: noBody,
    responses: { 200: { description: "What the workers that run have and can install.", schema: modelReport } },
    errors: [],
  },
  async (_input, _caller, { resources: { db, config } }) => {
    const [folders, engines, pulls] = await Promise.all([
      listFolders(db, config.jobs),
      listEngines({ db }, config.jobs),
      listPulls(db, shownPulls),
    ]);
    return {
      status: 200,
      data: {
        folders: folders.map(presentFolder),
        engines: presentEngines(engines),
        pulls: pulls.map(presentPull),
      },
    };
  },
);

const pull = accountRoute(
  {
    ...facts,
    method: "post",
    path: "/v1/admin/models/pulls",
    operationId: "admin.modelPulls.create",
    summary: "Install a model",
    description:
      "A worker of the folder's machine downloads, builds and checks a model of its catalogue; one that is damaged or outdated is " +
      "renewed. Follow it with `GET /v1/admin/models`. A repeat while it is not done is answered with the same pull. The model is used if " +
      "SPEECH_MODELS names it: whisper-base and whisper-tiny.en within some seconds, others when the workers have been restarted. A model for which the catalogue has no SHA-256 is 409 `model_unverified` " +
      "without `accept_unverified`.",
    params: noInput,
    body: jsonBody(pullBody),
    responses: { 202: { description: "The pull.", schema: pullAnswer } },
    errors: [
      "body_too_large",
      "model_folder_not_found",
      "model_not_found",
      "model_folder_read_only",
      "model_unverified",
    ],
  },
  async (
    { body: { folder_id: folderId, model, accept_unverified: acceptUnverified } },
    { userId: adminId },
    { resources, requestId },
  ) => {
    const asked = await requestPull(
      resources,
      { id: requestId, folderId, model, adminId, acceptUnverified },
      resources.config.jobs,
    );
    const said = { request_id: requestId, admin_id: adminId, folder_id: folderId, model, pull_id: asked.id };
    resources.log.info(said, "a model pull was requested");
    return { status: 202, data: presentPull(asked) };
  },
);

const cancel = accountRoute(
  {
    ...facts,
    method: "delete",
    path: "/v1/admin/models/pulls/{pull_id}",
    operationId: "admin.modelPulls.cancel",
    summary: "Cancel the installation of a model",
    description: "No model is changed. Repeating it changes nothing; 409 for a pull that has ended otherwise.",
    params: pullParams,
    body: noBody,
    responses: { 200: { description: "The pull.", schema: pullAnswer } },
    errors: ["model_pull_not_found", "invalid_transition"],
  },
  async ({ params: { pull_id: id } }, { userId: adminId }, { resources, requestId }) => {
    const cancelled = await cancelPull(resources, id);
    resources.log.info({ request_id: requestId, admin_id: adminId, pull_id: id }, "a pull of a model was cancelled");
    return { status: 200, data: presentPull(cancelled) };
  },
);

/** Models and engines of the workers. */
export const adminModelRoutes = [show, pull, cancel];
