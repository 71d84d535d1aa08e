import type { IncomingMessage } from "node:http";

const maxCharacters = 16 * 1024;

/** An error of a body that is of another kind than is taken, or is too large. The message is a sentence for the sender. */
export class BodyError extends Error {
  override readonly name = "BodyError";
}

/** The fields of a form; the last one counts where a name comes twice. @throws BodyError */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  requireType(request, /^application\/x-www-form-urlencoded\b/i, "A form is needed.");
  return Object.fromEntries(new URLSearchParams(await readText(request)));
}

/** A JSON text; no body at all is null. @throws BodyError */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  if (text === "") return null;
  requireType(request, /^application\/json\b/i, "JSON is needed.");
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyError("The body is not JSON.");
  }
}

function requireType(request: IncomingMessage, type: RegExp, sentence: string): void {
  if (!type.test(request.headers["content-type"] ?? "")) throw new BodyError(sentence);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const chunk of request.setEncoding("utf8")) {
      text += String(chunk);
      if (text.length > maxCharacters) break;
    }
  } catch {
    throw new BodyError("The body has not come whole.");
  }
  if (text.length > maxCharacters) throw new BodyError("The body is too large.");
  return text;
}
