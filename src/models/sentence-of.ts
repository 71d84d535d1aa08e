const rights = new Set(["EACCES", "EPERM", "EROFS"]);
const full = new Set(["ENOSPC", "EDQUOT"]);

/** Returns the message of a failed command for its operator: what is wrong, then what to do. */
export function sentenceOf(error: unknown, directory: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError") return "Interrupted: no model was changed. Run it again.";
  const code = "code" in error ? String(error.code) : "";
  if (full.has(code))
    return `The disk of ${directory} is full. Free some space, or set MODELS_DIR to a folder on another disk.`;
  if (rights.has(code))
    return `${directory} cannot be changed (${error.message}). Run it as the owner of the folder, or set MODELS_DIR to another one.`;
  return error.message;
}
