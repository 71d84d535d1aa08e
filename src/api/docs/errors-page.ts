import { DomainError, errorCodes } from "#src/errors.ts";
import { statusOf } from "#src/api/errors.ts";
import { escapeHtml } from "#src/api/http/html.ts";
import { errorRemedies } from "./error-remedies.ts";

/** Text as HTML, with what is between backticks as code. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");

/** Every error code with its status, its text and what to do; the anchor of each is the code. */
export const errorsPage = (): string => {
  const entries = errorCodes.map((code) => {
    const { message } = new DomainError(code);
    return `<h2 id="${code}"><code>${code}</code></h2>
<p>${statusOf(code)} · ${escapeHtml(message)}</p>
<p>${withCode(errorRemedies[code])}</p>`;
  });
  return `<p>The <code>code</code> of an error names one of these, and its <code>docs_url</code> leads here.</p>
${entries.join("\n")}`;
};
