import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { openApiDocument } from "#src/api/openapi.ts";
import { isDocumented, isInternal } from "#src/api/openapi/audience.ts";
import { needsExample } from "#src/api/openapi/describe-fields.ts";
import { fieldFactsOf, ownFacts } from "#src/api/openapi/fields/all-fields.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { dialects } from "#src/api/dialects/dialects.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { isVoiceName } from "#test/support/voice-names.ts";

const project = join(import.meta.dirname, "../..");
const documented = routes.filter(isDocumented);
const document = openApiDocument(documented, readConfig({}));
const howTo = 'CONTRIBUTING.md, "A route", explains it.';

const part = z.looseObject({});
const operation = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), description: z.string().optional(), schema: part }))
    .default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: part })) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: part })).default({}) }),
  ),
});
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ name: `${method} ${path}`, ...operation.parse(one) })),
);

type Part = z.output<typeof part>;
const asPart = (value: unknown): Part | null => part.safeParse(value).data ?? null;

/** Every field in a schema, by the path to it. */
function fieldsIn(where: string, schema: Part): readonly (readonly [string, Part])[] {
  const properties = Object.entries(asPart(schema["properties"]) ?? {}).flatMap(([name, value]) => {
    const field = asPart(value);
    return field === null ? [] : [[`${where}.${name}`, field] as const, ...fieldsIn(`${where}.${name}`, field)];
  });
  const inner = [schema["items"], schema["anyOf"], schema["oneOf"], schema["allOf"]].flat().flatMap((value) => {
    const one = asPart(value);
    return one === null ? [] : fieldsIn(where, one);
  });
  return [...properties, ...inner];
}

const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsIn(name, schema));

test("every call is named by a resource and a verb, which no other call has", (t) => {
  for (const { operationId, path } of routes) {
    t.regex(
      operationId,
      /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/,
      `operationId of ${path}: write \`resource.verb\`. ${howTo}`,
    );
  }
  const names = routes.map(({ operationId }) => operationId);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  t.deepEqual(twice, [], "two routes have this operationId");
});

test("every field and every parameter is described, and shows an example where its schema does not tell", (t) => {
  const parameters = operations.flatMap(({ name, parameters: all }) =>
    all.map((one) => [`${name} ?${one.name}`, { description: one.description, ...one.schema }] as const),
  );
  const all: readonly (readonly [string, Part])[] = [...fields, ...parameters];
  const undescribed = all.filter(([, field]) => (field["description"] ?? "") === "").map(([name]) => name);
  t.deepEqual([...new Set(undescribed)], [], `a description is missing: src/api/openapi/fields or .meta(). ${howTo}`);
  const headers = new Set(
    operations.flatMap(({ name, parameters: some }) =>
      some.filter((one) => one["in"] === "header").map((one) => `${name} ?${one.name}`),
    ),
  );
  const bare = all.filter(([name, field]) => needsExample(field) && !headers.has(name)).map(([name]) => name);
  t.deepEqual([...new Set(bare)], [], `an example is missing: src/api/openapi/fields or .meta({ examples }). ${howTo}`);
});

test("every voice that an example names is in the catalogue, but for the one that the example of a call makes", (t) => {
  const shown = new Map(fields);
  const examplesOf = (field: Part | undefined) => z.array(z.unknown()).catch([]).parse(field?.["examples"]);
  const own = new Set(examplesOf(shown.get("VoicesCreateRequest.name")));
  const ofVoices = /\bname\b.*\bvoice\b|^The (?:most similar )?built-in voice\b/i;
  const named = [...shown]
    .filter(([field, { description }]) => ofVoices.test(String(description)) && !/\.model(?:_id)?$/.test(field))
    .flatMap(([field, one]) => examplesOf(one).map((name) => `${field}: ${String(name)}`));
  const isKnown = (one: string): boolean => {
    const [, name = ""] = one.split(": ");
    return own.has(name) || isVoiceName(name);
  };
  t.true(named.length > 8 && named.includes("SpeechSynthesizeRequest.voice: Harper"));
  t.deepEqual(
    named.filter((one) => !isKnown(one)),
    [],
  );
});

