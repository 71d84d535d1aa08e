import type { z } from "zod";
import type { Db } from "#db/schema.ts";
import type { Config } from "#src/config.ts";
import { readArguments, UsageError } from "#src/command-line.ts";

/** The database and settings that a command uses. */
export interface AdminContext {
  readonly db: Db;
  readonly config: Config;
}

/** The output of a command: lines for people, or JSON. */
export interface CommandResult {
  readonly text: string;
  readonly json: object;
}

/** A command of the operator's program, its types closed over. */
export interface AdminCommand {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** @throws UsageError */
  prepare(args: readonly string[]): PreparedCommand;
}

/** A command with its options read; null when it was asked for its help. */
export type PreparedCommand = ((context: AdminContext) => Promise<string>) | null;

interface Definition<Options extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  /** By their names on the command line. What takes a value has a `placeholder` in its meta, the rest are flags. */
  readonly options: Options;
  readonly run: (options: z.output<Options>, context: AdminContext) => Promise<CommandResult>;
}

/** JSON that commands no terminal: what is not printed stands as its escape. */
const plainJson = (value: object): string =>
  JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );

/** A command that takes `--json` and `--help` beside its own options. */
export function adminCommand<Options extends z.ZodObject>(definition: Definition<Options>): AdminCommand {
  const { name, summary, options, run } = definition;
  return {
    name,
    summary,
    help: helpOf(definition),
    prepare: (args) => {
      const { json, help, ...given } = readArgs(args, definition);
      if (help === true) return null;
      const parsed = options.safeParse(given);
      if (!parsed.success) {
        const problems = parsed.error.issues.map((issue) => issue.message);
        throw new UsageError([...problems, `See ${name} --help.`].join("\n"));
      }
      return async (context) => {
        const outcome = await run(parsed.data, context);
        return json === true ? plainJson(outcome.json) : outcome.text;
      };
    },
  };
}

const placeholderOf = (option: z.ZodType): string | null => {
  const placeholder = option.meta()?.["placeholder"];
  return typeof placeholder === "string" ? placeholder : null;
};

const optionsOf = (options: z.ZodObject): readonly (readonly [name: string, option: z.ZodType])[] =>
  Object.entries(options.shape).flatMap(([name, option]) => (isType(option) ? [[name, option] as const] : []));

const isType = (option: unknown): option is z.ZodType => typeof option === "object" && option !== null;

function readArgs(
  args: readonly string[],
  { name, options }: Pick<Definition<z.ZodObject>, "name" | "options">,
): Record<string, unknown> {
  const declared = optionsOf(options).map(([key, option]) => {
    const type = placeholderOf(option) === null ? ("boolean" as const) : ("string" as const);
    return [key, { type }] as const;
  });
  const flags = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  const all = { ...Object.fromEntries(declared), ...flags };
  return readArguments({ args: [...args], options: all }, `${name} --help`).values;
}

function helpOf({ name, summary, options }: Omit<Definition<z.ZodObject>, "run">): string {
  const rows = optionsOf(options).map(([option, schema]) => {
    const placeholder = placeholderOf(schema);
    return [`--${option}${placeholder === null ? "" : ` ${placeholder}`}`, schema.description ?? ""] as const;
  });
  const all = [...rows, ["--json", "prints the answer as JSON"], ["--help", "this text"]] as const;
  const width = Math.max(...all.map(([left]) => left.length));
  const lines = all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return [`Usage: npm run -s admin -- ${name} [options]`, "", summary, "", "Options", ...lines].join("\n");
}
