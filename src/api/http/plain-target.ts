/** The parts of a request target, which may be a whole URL (RFC 9112, 3.2): its origin, its path, and the rest. */
const targetParts = /^(?<origin>https?:\/\/[^/?#]*)?(?<path>\/[^?#]*)(?<rest>[^]*)$/i;

/**
 * A request target whose path has no empty steps: `/v1//voices/` gives `/v1/voices`, since clients put a path behind a base that ends
 * with a slash. What is no path stays as it is.
 */
export function plainTarget(target: string): string {
  const { origin = "", path, rest = "" } = targetParts.exec(target)?.groups ?? {};
  if (path === undefined) return target;
  const steps = path.split("/").filter((step) => step !== "");
  return `${origin}/${steps.join("/")}${rest}`;
}