test("every fact of a field is about one that there is", (t) => {
  const parameters = operations.flatMap(({ parameters: all }) => all.map(({ name }) => name));
  const names = new Set([...fields.map(([path]) => path.split(".").at(-1) ?? ""), ...parameters]);
  for (const dialect of [null, ...dialects]) {
    const unused = Object.keys(fieldFactsOf(dialect)).filter((key) => !names.has(key.split(".").at(-1) ?? ""));
    t.deepEqual(unused, [], "src/api/openapi/fields describes what no schema has");
  }
});

test("no field is described twice, so that the last description stood for all", (t) => {
  const names = ownFacts.flatMap((facts) => Object.keys(facts));
  t.deepEqual(
    names.filter((name, at) => names.indexOf(name) < at),
    [],
  );
});

test("bodies and JSON answers have names, and none is called Error", (t) => {
  const unnamed = operations.flatMap(({ name, requestBody, responses }) => {
    const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content)];
    return contents.flatMap((content) =>
      ["application/json", "multipart/form-data"].flatMap((type) => {
        const schema = content[type]?.schema;
        return schema === undefined || "$ref" in schema ? [] : [`${name} ${type}`];
      }),
    );
  });
  t.deepEqual(unnamed, [], `give the schema .meta({ id: "…" }). ${howTo}`);
  t.false("Error" in document.components.schemas);
});

test("an answer that is audio or JSON keeps the two apart by media type", (t) => {
  const synthesis = operations.find(({ name }) => name === "post /v1/speech/synthesize");
  const { content = {} } = synthesis?.responses["200"] ?? {};
  t.deepEqual(content["application/json"]?.schema, { $ref: "#/components/schemas/SynthesisResponse" });
  t.is(content["audio/mpeg"]?.schema["format"], "binary");
  const transcription = operations.find(({ name }) => name === "post /v1/speech/transcriptions");
  t.deepEqual(transcription?.responses["200"]?.content["text/vtt"]?.schema, { type: "string" });
});

test("samples of viewers leave out the parameters that need not be sent", (t) => {
  const optional = operations.flatMap(({ name, parameters }) =>
    parameters.filter(({ required }) => required !== true).map((one) => ({ ...one, call: name })),
  );
  // Viewers fill in these keywords of a schema, unless an example says otherwise.
  const filled = optional.filter(({ schema }) => ["default", "enum", "examples"].some((keyword) => keyword in schema));
  const sent = filled.filter((one) => !JSON.stringify(one).includes('"x-disabled":true'));
  t.true(filled.some(({ call, name }) => call === "post /v1/speech/synthesize" && name === "stream"));
  t.deepEqual(
    sent.map(({ call, name }) => `${call}: ${name}`),
    [],
  );
});

test("the voice of the examples has its own id and name", (t) => {
  const { examples = [] } = fields.find(([name]) => name === "Voice.voice_id")?.[1] ?? {};
  const [id] = z.array(z.string()).parse(examples);
  const { examples: names } = fields.find(([name]) => name === "Voice.name")?.[1] ?? {};
  t.deepEqual(
    builtinVoices.filter((voice) => voice.id === id).map(({ name }) => [name]),
    [z.array(z.string()).parse(names)],
  );
});

