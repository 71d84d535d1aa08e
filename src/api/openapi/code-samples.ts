import { z } from "zod";
import type { Route } from "#src/api/route.ts";
import type { Config } from "#src/config.ts";
import { hasClientCall } from "./audience.ts";
import type { OpenApiDocument } from "./describe-document.ts";

const parameter = z.looseObject({
  in: z.string(),
  name: z.string(),
  required: z.boolean().optional(),
  schema: z.looseObject({ examples: z.array(z.unknown()).optional() }),
});
const body = z.record(z.string(), z.unknown());

/** The parts of the shortest call that works. */
interface SampledCall {
  readonly operationId: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  /** A name of a file begins with `@`. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

interface CodeSample {
  readonly lang: "typescript" | "python" | "shell";
  readonly label: string;
  readonly source: string;
}

/** Gives each call of our own API samples for our clients. Viewers of the document make those for curl and others themselves. */
export function addCodeSamples(
  document: OpenApiDocument,
  routes: readonly Route[],
  { publicUrl }: Pick<Config, "publicUrl">,
): OpenApiDocument {
  const sampled = new Set(routes.filter(hasClientCall).map((route) => route.operationId));
  for (const operations of Object.values(document.paths)) {
    for (const one of Object.values(operations)) {
      if (!sampled.has(one.operationId)) continue;
      const call = callOf(one);
      one["x-codeSamples"] = [
        { lang: "typescript", label: "TypeScript", source: typeScriptSample(call, publicUrl) },
        { lang: "python", label: "Python", source: pythonSample(call, publicUrl) },
        ...commandLineSamples(call),
      ] satisfies readonly CodeSample[];
    }
  }
  return document;
}

function callOf(one: OpenApiDocument["paths"][string][string]): SampledCall {
  const parameters = z.array(parameter).parse(one.parameters ?? []);
  const { "application/json": json, "multipart/form-data": form } = one.requestBody?.content ?? {};
  const sent = json ?? form;
  return {
    operationId: one.operationId,
    path: parameters.filter((given) => given.in === "path").map(({ name }) => name),
    query: Object.fromEntries(
      parameters
        .filter((given) => given.in === "query" && given.required === true)
        .map(({ name, schema }) => [name, schema.examples?.[0]]),
    ),
    body: sent === undefined ? null : (body.safeParse(sent.example).data ?? {}),
  };
}

const placeholder = (name: string): string => name.toUpperCase();
const fileIn = (value: unknown): string | null =>
  typeof value === "string" && value.startsWith("@") ? value.slice(1) : null;

/** The calls for which the clients have methods beside those of the operations. */
const shorter: Readonly<Record<string, Readonly<Record<CodeSample["lang"], readonly string[]>>>> = {
  "speech.synthesize": {
    typescript: [
      'const audio = await client.speak("Hello and welcome.", { format: "mp3" });',
      'await writeFile("hello.mp3", audio.stream);',
    ],
    python: ['with client.speak("Hello and welcome.", format="mp3") as audio:', '    audio.save("hello.mp3")'],
    shell: ['speech say "Hello and welcome." --out hello.mp3'],
  },
  "speech.transcribe": {
    typescript: ['const { text } = await client.transcribe("recording.wav");', "console.log(text);"],
    python: ['result = client.transcribe("recording.wav")', 'print(result["text"])'],
    shell: ["speech transcribe recording.wav"],
  },
  "voices.create": {
    typescript: [
      'const training = await client.createVoice("recording.wav", { name: "Narrator" });',
      "console.log(await training.wait());",
    ],
    python: ['training = client.create_voice("recording.wav", name="Narrator")', "print(training.wait())"],
    shell: ["speech voices create recording.wav --name Narrator"],
  },
};

const commandLineSamples = ({ operationId }: SampledCall): readonly CodeSample[] =>
  (shorter[operationId]?.shell ?? []).map((source) => ({ lang: "shell", label: "Command line", source }));

function typeScriptSample(call: SampledCall, publicUrl: string): string {
  const given = [
    ...(call.path.length === 0
      ? []
      : [["path", Object.fromEntries(call.path.map((name) => [name, placeholder(name)]))]]),
    ...(Object.keys(call.query).length === 0 ? [] : [["query", call.query]]),
    ...(call.body === null ? [] : [["body", call.body]]),
    ["throwOnError", true],
  ];
  const lines = shorter[call.operationId]?.typescript ?? [
    `const { data } = await client.api.${call.operationId}(${literal(Object.fromEntries(given), typeScript)});`,
    "console.log(data);",
  ];
  const code = lines.join("\n");
  return [
    ...(code.includes("openAsBlob") ? ['import { openAsBlob } from "node:fs";'] : []),
    ...(code.includes("writeFile") ? ['import { writeFile } from "node:fs/promises";'] : []),
    'import { SpeechClient } from "speech-service-sdk";',
    "",
    `const client = new SpeechClient({ baseUrl: "${publicUrl}", apiKey: "YOUR_API_KEY" });`,
    code,
  ].join("\n");
}

function pythonSample({ operationId, path, query, body: sent }: SampledCall, publicUrl: string): string {
  const [file] = Object.values(sent ?? {}).flatMap((value) => fileIn(value) ?? []);
  const others = Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => fileIn(value) === null));
  const given = [
    ...path.map((name) => JSON.stringify(placeholder(name))),
    ...(file === undefined ? [] : [JSON.stringify(file)]),
    ...(sent === null ? [] : [literal(others, python)]),
    ...Object.entries(query).map(([name, value]) => `${name === "from" ? "from_" : name}=${literal(value, python)}`),
  ];
  const lines = shorter[operationId]?.python ?? [`print(client.api.${snakeCase(operationId)}(${given.join(", ")}))`];
  return [
    "from speech_service import SpeechClient",
    "",
    `with SpeechClient("${publicUrl}", "YOUR_API_KEY") as client:`,
    ...lines.map((line) => line.replaceAll(/^/gm, "    ")),
  ].join("\n");
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The way in which a language writes objects, their names and what is no object. */
interface Notation {
  /** The space within the braces of an object. */
  readonly inner: string;
  readonly name: (name: string) => string;
  readonly single: (value: unknown) => string;
}

const pythonWords: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);
const typeScript: Notation = {
  inner: " ",
  name: (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name)),
  single: (value) => {
    const file = fileIn(value);
    return file === null ? JSON.stringify(value) : `await openAsBlob(${JSON.stringify(file)})`;
  },
};
const python: Notation = {
  inner: "",
  name: (name) => JSON.stringify(name),
  single: (value) => pythonWords.get(value) ?? JSON.stringify(value),
};

/** Characters of the longest object or list that stands on one line. */
const longest = 80;
const object = z.record(z.string(), z.unknown());

/** A value as a literal. */
function literal(value: unknown, notation: Notation): string {
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, notation))
    : Object.entries(object.safeParse(value).data ?? {}).map(
        ([name, one]) => `${notation.name(name)}: ${literal(one, notation)}`,
      );
  if (typeof value !== "object" || value === null) return notation.single(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : [`{${notation.inner}`, `${notation.inner}}`];
  const line = parts.join(", ");
  if (parts.length === 0) return `${open}${close}`.replaceAll(" ", "");
  if (line.length <= longest && !line.includes("\n")) return `${open}${line}${close}`;
  const lines = parts.map((part) => `  ${part.replaceAll("\n", "\n  ")},`).join("\n");
  return `${open.trim()}\n${lines}\n${close.trim()}`;
}
