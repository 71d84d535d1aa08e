import { z } from "zod";
import { composeVariables, neededByCompose, setByHand } from "./compose-variables.ts";
import { readers } from "./process-environment.ts";
import { service } from "./processes.ts";
import { subjects } from "./schema.ts";
import { settingsIn } from "./setting.ts";

interface Row {
  readonly env: string;
  readonly description: string;
  /** As text; empty without one. */
  readonly fallback: string;
  readonly isNeeded: boolean;
}

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A setting that is read into two places is listed once, at the first of them. */
const firstPaths = new Map(
  settingsIn(subjects)
    .toReversed()
    .map(({ env, path }) => [env, path]),
);

const sections: readonly Section[] = Object.entries(subjects.shape).map(([name, subject]) => ({
  title: subject.description ?? "",
  rows: settingsIn(subject, [name])
    .filter(({ env, path }) => firstPaths.get(env) === path)
    .map(({ env, description, schema }) => ({
      env,
      description,
      fallback: defaultOf(schema),
      isNeeded: neededByCompose.has(env),
    })),
}));

const ofCompose: readonly Row[] = composeVariables.map((one) => ({
  ...one,
  fallback: one.fallback ?? "",
  isNeeded: one.fallback === null,
}));

function defaultOf(schema: z.core.$ZodType): string {
  const { default: value } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The text of `.env.example`. */
export function envExample(): string {
  const all = [...ofCompose, ...sections.flatMap(({ rows }) => rows)];
  return [
    "# Written by `npm run generate`; change src/config/ instead. `docker compose` reads the settings from a file named .env",
    "# beside it; anything else gives them as environment variables. A line that starts with # shows a default; an empty",
    "# value counts as unset.",
    ...exampleOf({
      title: "Needed by docker-compose.yml: use long random letters and digits (openssl rand -hex 24)",
      rows: all.filter(({ isNeeded }) => isNeeded),
    }),
    ...exampleOf({ title: "Read by docker-compose.yml alone", rows: ofCompose.filter(({ isNeeded }) => !isNeeded) }),
    ...sections.flatMap(({ title, rows }) => exampleOf({ title, rows: rows.filter(({ isNeeded }) => !isNeeded) })),
    "",
  ].join("\n");
}

const exampleOf = ({ title, rows }: Section): readonly string[] => [
  "",
  `# --- ${title} ---`,
  "",
  ...rows.flatMap(({ env, description, fallback, isNeeded }) => [
    `# ${description}`,
    `${isNeeded ? "" : "#"}${env}=${fallback}`,
  ]),
];

/** The text of docker-compose.yml, with the settings of each process between the two marks brought up to date. */
export function composeFile(text: string): string {
  const blocks = [...service, "wyoming", "migrate"].flatMap((name) => [
    `x-${name}-settings: &${name}-settings`,
    ...[...readers]
      .filter(([env, names]) => !setByHand.has(env) && names.some((reader) => reader === name))
      .map(([env]) => `  ${env}: \${${env}:-}`),
    "",
  ]);
  const [before, after] = [text.indexOf("# --- Written by `npm run generate`"), text.indexOf("# --- End of what")];
  if (before < 0 || after < before) throw new Error("docker-compose.yml needs both marks of `npm run generate`.");
  return [text.slice(0, text.indexOf("\n", before)), ...blocks, text.slice(after)].join("\n");
}

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  return [
    "# Settings",
    "",
    "<!-- Written by `npm run generate`; change src/config/ instead. -->",
    "",
    "Settings are environment variables; an empty one counts as unset. Every process reads its own settings only and passes over",
    "others. `npm start` and compose give each nothing else; do the same where a supervisor runs the `Procfile`. `identity` and",
    "`payment` are the sandboxes of `npm start`, `migrate` is `node src/migrate.ts`. When to change which setting:",
    "[Sizing and scaling: Tuning](scale.md#tuning).",
    ...sections.flatMap(pageOf),
    ...pageOf({ title: "Read by docker-compose.yml alone", rows: ofCompose }),
    "",
  ].join("\n");
}

const pageOf = ({ title, rows }: Section): readonly string[] => [
  "",
  `## ${title}`,
  "",
  "| Setting | Default | Read by | What it is |",
  "| --- | --- | --- | --- |",
  ...rows.map(
    ({ env, description, fallback }) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${readersOf(env)} | ${description} |`,
  ),
];

function readersOf(env: string): string {
  const names = readers.get(env);
  if (names === undefined) return "compose";
  if (names.length === 0) return "`npm start`";
  const isEvery = service.every((name) => names.includes(name));
  const every = names.includes("wyoming")
    ? "every process of the `Procfile`"
    : "every process of the `Procfile` but `wyoming`";
  const served = [...service, "wyoming"];
  const others = isEvery ? names.filter((name) => !served.includes(name)) : names;
  return [...(isEvery ? [every] : []), ...others.map((name) => `\`${name}\``)].join(", ");
}
