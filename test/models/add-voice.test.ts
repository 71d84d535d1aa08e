import { createServer } from "node:http";
import { once } from "node:events";
import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import test, { type ExecutionContext } from "ava";
import { add, list, pullConfigured, remove, verify } from "#src/models/commands.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { ModelError } from "#src/models/model-error.ts";
import { toyPiper } from "#test/support/toy-piper.ts";
import { contextOf, smallModel, temporaryFolder } from "./support.ts";

const card = "# Model card\n\n## Dataset\n\n* URL: https://example.org\n* License: CC0\n";

/** A folder with a voice as Piper publishes it. */
async function published(t: ExecutionContext, files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(t);
  const { "model.onnx": model, "model.onnx.json": configuration } = toyPiper();
  const all = { "de_DE-hum-medium.onnx": model, "de_DE-hum-medium.onnx.json": configuration, ...files };
  for (const [name, content] of Object.entries(all)) await writeFile(join(folder, name), content);
  return { folder, model: join(folder, "de_DE-hum-medium.onnx") };
}

test("a voice of Piper is installed from a file, with the language of its configuration and the licence of its card", async (t) => {
  const directory = await temporaryFolder(t);
  const context = contextOf(directory, []);
  const { model } = await published(t, { MODEL_CARD: card });
  t.deepEqual(await add(["piper-hum", model], context), [
    `piper-hum is installed in ${join(directory, "piper-hum")}.`,
    "To use it, set SPEECH_MODELS=default,piper-hum and restart synthesis.",
  ]);
  const found = await findInstalledModel(directory, "piper-hum");
  t.like(found, { kind: "synthesis", loader: "piper", languages: ["de"], tier: "fast", licence: "CC0" });
  t.deepEqual(Object.keys(found?.files ?? {}), ["model.onnx", "model.onnx.json"]);
  t.true((await readFile(found?.files["model.onnx"] ?? "")).equals(await readFile(model)));
  t.deepEqual(await verify(["piper-hum"], context), ["piper-hum is unchanged since its installation."]);
  t.deepEqual(await pullConfigured([], { ...context, config: { directory, names: ["piper-hum"] } }), []);
  t.regex((await list([], context)).join("\n"), /^piper-hum +installed +synthesis +fast +de +not in the catalogue$/m);
  await truncate(join(directory, "piper-hum/model.onnx"), 10);
  await t.throwsAsync(verify(["piper-hum"], context), { message: /^model\.onnx of piper-hum is damaged/ });
  await add(["piper-hum", model, "CC BY 4.0"], context);
  t.like(await findInstalledModel(directory, "piper-hum"), { licence: "CC BY 4.0" });
  t.deepEqual(await remove(["piper-hum"], context), ["piper-hum is removed."]);
  t.is(await findInstalledModel(directory, "piper-hum"), null);
});

test("a voice of Piper is installed from an address", async (t) => {
  const directory = await temporaryFolder(t);
  const { folder } = await published(t);
  const server = createServer((request, response) => {
    readFile(join(folder, request.url ?? "")).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const from = `http://127.0.0.1:${port}/de_DE-hum-medium.onnx`;
  await add(["piper-hum", from], contextOf(directory, []));
  t.like(await findInstalledModel(directory, "piper-hum"), { languages: ["de"], licence: `Not stated; see ${from}` });
  await t.throwsAsync(add(["gone", from.replace("hum", "gone")], contextOf(directory, [])), {
    message: /answered 404/,
  });
});

test("a server that sends too much is refused, and nothing of it is kept", async (t) => {
  const directory = await temporaryFolder(t);
  const megabyte = Buffer.alloc(1024 ** 2);
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/known") === true) response.setHeader("content-length", 1e15);
    Readable.from(Array.from({ length: 20 }, () => megabyte)).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close().closeAllConnections());
  const address = server.address();
  const from = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const context = contextOf(directory, []);
  await t.throwsAsync(add(["endless", `${from}/a.onnx`], context), {
    message: /a\.onnx\.json sends more than the 16777216 bytes that are expected\.$/,
  });
  await t.throwsAsync(add(["endless", `${from}/known.onnx`], context), {
    message: /free, and installing known\.onnx\.json takes .* Free some space/,
  });
  t.deepEqual(await readdir(join(directory, ".downloads")), []);
  t.is(await findInstalledModel(directory, "endless"), null);
});

test("a file that is no Piper voice is refused, and nothing is installed", async (t) => {
  const directory = await temporaryFolder(t);
  await mkdir(directory, { recursive: true });
  const { entry } = smallModel("small");
  const context = contextOf(directory, [entry]);
  const { folder, model } = await published(t, { "odd.onnx": "odd", "odd.onnx.json": "{}", "huge.onnx.json": "" });
  await truncate(join(folder, "huge.onnx.json"), 16 * 1024 ** 2 + 1);
  for (const [name, from, message] of [
    ["small", model, /^small is a model of the catalogue: choose another name/],
    ["../up", model, /^\.\.\/up is not a valid model name/],
    ["default", model, /^default is not a valid model name: .* and none of default, auto, none, /],
    ["none", model, /^none is not a valid model name/],
    ["mine", join(folder, "huge.onnx"), /huge\.onnx\.json has 16777217 bytes; the maximum is 16777216\./],
    ["mine", join(folder, "MODEL_CARD"), /is not a Piper model: name a file or a URL that ends with \.onnx\.$/],
    [
      "mine",
      join(folder, "odd.onnx"),
      /odd\.onnx\.json is not the configuration of a Piper voice\. Nothing was installed\.$/,
    ],
    ["mine", join(folder, "gone.onnx"), /^File not found: .*gone\.onnx\.json\.$/],
    ["mine", "http://example.org/a.onnx", /^http:\/\/example\.org\/a\.onnx is not secure/],
  ] as const) {
    await t.throwsAsync(add([name, from], context), { instanceOf: ModelError, message });
  }
  t.is(await findInstalledModel(directory, "mine"), null);
});
