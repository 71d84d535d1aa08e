import { truncate } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { pullConfigured, verify } from "#src/models/commands.ts";
import { ModelError } from "#src/models/model-error.ts";
import { nemoCtc } from "#test/support/toy-models.ts";
import { installCustomModel } from "#test/support/install-custom-model.ts";
import { contextOf, temporaryFolder } from "./support.ts";

test("an installed model that the catalogue lacks can be named and verified", async (t) => {
  const directory = await temporaryFolder(t);
  const own = { ...contextOf(directory, []), config: { directory, names: ["of-mine"] } };
  const unknown = { instanceOf: ModelError, message: /The catalogue has no model of-mine/ };
  t.deepEqual(await pullConfigured([], own), []);
  t.regex(own.said.join("\n"), /^SPEECH_MODELS names of-mine, which is neither in the catalogue nor installed here\./);
  await t.throwsAsync(verify(["of-mine"], own), unknown);
  await installCustomModel(directory, nemoCtc(), { name: "of-mine", languages: ["hi"] });
  t.deepEqual(await pullConfigured([], own), []);
  t.is(own.said.length, 1);
  t.deepEqual(await verify(["of-mine"], own), ["of-mine is unchanged since its installation."]);
  await truncate(join(directory, "of-mine", "model.onnx"), 10);
  await t.throwsAsync(verify(["of-mine"], own), { message: /^model\.onnx of of-mine is damaged: it has 10 bytes/ });
});
