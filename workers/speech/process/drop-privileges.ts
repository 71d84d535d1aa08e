import { readFileSync } from "node:fs";

/**
 * Switches this root process to another user, permanently.
 *
 * @throws when it did not become so, or could go back
 */
export function dropPrivileges({ uid, gid }: { readonly uid: number; readonly gid: number }): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  const users = [process.getuid?.(), process.geteuid?.()];
  const groups = [process.getgid?.(), process.getegid?.(), ...(process.getgroups?.() ?? [])];
  if (users.some((id) => id !== uid) || groups.some((id) => id !== gid) || canReturn() || hasCapabilities()) {
    throw new Error(`The process did not become the user ${uid}.`);
  }
}

function canReturn(): boolean {
  try {
    process.setuid?.(0);
    return true;
  } catch {
    return false;
  }
}

/** False where there is no /proc to ask. */
function hasCapabilities(): boolean {
  try {
    return !/^CapEff:\s0+$/m.test(readFileSync("/proc/self/status", "utf8"));
  } catch {
    return false;
  }
}
