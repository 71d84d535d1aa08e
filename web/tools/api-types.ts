import {
  isEnvelope,
  nameOf,
  readOpenApi,
  schema,
  type Operation,
  type Schema,
  type Schemas,
  unwrapped,
} from "#tools/openapi-document.ts";

const json = "application/json";
const header = `/**
 * The types of the API, written by \`npm run generate\` from its OpenAPI document. Do not edit: a test holds them current.
 */
`;

/**
 * TypeScript of an OpenAPI 3.1 document: a type for each named schema, and an interface that lists the operations that
 * answer JSON, each with its input and with what is in its successes.
 */
export function apiTypes(document: unknown): string {
  const { paths, components } = readOpenApi(document);
  const { schemas } = components;
  const named = Object.entries(schemas)
    .filter(([, one]) => !isEnvelope(one))
    .map(([name, one]) => `export type ${name} = ${typeOf(one)};\n`);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => operationLine(`${method.toUpperCase()} ${path}`, one, schemas)),
  );
  return `${header}\n${named.join("\n")}\nexport interface Operations {\n${operations.join("")}}\n`;
}

function operationLine(name: string, { parameters, requestBody, responses }: Operation, schemas: Schemas): string[] {
  const fields = (where: string): string => {
    const properties = parameters.filter((one) => one.in === where);
    if (properties.length === 0) return "{}";
    return `{ ${properties.map((one) => `${one.name}${one.required ? "" : "?"}: ${typeOf(one.schema)}`).join("; ")} }`;
  };
  const answers = Object.entries(responses).flatMap(([status, { content: { [json]: answer } = {} }]) =>
    status.startsWith("2") && answer !== undefined ? [typeOf(unwrapped(answer.schema, schemas))] : [],
  );
  if (answers.length === 0) return [];
  const body = requestBody?.content[json]?.schema;
  const parts = [
    `path: ${fields("path")}`,
    `query: ${fields("query")}`,
    `body: ${body === undefined ? "undefined" : typeOf(body)}`,
    `answer: ${[...new Set(answers)].join(" | ")}`,
  ];
  return [`  "${name}": { ${parts.join("; ")} };\n`];
}

function typeOf(one: Schema): string {
  if (one.$ref !== undefined) return nameOf(one.$ref);
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.enum !== undefined) return one.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = one.anyOf ?? one.oneOf;
  if (choices !== undefined) return unionOf(choices.map(typeOf));
  const types = Array.isArray(one.type) ? one.type : [one.type ?? "unknown"];
  return types.map((type) => simpleType(type, one)).join(" | ");
}

/** Where any text will do, the known ones say nothing more. */
const unionOf = (types: readonly string[]): string =>
  types.includes("string") && types.every(isText) ? "string" : types.join(" | ");
const isText = (type: string): boolean => type === "string" || type.startsWith('"');

function simpleType(type: string, one: Schema): string {
  if (type === "integer") return "number";
  if (type === "array") return `readonly (${typeOf(one.items ?? schema.parse({}))})[]`;
  if (type !== "object") return type;
  const required = new Set(one.required);
  const properties = Object.entries(one.properties ?? {});
  return `{ ${properties.map(([name, value]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(value)}`).join("; ")} }`;
}
