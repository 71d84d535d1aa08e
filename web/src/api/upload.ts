import { ConnectionError, problemFromResponse } from "./problem.ts";

/** The means to follow an upload and to end it. */
export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with how much has been sent, 0 to 1. */
  readonly onSent: (fraction: number) => void;
}

interface Upload {
  readonly path: string;
  /** `POST` when absent. */
  readonly method?: "POST" | "PUT";
  readonly form: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a form and tells how much of it has been sent, which `fetch` does not.
 * @throws Problem, ConnectionError, AbortError when it was stopped
 */
export async function upload(what: Upload, options: UploadOptions): Promise<Response> {
  const response = await sendForm(what, options);
  if (!response.ok) throw await problemFromResponse(response);
  return response;
}

/** True for an upload that was cancelled on purpose. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

async function sendForm(
  { path, method = "POST", form, headers = {} }: Upload,
  { signal, onSent }: UploadOptions,
): Promise<Response> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.responseType = "blob";
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const answered = new Promise<Response>((resolve, reject) => {
    request.addEventListener("load", () => resolve(responseOf(request)));
    request.addEventListener("error", () => reject(new ConnectionError("The upload failed.")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped.", "AbortError")));
  });
  request.upload.addEventListener("progress", ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total));
  signal.addEventListener("abort", () => request.abort());
  request.send(form);
  return answered;
}

function responseOf(request: XMLHttpRequest): Response {
  const content: unknown = request.response;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(content instanceof Blob ? content : null, { status: request.status, headers });
}
