import { nameOf, type Schema, type Schemas } from "#tools/openapi-document.ts";

const header = `"""The bodies and answers of the API, written by \`npm run generate\` from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union
`;

const words = /[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/gu;
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name of Python's types, such as \`ApiKeys\` for \`api_keys\` and \`apiKeys\`. */
export const className = (name: string): string => (name.match(words) ?? []).map(capitalised).join("");
/** A name of Python's functions and arguments, such as \`api_keys\` for \`apiKeys\`. */
export const functionName = (name: string): string =>
  (name.match(words) ?? []).map((word) => word.toLowerCase()).join("_");

/** The words of Python that are no names. */
const keywords = new Set([
  "and",
  "as",
  "class",
  "def",
  "del",
  "for",
  "from",
  "global",
  "if",
  "import",
  "in",
  "is",
  "lambda",
  "not",
  "or",
  "pass",
]);
/** A name for an argument: a word of the language gets a line behind it. */
export const argumentName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

const simpleTypes: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** One of a list, by the name of the list. */
const singular = (name: string): string =>
  /series$/iu.test(name) ? name : name.replace(/ies$/u, "y").replace(/(?<!s)s$/u, "");

/** Types of Python, which are defined as they are asked for. Those of the document that are never asked for are left out. */
export class PythonTypes {
  readonly #definitions = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** The type of a schema. One that has properties and no name of its own gets the one that is given. */
  typeOf(one: Schema, name: string): string {
    if (one.$ref !== undefined) return this.#reference(one.$ref);
    if (one.const !== undefined) return `Literal[${literal(one.const)}]`;
    if (one.enum !== undefined) return `Literal[${one.enum.map(literal).join(", ")}]`;
    const choices = one.anyOf ?? one.oneOf;
    if (choices !== undefined) return unionOf(choices.map((choice) => this.typeOf(choice, name)));
    const types = Array.isArray(one.type) ? one.type : [one.type ?? "any"];
    return unionOf(types.map((type) => this.#plainType(type, one, name)));
  }

  /** The names of all types that were asked for, in the order of the alphabet. */
  names(): readonly string[] {
    return [...this.#definitions.keys(), ...this.#aliases.keys()].toSorted();
  }

  /** The module that defines them. */
  text(): string {
    // A union is evaluated where it stands, so it comes after its parts.
    const aliases = [...this.#aliases].map(([name, type]) => `${name} = ${type}\n`);
    return [header, ...this.#definitions.values(), ...aliases].join("\n\n");
  }

  #reference($ref: string): string {
    const name = nameOf($ref);
    const named = this.#schemas[name];
    if (named === undefined) throw new Error(`The document has no schema ${name}.`);
    if (this.#definitions.has(name) || this.#aliases.has(name)) return name;
    if (named.properties !== undefined) return this.#define(name, named);
    this.#aliases.set(name, "");
    this.#aliases.set(name, this.typeOf(named, name));
    return name;
  }

  #define(name: string, one: Schema): string {
    this.#definitions.set(name, "");
    const required = new Set(one.required);
    const fields = Object.entries(one.properties ?? {})
      .filter(([, value]) => value.format !== "binary")
      .map(([key, value]): [string, string] => {
        const type = this.typeOf(value, `${name}${className(key)}`);
        return [key, required.has(key) ? type : `NotRequired[${type}]`];
      });
    this.#definitions.set(name, typedDict(name, fields, one.description));
    return name;
  }

  /** A name that no other type has. */
  #free(name: string): string {
    const isTaken = (candidate: string): boolean =>
      this.#definitions.has(candidate) || this.#schemas[candidate] !== undefined;
    let number = 1;
    while (isTaken(number === 1 ? name : `${name}${number}`)) number += 1;
    return number === 1 ? name : `${name}${number}`;
  }

  #plainType(type: string, one: Schema, name: string): string {
    const { items, properties, additionalProperties: values } = one;
    if (type === "array") return `list[${items === undefined ? "Any" : this.typeOf(items, singular(name))}]`;
    if (type !== "object") return simpleTypes[type] ?? "Any";
    if (properties !== undefined) return this.#define(this.#free(name), one);
    return typeof values === "object" ? `dict[str, ${this.typeOf(values, singular(name))}]` : "dict[str, Any]";
  }
}

const literal = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
};

/** Where any text will do, the known ones say nothing more. */
function unionOf(types: readonly string[]): string {
  const kinds = [...new Set(types)];
  const plain = kinds.filter((type) => !(kinds.includes("str") && type.startsWith('Literal["')));
  return plain.length === 1 ? (plain[0] ?? "Any") : `Union[${plain.join(", ")}]`;
}

const isName = (name: string): boolean => /^[a-z]\w*$/iu.test(name) && !keywords.has(name);

/** A type whose fields are pairs of a name and a type. */
function typedDict(name: string, fields: readonly (readonly [string, string])[], description?: string): string {
  if (!fields.every(([key]) => isName(key))) {
    // A class has no fields that are called like a word of the language.
    const pairs = fields.map(([key, type]) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`).join("");
    return `${name} = TypedDict(\n    "${name}",\n    {\n${pairs}    },\n)\n`;
  }
  const described = description === undefined ? "" : `    """${description.replaceAll("\\", "")}"""\n\n`;
  const body = fields.map(([key, type]) => `    ${key}: ${type}\n`).join("");
  return `class ${name}(TypedDict):\n${described}${body || "    pass\n"}`;
}
