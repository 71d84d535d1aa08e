import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The means that keep engines apart from the service on this machine. */
export interface Confinement {
  /** Put before each command: its own network namespace and user, and no new privileges. */
  readonly prefix: readonly string[];
  /** Put before each host, which becomes the engines' user by itself: the same without a user. */
  readonly hostPrefix: readonly string[];
  /** The user that engines run as where we are root; null where it is ours. */
  readonly user: EngineUser | null;
  readonly hasLimits: boolean;
  /** The highest limits that this process may set for its children, by the option of prlimit; absent where there is no bound. */
  readonly hardLimits: ReadonlyMap<string, number>;
  /** Whether the number of processes can be limited without counting those of the service. */
  readonly countsAlone: boolean;
  /** The means that this machine does not allow, a sentence each. */
  readonly gaps: readonly string[];
}

export interface EngineUser {
  readonly uid: number;
  readonly gid: number;
}

/** The folders in which programs are looked for. */
export const searchPath: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"];
const env = { PATH: searchPath.join(":") };
/** The first is made by bin/setup. */
const userNames = ["speech-engine", "nobody"];

/** Asks the machine, by trying each means once. */
export function probeConfinement(): Confinement {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? engineUser() : null;
  const namespace = isRoot
    ? user && ["unshare", "--net", `--setuid=${user.uid}`, `--setgid=${user.gid}`]
    : ["unshare", "--user", "--map-current-user", "--net"];
  const hasNamespace = namespace !== null && works(namespace);
  const identity = user && ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  const hasUser = hasNamespace || (identity !== null && works(identity));
  const apart = hasNamespace ? namespace : hasUser ? (identity ?? []) : [];
  const still = ["setpriv", "--no-new-privs"];
  const hasStill = hasNoNewPrivileges() || works(still);
  const hasLimits = works(["prlimit", "--core=0"]);
  const end = hasStill && !hasNoNewPrivileges() ? still : [];
  const hostNamespace = isRoot ? ["unshare", "--net"] : namespace;
  return {
    prefix: [...apart, ...end],
    hostPrefix: [...(hasNamespace ? (hostNamespace ?? []) : []), ...end],
    user: hasUser ? user : null,
    hasLimits,
    hardLimits: readHardLimits(),
    countsAlone: hasNamespace || (isRoot && hasUser),
    gaps: [
      ...(hasNamespace ? [] : [gaps.network]),
      ...(isRoot && !hasUser ? [gaps.user] : []),
      ...(hasStill ? [] : [gaps.privileges]),
      ...(hasLimits ? [] : [gaps.limits]),
    ],
  };
}

const gaps = {
  network:
    "Engines share the network of this process, since no network namespace can be made here. Run the workers on a network without a route outside.",
  user: "Engines run as root, since no other user can be taken on here. Run the workers as an ordinary user.",
  privileges: "Engines may gain privileges by setuid programs, since setpriv (util-linux) is missing.",
  limits: "Engines run without limits on memory and processor time, since prlimit (util-linux) is missing.",
} as const;

function works([file = "", ...args]: readonly string[]): boolean {
  return spawnSync(file, [...args, "true"], { cwd: "/", env, stdio: "ignore" }).status === 0;
}

function engineUser(): EngineUser | null {
  const idOf = (kind: "-u" | "-g", name: string): number | null => {
    const { status, stdout } = spawnSync("id", [kind, name], { env, encoding: "utf8" });
    return status === 0 ? Number(stdout) : null;
  };
  for (const name of userNames) {
    const [uid, gid] = [idOf("-u", name), idOf("-g", name)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  return null;
}

const limitNames: Readonly<Record<string, string>> = {
  as: "address space",
  cpu: "cpu time",
  fsize: "file size",
  nofile: "open files",
  nproc: "processes",
};

/** Only root may give a child more than it has itself, as `ulimit -H` shows. */
function readHardLimits(): ReadonlyMap<string, number> {
  const lines = readOwn("limits").split("\n");
  return new Map(
    Object.entries(limitNames).flatMap(([option, name]) => {
      const start = `Max ${name} `;
      const [, hard = ""] =
        lines
          .find((line) => line.startsWith(start))
          ?.slice(start.length)
          .trim()
          .split(/ +/) ?? [];
      return /^\d+$/.test(hard) ? [[option, Number(hard)] as const] : [];
    }),
  );
}

/** Children have what their parent has: `npm start` and compose start the workers with it. */
function hasNoNewPrivileges(): boolean {
  return /^NoNewPrivs:\s*1$/m.test(readOwn("status"));
}

/** Empty where there is no such file, as on macOS. */
function readOwn(name: string): string {
  try {
    return readFileSync(`/proc/self/${name}`, "utf8");
  } catch {
    return "";
  }
}
