import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { MissingKeyError, UsageError } from "./usage-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly url: string;
  readonly key: string;
}

/** The file of `speech login`; empty before the first one. */
export interface Login {
  readonly url?: string;
  readonly key?: string;
  /** The id of a key that `speech login` has had made. */
  readonly key_id?: string;
}

const usualUrl = "http://localhost:8080";
const ownerOnly = 0o600;

const folderIn = (env: Environment, variable: string, usual: string): string =>
  join(env[variable] ?? join(env["HOME"] ?? homedir(), usual), "speech");

/** The file in which `speech login` keeps the address and the key. */
export const settingsFile = (env: Environment): string =>
  join(folderIn(env, "XDG_CONFIG_HOME", ".config"), "settings.json");
/** Where the id of each transcription is kept whose result has not been fetched, a file each. */
export const pendingFolder = (env: Environment): string =>
  join(folderIn(env, "XDG_STATE_HOME", ".local/state"), "pending");

/** The texts of a JSON object in a file; none where there is no such file. */
async function readTexts(file: string): Promise<Readonly<Record<string, string>>> {
  const content = await readFile(file, "utf8").catch(() => "{}");
  const parsed: unknown = JSON.parse(content);
  if (typeof parsed !== "object" || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Only its owner can read the file, which is whole at any time. */
export async function writeWhole(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${randomUUID()}`;
  await writeFile(next, content, { mode: ownerOnly });
  await rename(next, file);
}

/** Writes what `readTexts` reads. */
export const writeTexts = (file: string, texts: Readonly<Record<string, string>>): Promise<void> =>
  writeWhole(file, `${JSON.stringify(texts, null, 2)}\n`);

/** Reads the address and the key that `speech login` has kept. */
export const readLogin = (env: Environment): Promise<Login> => readTexts(settingsFile(env));

/**
 * The address: of the option, of `SPEECH_URL`, of the last `speech login`, or that of a service on this machine.
 * @throws UsageError for what is no address
 */
export async function readUrl(env: Environment, asked: string | undefined): Promise<string> {
  const url = asked ?? env["SPEECH_URL"] ?? (await readLogin(env)).url ?? usualUrl;
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`"${url}" is no address of a service. It must begin with http:// or https://, as ${usualUrl}.`);
}

/** @throws MissingKeyError */
export async function readSettings(env: Environment, asked: string | undefined): Promise<Settings> {
  const { key } = await readLogin(env);
  const known = env["SPEECH_API_KEY"] ?? key;
  if (known === undefined) throw new MissingKeyError("There is no API key. Run `speech login`, or set SPEECH_API_KEY.");
  return { url: await readUrl(env, asked), key: known };
}
