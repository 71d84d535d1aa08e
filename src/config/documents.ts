import { readFileSync } from "node:fs";
import { join } from "node:path";
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

/** The settings that most installations need, with the occasion to set each. */
const firstSettings: Readonly<Record<string, string>> = {
  PORT: "to change the port of the API and the pages, 8080",
  HOST: "to `0.0.0.0`, so that other machines reach the service",
  PUBLIC_URL: "to the address that people open, such as `https://speech.example.com`",
  TRUSTED_PROXY_HOPS: "to `1` behind a proxy with TLS (docs/install.md)",
  DATA_DIR: "to keep the data elsewhere than in `.data`",
  DATABASE_URL: "to use a PostgreSQL of your own, as on several machines",
  S3_ENDPOINT: "to keep the audio in an object store, as on several machines",
  SPEECH_MODELS: "to choose the speech models (docs/models.md)",
  OIDC_ISSUER: "to let people sign in with your provider (docs/providers.md)",
  PAYMENT_KEY_ID: "to take payments (docs/providers.md)",
};

/** The title of a page of docs/. */
const titleOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../docs", name), "utf8")
    .split("\n", 1)
    .join("")
    .replace("# ", "");

/** A description with links in place of the names of pages, and addresses as code, so that they are no links. */
const linked = (description: string): string =>
  description
    .replaceAll(/\bdocs\/([a-z-]+\.md)/g, (_, name: string) => `[${titleOf(name)}](${name})`)
    .replaceAll(/(?<!`)\bhttps?:\/\/[^\s,;.]+(?:\.[^\s,;.]+)*/g, "`$&`");

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  return [
    "# Settings",
    "",
    "<!-- Written by `npm run generate`; change src/config/ instead. -->",
    "",
    "Settings are environment variables; an empty one counts as unset. Set them before the command, such as `PORT=9000 npm start`, or in `.env` for",
    "Docker Compose. Everything runs with the defaults; these are the settings that most installations need:",
    "",
    "| Setting | Set it |",
    "| --- | --- |",
    ...Object.entries(firstSettings).map(([env, when]) => `| \`${env}\` | ${linked(when)} |`),
    "",
    "## Processes that read settings",
    "",
    "The service runs as several processes: `api` answers calls, the others do its work ([Operations: Processes](operations.md#processes)). The `Procfile` lists them.",
    "`identity` and `payment` are the sandboxes of `npm start`, and `migrate` is `node src/migrate.ts`. Each process reads the settings whose column *Read by* names it",
    "and ignores others. `npm start` and Compose give each process no more than these; a supervisor that runs the `Procfile` should do the same. When to change which",
    "setting: [Sizing and scaling: Tuning](scale.md#tuning).",
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
      `| <a id="${env}"></a>\`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${readersOf(env)} | ${linked(description)} |`,
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
