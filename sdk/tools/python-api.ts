import { readOpenApi, type Operation, type Schema, unwrapped } from "#tools/openapi-document.ts";
import { argumentName, className, functionName, PythonTypes } from "./python-types.ts";

/** The modules of the Python client that are written from an OpenAPI document. */
interface PythonApi {
  /** The types of bodies and answers. */
  readonly schemas: string;
  /** The asynchronous calls, a class for each group of operations. */
  readonly calls: string;
}

interface NamedOperation extends Operation {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
}

const json = "application/json";
const form = "multipart/form-data";

/** Python of an OpenAPI 3.1 document: a method for each operation, with the types of what it takes and gives. */
export function pythonApi(document: unknown): PythonApi {
  const { paths, components } = readOpenApi(document);
  const types = new PythonTypes(components.schemas);
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [group = "", name = ""] = operation.operationId.split(".");
      const named = { ...operation, path, method: method.toUpperCase() };
      const answer = answerType(named, (one) =>
        types.typeOf(unwrapped(one, components.schemas), className(group + "_" + name)),
      );
      groups.set(group, [...(groups.get(group) ?? []), methodOf(named, { name, answer, types })]);
    }
  }
  const classes = [...groups].map(
    ([group, methods]) => `class Async${className(group)}Calls(_AsyncCalls):\n${methods.join("\n")}`,
  );
  const calls = [...classes, facade([...groups.keys()])].join("\n\n");
  return { schemas: types.text(), calls: `${header(calls, types.names())}\n\n${calls}` };
}

/** The imports of the module whose code is given. */
function header(code: string, types: readonly string[]): string {
  const used = (names: readonly string[]): string[] =>
    names.filter((name) => new RegExp(`\\b${name}\\b`, "u").test(code));
  const collections = used(["Mapping", "Sequence"]);
  return `"""The calls of the API, written by \`npm run generate\` from its OpenAPI document."""

from __future__ import annotations

${collections.length === 0 ? "" : `from collections.abc import ${collections.join(", ")}\n`}from typing import ${["TYPE_CHECKING", ...used(["Any", "Literal", "Union", "cast"])].join(", ")}

from .calls import AudioSource, Call, form_call, in_path
from .schemas import (
${used(types)
  .map((name) => `    ${name},\n`)
  .join("")})

if TYPE_CHECKING:
    from .async_client import AsyncSpeechClient


class _AsyncCalls:
    def __init__(self, client: AsyncSpeechClient) -> None:
        self._client = client
`;
}

const facade = (groups: readonly string[]): string => `class AsyncApi:
    """All calls of the API, in groups."""

    def __init__(self, client: AsyncSpeechClient) -> None:
${groups.map((group) => `        self.${functionName(group)} = Async${className(group)}Calls(client)\n`).join("")}`;

/** The type of what a successful call gives: what is in \`data\`, a text, or bytes where it never is JSON. */
function answerType({ responses }: Operation, typeOf: (one: Schema) => string): string {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content = {} }]) => Object.entries(content));
  const found = contents.flatMap(([type, { schema }]) => (type === json ? [typeOf(schema)] : []));
  const isText = contents.some(([, { schema }]) => schema.type === "string" && schema.format !== "binary");
  const kinds = [...new Set([...found, ...(isText ? ["str"] : [])])];
  if (kinds.length === 0) return "bytes";
  return kinds.length === 1 ? (kinds[0] ?? "Any") : `Union[${kinds.join(", ")}]`;
}

interface MethodParts {
  readonly name: string;
  readonly answer: string;
  readonly types: PythonTypes;
}

function methodOf(operation: NamedOperation, { name, answer, types }: MethodParts): string {
  const { parameters, path, method, summary = "" } = operation;
  const inPath = parameters.filter((one) => one.in === "path").map((one) => one.name);
  const query = parameters.filter((one) => one.in === "query");
  const isKeyed = parameters.some((one) => one.name === "Idempotency-Key");
  const body = bodyOf(operation, types);
  const options = [
    ...query.map((one) => {
      const type = types
        .typeOf(one.schema, `${className(name)}${className(one.name)}`)
        .replace(/^list\[/u, "Sequence[");
      return `${argumentName(one.name)}: ${one.required === true ? type : `${optional(type)} = None`}`;
    }),
    ...(isKeyed ? ["idempotency_key: str | None = None"] : []),
  ];
  const taken = [
    "self",
    ...inPath.map((one) => `${one}: str`),
    ...body.taken,
    ...(options.length > 0 ? ["*", ...options] : []),
  ];
  const address = path.replaceAll(/\{(\w+)\}/gu, "{in_path($1)}");
  const given = [
    `"${method}"`,
    `${address === path ? "" : "f"}"${address}"`,
    ...(query.length > 0
      ? [`query={${query.map((one) => `"${one.name}": ${argumentName(one.name)}`).join(", ")}}`]
      : []),
    ...body.given,
  ];
  const call = `${body.function}(${given.join(", ")})`;
  const sent = `await self._client.answer(${call}${isKeyed ? ", idempotency_key" : ""})`;
  return [
    `    async def ${functionName(name)}(${taken.join(", ")}) -> ${answer}:`,
    `        """${summary.replace(/\.?$/u, ".")}"""`,
    `        return cast(${answer.includes("[") ? JSON.stringify(answer) : answer}, ${sent})`,
    "",
  ].join("\n");
}

/** The type of an argument that need not be given. */
const optional = (type: string): string => `${type} | None`;

interface Body {
  readonly taken: readonly string[];
  readonly given: readonly string[];
  readonly function: "Call" | "form_call";
}

/** The arguments of a body: a dictionary, behind the recording where a form has one. */
function bodyOf({ requestBody }: Operation, types: PythonTypes): Body {
  const content = requestBody?.content ?? {};
  const found = content[json] ?? content[form];
  if (found === undefined) return { taken: [], given: [], function: "Call" };
  const type = types.typeOf(found.schema, "Body");
  if (content[json] !== undefined) return { taken: [`body: ${type}`], given: ["json=body"], function: "Call" };
  return { taken: [`audio: AudioSource`, `body: ${type}`], given: ["audio", "body"], function: "form_call" };
}
