import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { modelReport, pullAnswer } from "#src/api/admin/model-schemas.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { insertModelFolder, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId } = await service.account();
await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const models = "/v1/admin/models";
const read = async () => (await service.call("GET", models, { key })).data(modelReport);
const pull = (folderId: string, model: string) =>
  service.call("POST", `${models}/pulls`, { key, json: { folder_id: folderId, model } });
const cancel = (id: string) => service.call("DELETE", `${models}/pulls/${id}`, { key });

const refused = (t: ExecutionContext, answer: Awaited<ReturnType<typeof pull>>, expected: [number, string]) => {
  t.is(answer.status, expected[0]);
  t.like(answer.json, { code: expected[1] });
};

test("an admin sees the models of folders whose workers are alive, and no others", async (t) => {
  const [id, gone] = [await insertModelFolder(resources), await insertModelFolder(resources)];
  await sql`update model_folders set seen_at = now() - interval '1 hour' where id = ${gone}`.execute(db);
  const { folders } = await read();
  t.false(folders.some((folder) => folder.folder_id === gone));
  const folder = folders.find((one) => one.folder_id === id);
  t.like(folder, { directory: "/models", writable: true, free_bytes: 1e9 });
  t.like(folder?.models[0], { name: "silero-vad", size_bytes: 2_000_000, state: "available", in_catalogue: true });
  t.like(folder?.models[1], { name: "of-mine", state: "installed", in_catalogue: false });
});

test("the engines of live workers are listed with their state and the reason, workers alike as one", async (t) => {
  const manifest = {
    ...({ name: "parrot", kind: "recognition", languages: ["en"], tier: "fast", detectsLanguage: false } as const),
    ...{ memoryMb: 40, requires: "The package parrot." },
  };
  const reason = "The package parrot is missing. Install it: apt-get install parrot";
  for (let worker = 0; worker < 2; worker++)
    await registerEngines({ db }, randomUUID(), [{ manifest, state: "ready" }]);
  await registerEngines({ db }, randomUUID(), [{ manifest, state: "unavailable", reason }]);
  const what = { name: "parrot", memory_mb: 40, requires: manifest.requires };
  const found = (await read()).engines.filter(({ name }) => name === "parrot");
  t.is(found.length, 2);
  t.like(
    found.find(({ state }) => state === "ready"),
    { ...what, reason: null, workers: 2 },
  );
  t.like(
    found.find(({ state }) => state === "unavailable"),
    { ...what, reason, workers: 1 },
  );
});

test("a model that is asked for twice is pulled once", async (t) => {
  const folderId = await insertModelFolder(resources);
  const answers = await Promise.all([1, 2, 3].map(() => pull(folderId, "silero-vad")));
  t.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  );
  const pulls = answers.map((answer) => answer.data(pullAnswer));
  t.is(new Set(pulls.map((one) => one.pull_id)).size, 1);
  t.like(pulls[0], { status: "queued", model: "silero-vad", requested_by: userId, step: null, error: null });
  t.true((await read()).pulls.some((one) => one.pull_id === pulls[0]?.pull_id));
});

test("only models of the catalogue are pulled, by name, into a folder that workers may change", async (t) => {
  const folderId = await insertModelFolder(resources);
  for (const name of ["of-mine", "../silero-vad", "https://example.com/model.tar.bz2", "silero-vad "])
    refused(t, await pull(folderId, name), [404, "model_not_found"]);
  refused(t, await pull(randomUUID(), "silero-vad"), [404, "model_folder_not_found"]);
  refused(t, await pull(await insertModelFolder(resources, false), "silero-vad"), [409, "model_folder_read_only"]);
  t.is((await pull("x", "silero-vad")).status, 422);
  t.is((await pull(folderId, "")).status, 422);
  const rows = await db.selectFrom("model_pulls").select("id").where("folder_id", "=", folderId).execute();
  t.deepEqual(rows, []);
});

test("a model without a SHA-256 in the catalogue is pulled only where the admin accepts that", async (t) => {
  const folderId = await insertModelFolder(resources);
  const model = "whisper-small";
  refused(t, await pull(folderId, model), [409, "model_unverified"]);
  const ask = (accept: unknown) =>
    service.call("POST", `${models}/pulls`, { key, json: { folder_id: folderId, model, accept_unverified: accept } });
  refused(t, await ask(false), [409, "model_unverified"]);
  t.is((await ask("perhaps")).status, 422);
  t.false(
    (await read()).pulls.some((one) => one.folder_id === folderId),
    "nothing was asked of the workers",
  );
  t.is((await ask(true)).status, 202);
  const found = (await read()).folders.find((one) => one.folder_id === folderId)?.models;
  t.deepEqual(
    found?.map(({ name, verifiable }) => [name, verifiable]),
    [
      ["silero-vad", true],
      ["of-mine", true],
      ["whisper-small", false],
    ],
  );
});

test("a pull is cancelled once, and not after its end", async (t) => {
  const folderId = await insertModelFolder(resources);
  const { pull_id: id } = (await pull(folderId, "silero-vad")).data(pullAnswer);
  t.is((await cancel(id)).data(pullAnswer).status, "cancelled");
  t.is((await cancel(id)).status, 200);
  const { pull_id: next } = (await pull(folderId, "silero-vad")).data(pullAnswer);
  t.not(next, id);
  await db.updateTable("model_pulls").set({ status: "completed" }).where("id", "=", next).execute();
  refused(t, await cancel(next), [409, "invalid_transition"]);
  refused(t, await cancel(randomUUID()), [404, "model_pull_not_found"]);
});

test("accounts without the role admin learn nothing of models", async (t) => {
  const { key: other } = await service.account();
  t.is((await service.call("GET", models, { key: other })).status, 403);
  const json = { folder_id: await insertModelFolder(resources), model: "silero-vad" };
  t.is((await service.call("POST", `${models}/pulls`, { key: other, json })).status, 403);
});
