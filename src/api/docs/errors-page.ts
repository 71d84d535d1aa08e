import { STATUS_CODES } from "node:http";
import { DomainError, errorCodes } from "#src/errors.ts";
import { statusOf } from "#src/api/errors.ts";
import { errorRemedies } from "./error-remedies.ts";

/** Codes that only admins meet, which come last. */
const adminCodes: ReadonlySet<string> = new Set([
  ...["account_not_found", "ticket_not_found", "webhook_event_not_found", "own_account", "own_role", "last_admin"],
  ...["model_folder_not_found", "model_pull_not_found", "model_folder_read_only", "model_unverified"],
]);

/** The codes below one heading: those of a status, or those of admins. */
const groups = [
  ...Map.groupBy(
    errorCodes.filter((code) => !adminCodes.has(code)),
    (code) => statusOf(code),
  ),
]
  .toSorted(([left], [right]) => left - right)
  .map(([status, codes]) => ({ heading: `${status} ${STATUS_CODES[status]}`, codes }))
  .concat({ heading: "Administration", codes: errorCodes.filter((code) => adminCodes.has(code)) });

/** The text of `docs/errors.md`; the anchor of each error code is the code. */
export const errorsPage = (): string =>
  `# Errors

<!-- Written by \`npm run generate\`; change src/api/docs/ instead. -->

An error has a stable \`code\`, a \`detail\` for people, and a \`docs_url\` that leads to the code on this page:

\`\`\`json
{ "success": false, "detail": "…", "code": "rate_limited", "docs_url": "…/docs/errors#rate_limited", "request_id": "…", "retry_after": 5 }
\`\`\`

Invalid input is answered 422, with a list of all problems. This is the answer to \`{ "text": "", "speed": 9 }\`:

\`\`\`json
{
  "detail": [
    { "type": "string_too_short", "loc": ["body", "text"], "msg": "String should have at least 1 character", "input": "", "ctx": { "min_length": 1 } },
    { "type": "less_than_equal", "loc": ["body", "speed"], "msg": "Input should be less than or equal to 2", "input": 9, "ctx": { "le": 2 } }
  ],
  "code": "validation_error", "docs_url": "…/docs/errors#validation_error", "request_id": "2368b69b-9b94-4952-8d05-6489147e567d"
}
\`\`\`

- In a program, use \`code\`, or the status for an unknown code. [Responses](api.md#responses) lists the codes by status.
- **422** says what is wrong with each field: the field in \`loc\`, the reason in \`type\` and \`msg\`. Correct the call; a repeat fails again.
- **429 and 503**: wait for the seconds of \`Retry-After\`, then repeat the call, with the same \`Idempotency-Key\` if it creates something
  ([idempotency](idempotency.md)).
- **500, 502, 504 and a connection that breaks**: repeat the call later in the same way.
- Failed work and refused calls cost nothing. If accepted work fails later, \`error\` of the request has the \`code\`.
- Give the \`request_id\` to the operator to find a call.

The clients for [TypeScript](../sdk/typescript/README.md) and [Python](../sdk/python/README.md) repeat calls automatically and have a class for each kind
of error. The [dialects](api.md#dialects) answer in the form of their vendors.
${groups.map(groupOf).join("")}`;

type ErrorCode = (typeof errorCodes)[number];

const groupOf = ({ heading, codes }: (typeof groups)[number]): string => `
## ${heading}
${codes.map(sectionOf).join("")}`;

const sectionOf = (code: ErrorCode): string => `
### \`${code}\`

${statusOf(code)} · ${new DomainError(code).message}

${errorRemedies[code]}
`;
