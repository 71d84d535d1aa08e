import { fetchAnswer } from "./connection.ts";
import { problemFromResponse } from "./problem.ts";
import type { Operations } from "./types.ts";

type Part = "path" | "query" | "body";
type Needed<Operation extends Record<Part, unknown>> = {
  [
    Name in Part as Operation[Name] extends undefined
      ? never
      : Record<string, never> extends Operation[Name]
        ? never
        : Name
  ]: Operation[Name];
} & {
  [Name in Part as Record<string, never> extends Operation[Name] ? Name : never]?: Operation[Name];
};

/** An operation of the API by its method and path. */
export type OperationName = keyof Operations;
/** The input of an operation. */
export type Input<Name extends OperationName> = Needed<Operations[Name]>;
/** The answer of an operation, without the envelope. */
export type Answer<Name extends OperationName> = Operations[Name]["answer"];

interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls the API as the account that is signed in. @throws Problem, ConnectionError */
export async function call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  const { body }: AnyInput = input;
  const [method = "GET"] = name.split(" ");
  const response = await fetchAnswer(addressOf(name, input), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  if (!response.ok) throw await problemFromResponse(response);
  return dataOf<Name>(await response.json());
}

/** Sends a form, or a body that is answered with bytes. @throws Problem, ConnectionError */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchAnswer(path, init);
  if (!response.ok) throw await problemFromResponse(response);
  return response;
}

/** The data of an answer, with or without the envelope. Its type is what the OpenAPI document says of the operation. */
export function dataOf<Name extends OperationName>(json: unknown): Answer<Name> {
  const data = typeof json === "object" && json !== null && "success" in json && "data" in json ? json.data : json;
  // The tests of the API hold each answer against the document, so the browser need not do it again.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  return data as Answer<Name>;
}

function addressOf(name: string, { path = {}, query = {} }: AnyInput): string {
  const [, template = ""] = name.split(" ");
  const address = template.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(path[key] ?? ""));
  const asked = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return asked.length === 0 ? address : `${address}?${new URLSearchParams(asked).toString()}`;
}
