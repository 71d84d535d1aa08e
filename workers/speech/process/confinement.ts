import { accessSync, constants } from "node:fs";
import { chmod, chown, open } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { EngineStatus } from "#workers/speech/engine.ts";
import { type Confinement, type EngineUser, probeConfinement, searchPath } from "./probe-confinement.ts";

/** The limits of an engine, which the kernel enforces. */
export interface EngineLimits {
  /** Address space. */
  readonly memoryBytes: number;
  /** Processor time of each of its processes. */
  readonly cpuSeconds: number;
  /** The longest file that it may write; 0 where it writes to pipes only. */
  readonly fileBytes: number;
}

export interface EngineCommand {
  /** A name on the search path, or a path. */
  readonly program: string;
  readonly args: readonly string[];
  /** A private folder, which becomes its working directory. It reaches files there by names relative to it. */
  readonly directory: string;
  readonly limits: EngineLimits;
}

/** The arguments of `spawn`. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Keeps espeak-ng from writing sound card settings into a home folder. */
const noHome = "/nonexistent";
const openFiles = 64;
/** Counts all processes of the user, so it only stops fork bombs. */
const maxProcesses = 4096;
const packages: Readonly<Record<string, string>> = { pocketsphinx_batch: "pocketsphinx pocketsphinx-en-us" };

let probed: Confinement | undefined;

/** Probed when the process starts its first engine. */
const confinement = (): Confinement => (probed ??= probeConfinement());

/** Says once, when a worker starts, what this machine does not allow. */
export function reportConfinement(log: { readonly warn: (message: string) => void }): void {
  for (const gap of confinement().gaps) log.warn(gap);
}

/**
 * The command, confined: in an empty network namespace, as another user where we are root, without new privileges, within
 * its limits, and with four variables of the environment.
 *
 * @throws DomainError `engine_unavailable` when the program is missing; the text says how to install it
 */
export function confine({ program, args, directory, limits }: EngineCommand): ConfinedCommand {
  const { prefix, hasLimits } = confinement();
  const { memoryBytes: as, cpuSeconds: cpu, fileBytes: fsize } = limits;
  const caps = hasLimits ? limitArguments({ as, cpu, fsize }, confinement()) : [];
  const [file = "", ...rest] = [...prefix, ...caps, findProgram(program), ...args];
  return { file, args: rest, cwd: directory, env: environmentOf(directory) };
}

/** The arguments of `spawn` for a host, and the user that it must become before it takes a request; null where it stays as it is. */
export interface ConfinedHost extends ConfinedCommand {
  readonly user: EngineUser | null;
}

/** A day of processor time; then the host is replaced. */
const hostCpuSeconds = 24 * 3600;
const youngMegabytes = 8;
const oldMegabytes = 256;
/** ONNX Runtime sends telemetry by default. */
const withoutTelemetry = { ORT_DISABLE_TELEMETRY: "1" } as const;

/**
 * Node with a program of ours that loads models, confined like an engine but for two things. Where we are root it starts as
 * root, since the engines' user may read neither Node nor the models, and becomes that user by itself once all is loaded. Its
 * address space is not limited: V8 and ONNX Runtime reserve many times what they use, so its resident memory is watched.
 */
export function confineHost(program: string): ConfinedHost {
  const { hostPrefix, hasLimits, user } = confinement();
  const caps = hasLimits ? limitArguments({ cpu: hostCpuSeconds, fsize: 0 }, confinement()) : [];
  const node = [process.execPath, `--max-semi-space-size=${youngMegabytes}`, `--max-old-space-size=${oldMegabytes}`];
  const [file, ...args] = [...hostPrefix, ...caps, ...node, program];
  return {
    file: file ?? process.execPath,
    args,
    cwd: "/",
    env: { ...environmentOf(noHome), ...withoutTelemetry },
    user,
  };
}

const environmentOf = (directory: string): Readonly<Record<string, string>> => ({
  ...{ PATH: searchPath.join(":"), LANG: "C.UTF-8" },
  ...{ HOME: noHome, TMPDIR: directory },
});

/** True for the error output of a command that ended before its engine began. */
export const failedToConfine = (stderr: string): boolean => /^(?:unshare|setpriv|prlimit): /.test(stderr);

/** The name by which an engine reaches a file of its folder, whose path it may not walk. */
export function nameIn(directory: string, file: string): string {
  const name = relative(directory, file);
  if (name.startsWith("..")) throw new Error(`An engine that works in ${directory} cannot reach ${file}.`);
  return `./${name}`;
}

export interface FileGrants {
  readonly directory: string;
  /** Existing files. */
  readonly reads?: readonly string[];
  /** Files that are made, or emptied. */
  readonly writes?: readonly string[];
}

/**
 * Lets the engines' user into a private folder, read these files and write those. It can neither list the folder nor make,
 * replace or remove a file in it.
 *
 * @throws DomainError `engine_unavailable` when the file system refuses it
 */
export async function grantFiles({ directory, reads = [], writes = [] }: FileGrants): Promise<void> {
  for (const file of writes) await (await open(file, "w", 0o600)).close();
  const { user } = confinement();
  if (user === null) return;
  const give = (file: string, mode: number): Promise<void> =>
    chown(file, -1, user.gid)
      .then(() => chmod(file, mode))
      .catch(refused);
  await give(directory, 0o710);
  for (const file of reads) await give(file, 0o640);
  for (const file of writes) await give(file, 0o660);
}

const refusals: ReadonlySet<string> = new Set(["EPERM", "EACCES", "EINVAL", "ENOTSUP"]);
const refusedAdvice =
  "The file system of DATA_DIR does not let files change their group or mode. Move DATA_DIR to a local Linux file system, or run the workers as an ordinary user.";

/** File systems that know no owners (exFAT), or do not let root change them (NFS with root_squash). */
function refused(error: unknown): never {
  const isRefusal = error instanceof Error && "code" in error && refusals.has(String(error.code));
  throw isRefusal ? new DomainError("engine_unavailable", refusedAdvice) : error;
}

/** An engine may use no more than its worker: prlimit refuses to raise a hard limit. */
function limitArguments(
  limits: Readonly<Record<string, number>>,
  { hardLimits, countsAlone }: Confinement,
): readonly string[] {
  const asked = { ...limits, nofile: openFiles, core: 0, ...(countsAlone ? { nproc: maxProcesses } : {}) };
  const options = Object.entries(asked).map(
    ([name, value]) => `--${name}=${Math.min(value, hardLimits.get(name) ?? Infinity)}`,
  );
  return ["prlimit", ...options, "--"];
}

/** The status of an engine that is a program of the operating system and runs when it is needed. */
export function programStatus(program: string): EngineStatus {
  try {
    findProgram(program);
    return { state: "ready" };
  } catch (error) {
    return { state: "unavailable", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The path of a program; a name with a slash is one already. */
function findProgram(program: string): string {
  const candidates = program.includes("/") ? [program] : searchPath.map((folder) => join(folder, program));
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  const name = basename(program);
  const advice = `Install it with: apt-get install -y ${packages[name] ?? name}`;
  throw new DomainError("engine_unavailable", `${program} is not installed. ${advice}`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