test("languages, formats and what is enforced of numbers are in the document", (t) => {
  const shown = Object.fromEntries(fields);
  t.regex(JSON.stringify(shown["SpeechSynthesizeRequest.language"]), /"enum":\["af",/);
  t.regex(JSON.stringify(shown["SpeechSynthesizeRequest.format"]), /"enum":\["wav",/);
  t.regex(JSON.stringify(shown["SpeechSynthesizeRequest.sample_rate"]), /"enum":\[8000,/);
  t.deepEqual(shown["AdminAccountsCorrectCreditsRequest.credits"]?.["not"], { const: 0 });
  const key = operations
    .find(({ name }) => name === "post /v1/voices")
    ?.parameters.find(({ name }) => name === "Idempotency-Key");
  t.like(key?.schema, { minLength: 1, maxLength: 255, pattern: "^[ -~]+$" });
});

test("the example of a form has its file and what must be sent with it alone", (t) => {
  const form = z.object({
    requestBody: z.object({ content: z.object({ "multipart/form-data": z.object({ example: z.unknown() }) }) }),
  });
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((one) => {
      const { data } = form.safeParse(one);
      return data === undefined ? [] : [[path, data.requestBody.content["multipart/form-data"].example] as const];
    }),
  );
  const examples = Object.fromEntries(found);
  t.deepEqual(examples["/v1/speech/transcriptions"], { audio: "@recording.wav" });
  t.deepEqual(examples["/v1/voices"], { name: "Narrator", audio: "@recording.wav" });
  t.deepEqual(examples["/v1/speech/batches"], { archive: "@recordings.zip" });
  t.deepEqual(examples["/v1/audio/transcriptions"], { model: "whisper-1", file: "@recording.wav" });
});

test("our own calls have samples for our clients, and the first ones for the command line", (t) => {
  const samples = z.array(z.object({ label: z.string(), source: z.string() }));
  const labelsAt = (path: string, method: string) =>
    samples.safeParse(document.paths[path]?.[method]?.["x-codeSamples"]).data?.map(({ label }) => label);
  t.deepEqual(labelsAt("/v1/speech/synthesize", "post"), ["TypeScript", "Python", "Command line"]);
  t.deepEqual(labelsAt("/v1/usage", "get"), ["TypeScript", "Python"]);
  t.is(labelsAt("/v1/listen", "post"), undefined);
  t.is(labelsAt("/v1/speech/live", "get"), undefined);
});

test("every tag is described, and the version is that of the release", async (t) => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(project, "package.json"), "utf8")));
  t.is(z.object({ version: z.string() }).parse(document["info"]).version, version);
  const tags = z.array(z.object({ name: z.string(), description: z.string().min(10) })).parse(document["tags"]);
  const used = new Set(documented.map(({ tag }) => tag));
  t.deepEqual([...used.symmetricDifference(new Set(tags.map((tag) => tag.name)))], [], "see src/api/openapi/tags.ts");
});

const run = promisify(execFile);
const report = z.object({
  problems: z.array(z.object({ ruleId: z.string(), message: z.string(), location: z.unknown() })),
});

/** The problems that the linter finds in a document; it goes to no other host. */
async function lint(some: typeof routes): Promise<z.output<typeof report>["problems"]> {
  const folder = await mkdtemp(join(tmpdir(), "openapi-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(openApiDocument(some, readConfig({}))));
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const args = ["lint", "--format=json", `--config=${join(project, "redocly.yaml")}`, file];
    const command = join(project, "node_modules/.bin/redocly");
    const { stdout } = await run(command, args, { env }).catch((error: unknown) =>
      z.object({ stdout: z.string() }).parse(error),
    );
    return report.parse(JSON.parse(stdout)).problems;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("the linter finds nothing in the document of developers", async (t) => {
  t.deepEqual(await lint(documented.filter((route) => !isInternal(route))), []);
});

test("the linter finds nothing in the internal document", async (t) => {
  t.deepEqual(await lint(documented.filter(isInternal)), []);
});

test("what only admins, browsers and providers call is in the internal document alone", (t) => {
  const internal = documented.filter(isInternal).map(({ path }) => path);
  for (const path of ["/auth/login", "/v1/admin/accounts", "/v1/webhooks/payments", "/v1/contact-submissions"]) {
    t.true(internal.includes(path), path);
  }
  for (const path of ["/v1/speech/synthesize", "/v1/voices", "/openapi.json"]) t.false(internal.includes(path), path);
});
