import { type Operation, nameOf, readOpenApi, type Schemas } from "#tools/openapi-document.ts";

/** The names of what a call takes: its parameters, and the fields of its body. */
function fieldsOf({ parameters, requestBody }: Operation, schemas: Schemas): readonly string[] {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? schema),
  );
  const taken = parameters.filter((one) => one.in !== "header").map(({ name }) => name);
  return [...new Set([...taken, ...bodies.flatMap(({ properties }) => Object.keys(properties ?? {}))])];
}

/** `apiKeys.create` is "create api keys". */
function nameOfCall(operationId: string): string {
  const [resource = "", ...verbs] = operationId.split(".");
  return `${verbs.join(" ")} ${resource}`.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The calls of an OpenAPI document for the search of the documentation, as JSON with a line for each. */
export function referenceCalls(document: unknown): string {
  const { paths, components } = readOpenApi(document);
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, summary = "", tags } = operation;
      const fields = fieldsOf(operation, components.schemas).join(" ");
      return JSON.stringify({
        method: method.toUpperCase(),
        path,
        tag: tags[0] ?? "",
        summary,
        name: nameOfCall(operationId),
        fields,
      });
    }),
  );
  return `[\n${lines.map((line) => `  ${line}`).join(",\n")}\n]\n`;
}
