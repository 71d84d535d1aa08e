/** The methods of the calls of the API. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The share that remains of a call with another method than the one that was named, and of any where none was. */
const [otherMethod, anyMethod] = [0.5, 0.9];

const stepsOf = (path: string): readonly string[] => path.split("/").filter((step) => step !== "");

/** The method, where there is one, and the steps of the path that a question names; null for a question in words. */
function namedCall(question: string): { readonly method: string | null; readonly steps: readonly string[] } | null {
  const words = question.trim().split(/\s+/);
  const first = words[0]?.toUpperCase() ?? "";
  const method = methods.includes(first) ? first : null;
  const [address = "", ...others] = method === null ? words : words.slice(1);
  if (!address.includes("/") || others.length > 0) return null;
  const [path = ""] = address.split(/[?#]/, 1);
  const steps = stepsOf(path.replace(/^https?:\/\//, ""));
  return { method, steps: path.includes("://") ? steps.slice(1) : steps };
}

/** `{voice_id}`, `:id`, `<id>` and ids themselves stand for a parameter; others for their own letters, the last one while it is typed. */
function stepFits(asked: string, own: string, isLast: boolean): boolean {
  if (own.startsWith("{")) return /^[{<:$]|\d/.test(asked);
  return isLast ? own.startsWith(asked.toLowerCase()) : own === asked.toLowerCase();
}

/** How well a call (`DELETE /v1/voices/{voice_id}`) is the one that a question names, from 0 to 1; 0 for questions in words. */
export function callFit(question: string, call: string): number {
  const named = namedCall(question);
  const [ownMethod = "", ownPath = ""] = call.split(" ");
  if (named === null || named.steps.length === 0) return 0;
  const { method, steps } = named;
  const own = stepsOf(ownPath);
  const fitsAt = (from: number): boolean =>
    steps.every((step, index) => {
      const other = own[from + index];
      return other !== undefined && stepFits(step, other, index === steps.length - 1);
    });
  if (!own.some((_step, from) => fitsAt(from))) return 0;
  const share = steps.length / own.length;
  if (method === null) return share * anyMethod;
  return method === ownMethod ? share : share * otherMethod;
}
