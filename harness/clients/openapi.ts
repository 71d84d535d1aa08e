import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);

const templates = routes.map(({ path }) => ({ path, pattern: patternOf(path) }));

const config = readConfig({});
/** The meta-schema would only see the document as a whole, which is no schema. */
const options = { strict: false, allErrors: true, validateSchema: false } as const;
const ajv = addFormats.default(new Ajv2020(options));
/** The paths whose documents have been added: one of all paths takes half a second, and a test calls few. */
const added = new Set<string>();

/** Adds what the documents of the service say of the calls of a path, under its name. */
function addDocument(path: string): void {
  if (added.has(path)) return;
  added.add(path);
  const document = openApiDocument(
    routes.filter((route) => route.path === path),
    config,
  );
  ajv.addSchema({ $id: idOf(path), ...document });
}

const idOf = (path: string): string => encodeURIComponent(path);

interface Observed {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** @throws Error when the document does not describe this answer: its status, its media type, its body */
export function checkAnswer({ method, path, status, headers, json }: Observed): void {
  const bare = path.split("?", 1)[0] ?? path;
  const template = templates.find(({ pattern }) => pattern.test(bare))?.path;
  if (template === undefined || status === 405 || method === "HEAD") return;
  addDocument(template);
  const mediaType = (headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const pointer = `${idOf(template)}#/${["paths", template, method.toLowerCase(), "responses", String(status)].map(escaped).join("/")}`;
  if (status === 304) return void requirePart(pointer, `${method} ${template} ${status}`);
  if (json === undefined) return void requirePart(`${pointer}/content/${escaped(mediaType)}`, mediaType);
  const validate = requirePart(`${pointer}/content/application~1json/schema`, `${method} ${template} ${status}`);
  if (!validate(json))
    throw new Error(`${method} ${template} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`);
}

/** Schemas that have been compiled, by their places in the document. */
const compiled = new Map<string, ValidateFunction>();

function requirePart(pointer: string, what: string): ValidateFunction {
  try {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
    compiled.set(pointer, validate);
    return validate;
  } catch (cause) {
    throw new Error(`The OpenAPI document does not know this answer: ${what}.`, { cause });
  }
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
