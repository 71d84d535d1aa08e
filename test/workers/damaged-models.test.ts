import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, rename, rm, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { privateFolder } from "#test/speech/synth-support.ts";
import { audioForm } from "#harness/clients/client.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { startProcess } from "#harness/service/service-process.ts";
import { startService } from "#test/support/service.ts";
import { speech } from "#harness/audio/sounds.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "60" } });
test.after.always(() => service[Symbol.asyncDispose]());

const speechFiles = ["encoder_model.ort", "decoder_model_merged.ort", "tokens.txt", "model.json"] as const;
const heard = z.object({ text: z.string(), model: z.string() });

/** A folder with copies of the models that are installed here; null where none are, which the test's log says. */
async function copyModels(t: ExecutionContext): Promise<string | null> {
  const installed = join(modelsDirectory, "moonshine-tiny-en");
  if (![installed, join(modelsDirectory, "silero-vad")].every((path) => existsSync(join(path, "model.json")))) {
    t.log("Not run: MODELS_DIR has no moonshine-tiny-en and silero-vad.");
    t.pass();
    return null;
  }
  const folder = await privateFolder(t);
  await mkdir(join(folder, "moonshine-tiny-en"));
  for (const file of speechFiles) await copyFile(join(installed, file), join(folder, "moonshine-tiny-en", file));
  await symlink(join(modelsDirectory, "silero-vad"), join(folder, "silero-vad"));
  return folder;
}

interface Damage {
  readonly kind: string;
  readonly make: (model: string) => Promise<void>;
  readonly remedy: RegExp;
}

const damages: readonly Damage[] = [
  {
    kind: "missing",
    make: (model) => rm(join(model, "tokens.txt")),
    remedy: /tokens\.txt of moonshine-tiny-en is damaged: it is missing\. Run: npm run models -- pull/,
  },
  {
    kind: "truncated",
    make: (model) => truncate(join(model, "encoder_model.ort"), 1_000_000),
    remedy: /encoder_model\.ort of moonshine-tiny-en is damaged: it has 1000000 bytes.*npm run models -- pull/,
  },
  {
    kind: "swapped",
    make: async (model) => {
      const [one, other, aside] = ["encoder_model.ort", "decoder_model_merged.ort", "aside"];
      await rename(join(model, one ?? ""), join(model, aside ?? ""));
      await rename(join(model, other ?? ""), join(model, one ?? ""));
      await rename(join(model, aside ?? ""), join(model, other ?? ""));
    },
    remedy: /of moonshine-tiny-en is damaged: it has \d+ bytes instead of \d+\. Run: npm run models -- pull/,
  },
  {
    kind: "wrong, with the right size",
    make: async (model) => {
      await using file = await open(join(model, "encoder_model.ort"), "r+");
      const { size } = await file.stat();
      await file.write(Buffer.alloc(size / 2), 0, size / 2, size / 4);
    },
    remedy: /Run: npm run models -- verify moonshine-tiny-en/,
  },
];

for (const { kind, make, remedy } of damages) {
  test.serial(`with a model file that is ${kind}, the engine is unavailable and pocketsphinx reads`, async (t) => {
    t.timeout(90_000);
    const models = await copyModels(t);
    if (models === null) return;
    await make(join(models, "moonshine-tiny-en"));
    const path = join(await privateFolder(t), "worker.log");
    await using log = await open(path, "a");
    const env = { ...service.env, MODELS_DIR: models, LOG_LEVEL: "warn", HEARTBEAT_MS: "500" };
    const worker = await startProcess("transcription", env, { log: log.fd });
    t.teardown(() => worker.kill());
    const { key } = await service.account();
    const answer = await service.call("POST", "/v1/speech/transcriptions", {
      key,
      form: audioForm(await speech("The train will leave at seven.")),
      headers: { prefer: "wait=60" },
    });
    t.is(answer.status, 200);
    const { text, model } = answer.data(heard);
    t.is(model, "pocketsphinx");
    t.regex(text, /train/);
    const rows = service.resources.db.selectFrom("engines").select(["state", "reason"]);
    const current = rows.where("name", "=", "moonshine-tiny-en").where("ended_at", "is", null);
    let found = await current.executeTakeFirstOrThrow();
    while (found.state !== "unavailable") found = await current.executeTakeFirstOrThrow();
    t.regex(found.reason ?? "", remedy);
    const lines = (await readFile(path, "utf8")).split("\n");
    t.is(lines.filter((line) => line.includes("an engine is unavailable") && remedy.test(line)).length, 1);
    await worker.stop();
  });
}
