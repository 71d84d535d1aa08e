import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorsPage } from "#src/api/docs/errors-page.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { isDocumented, isInternal } from "#src/api/openapi/audience.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { composeFile, envExample, settingsPage } from "#src/config/documents.ts";
import { clientApi, clientDocument, digestOf } from "#sdk-tools/client-document.ts";
import { pythonApi } from "#sdk-tools/python-api.ts";
import { apiTypes } from "#web-tools/api-types.ts";
import { referenceCalls } from "#web-tools/reference-calls.ts";
import { kustomizeBase } from "./chart/kustomize.ts";
import { processesFile } from "./chart/processes.ts";
import { valuesSchema } from "./chart/values-schema.ts";

export const project = join(import.meta.dirname, "..");

/** The file that says which OpenAPI document the TypeScript client was generated from. */
export const clientDigest = "sdk/typescript/openapi.sha256";

const python = "sdk/python/speech_service";

/** The calls that the API reference shows. */
const documentedCalls = routes.filter((route) => isDocumented(route) && !isInternal(route));

interface GeneratedFile {
  /** Below the project. */
  readonly path: string;
  /** The code to change instead of the file. */
  readonly source: string;
  /** The text that the code gives, from the text that is there. */
  readonly write: (present: string) => string | Promise<string>;
}

/** The files of the repository that are written from its code. */
const generatedFiles: readonly GeneratedFile[] = [
  { path: "docs/errors.md", source: "src/errors.ts and src/api/docs/", write: errorsPage },
  { path: ".env.example", source: "src/config/", write: envExample },
  { path: "docs/settings.md", source: "src/config/", write: settingsPage },
  { path: "docker-compose.yml", source: "src/config/", write: composeFile },
  {
    path: "deploy/helm/speech-service/values.schema.json",
    source: "src/config/ and tools/chart/",
    write: valuesSchema,
  },
  {
    path: "deploy/helm/speech-service/files/processes.json",
    source: "src/config/, the Procfile and tools/chart/",
    write: processesFile,
  },
  { path: "deploy/kustomize/base/speech-service.yaml", source: "deploy/helm/", write: kustomizeBase },
  { path: "docs/models.md", source: "models/catalogue.json", write: modelsPage },
  {
    path: "web/src/api/types.ts",
    source: "the routes in src/api/",
    write: () => apiTypes(openApiDocument(routes, readConfig({}))),
  },
  {
    path: "web/docs/calls.json",
    source: "the routes in src/api/",
    write: () => referenceCalls(openApiDocument(documentedCalls, readConfig({}))),
  },
  {
    path: `${python}/client.py`,
    source: `${python}/async_client.py`,
    write: () => synchronousClient("async_client.py", readFileSync(join(project, python, "async_client.py"), "utf8")),
  },
  { path: `${python}/schemas.py`, source: "the routes in src/api/", write: () => pythonApi(clientApi()).schemas },
  { path: `${python}/async_api.py`, source: "the routes in src/api/", write: () => pythonApi(clientApi()).calls },
  {
    path: `${python}/api.py`,
    source: "the routes in src/api/",
    write: () => synchronousClient("async_api.py", pythonApi(clientApi()).calls),
  },
  { path: clientDigest, source: "the routes in src/api/", write: () => `${digestOf(clientDocument())}\n` },
];

/** A file that is not what the code gives. */
export interface OutdatedFile {
  readonly path: string;
  readonly source: string;
  /** The text that belongs there. */
  readonly text: string;
  /** The first line that differs, counted from 1. */
  readonly line: number;
  /** The text of that line as the code gives it. */
  readonly expected: string;
}

/** The generated files of a project that do not have the text which its code gives. */
export async function findOutdated(directory = project): Promise<readonly OutdatedFile[]> {
  const checked = await Promise.all(
    generatedFiles.map(async ({ path, source, write }) => {
      const present = await readFile(join(directory, path), "utf8").catch(() => "");
      const text = await write(present);
      return text === present ? [] : [{ path, source, text, ...firstDifference(present, text) }];
    }),
  );
  return checked.flat();
}

const measuredMarks = [
  "<!-- Written by `npm run generate` from models/catalogue.json: -->",
  "<!-- End of what is written. -->",
] as const;

/** The text of `docs/models.md`, with the words that each model was measured to get wrong between the two marks. */
async function modelsPage(text: string): Promise<string> {
  const [before, after] = measuredMarks.map((mark) => text.indexOf(mark));
  if (before === undefined || after === undefined || before < 0 || after < before) {
    throw new Error("docs/models.md needs both marks of `npm run generate`.");
  }
  const rows = (await readCatalogue()).flatMap(({ name, quality = [] }) =>
    quality.map(
      ({ language, wordErrorPercent, words, recordings, date }) =>
        `| \`${name}\` | ${language} | ${wordErrorPercent} % of ${words} | ${recordings} | ${date} |`,
    ),
  );
  const table = [
    "| Model | Language | Words wrong | Recordings | Measured |",
    "| --- | --- | ---: | --- | --- |",
    ...rows,
  ];
  return [text.slice(0, before) + measuredMarks[0], "", ...table, "", text.slice(after)].join("\n");
}

function firstDifference(present: string, text: string): Pick<OutdatedFile, "line" | "expected"> {
  const [old, now] = [present.split("\n"), text.split("\n")];
  const index = now.findIndex((line, at) => line !== old[at]);
  // A text that only lost its end differs after its last line.
  return { line: (index < 0 ? now.length : index) + 1, expected: now[index] ?? "" };
}

/** The words that the synchronous client writes in place of those of the asynchronous one, in this order. */
const synchronousWords: readonly (readonly [RegExp, string])[] = [
  [/^import asyncio\n/mu, ""],
  [/\basyncio\.sleep\b/gu, "time.sleep"],
  [/\basync_(?=(?:api|client)\b)/gu, ""],
  [/\b(?:async|await) /gu, ""],
  [/(?<![a-zA-Z])Async(?=[A-Z])/gu, ""],
  [/\b__a(?=(?:iter|enter|exit)__)/gu, "__"],
  [/\.a(?=(?:close|read|iter_bytes)\b)/gu, "."],
];

/** The synchronous module that does the same as an asynchronous one. Throws where a word has no synchronous form here. */
export function synchronousClient(source: string, code: string): string {
  const body = code.replace(/^""".*"""$/mu, "");
  const text = synchronousWords.reduce((present, [word, instead]) => present.replace(word, instead), body);
  const left = /^.*(?:async|await).*$/imu.exec(text)?.[0];
  if (left !== undefined) throw new Error(`${source} has a line without a synchronous form: ${left.trim()}`);
  return `"""The synchronous form of ${source}, written from it by \`npm run generate\`."""${text}`;
}
