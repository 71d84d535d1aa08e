import { DomainError, errorCodes } from "#src/errors.ts";
import { statusOf } from "#src/api/errors.ts";
import { errorRemedies } from "./error-remedies.ts";

/** The text of `docs/errors.md`; the anchor of each error code is the code. */
export const errorsPage = (): string =>
  `# Errors

<!-- Written by \`npm run generate\`; change src/api/docs/ instead. -->

An error has a \`code\` that stays the same, a \`detail\` for people, and a \`docs_url\` that leads to the code on this page:

\`\`\`json
{ "success": false, "detail": "…", "code": "rate_limited", "docs_url": "…/docs/errors#rate_limited", "request_id": "…", "retry_after": 5 }
\`\`\`

Input that is not valid, 422, is listed problem by problem. This is the answer to \`{ "text": "", "speed": 9 }\`:

\`\`\`json
{
  "detail": [
    { "type": "string_too_short", "loc": ["body", "text"], "msg": "String should have at least 1 character", "input": "", "ctx": { "min_length": 1 } },
    { "type": "less_than_equal", "loc": ["body", "speed"], "msg": "Input should be less than or equal to 2", "input": 9, "ctx": { "le": 2 } }
  ],
  "code": "validation_error", "docs_url": "…/docs/errors#validation_error", "request_id": "2368b69b-9b94-4952-8d05-6489147e567d"
}
\`\`\`

- Decide by \`code\`, or by the status where you do not know the code. [Answers](api.md#answers) lists the codes by status.
- **422** lists what is wrong with each field: its place in \`loc\`, the reason in \`type\` and \`msg\`. Correct the call; a repeat fails again.
- **429 and 503**: wait for the seconds of \`Retry-After\`, then repeat the call, with the same \`Idempotency-Key\` if it creates something
  ([idempotency](idempotency.md)).
- **500, 502, 504 and a connection that breaks**: repeat the call later in the same way.
- Work that fails, and a call that is refused, cost nothing. Work that was accepted and then failed has its \`code\` in \`error\` of the request.
- \`request_id\` is what the operator needs to find a call.

The clients for [TypeScript](../sdk/typescript/README.md) and [Python](../sdk/python/README.md) repeat calls by themselves and have a class for each kind
of error. The [dialects](api.md#dialects) answer in the form of their vendors.

## Codes
${errorCodes.map(sectionOf).join("")}`;

const sectionOf = (code: (typeof errorCodes)[number]): string => `
### \`${code}\`

${statusOf(code)} · ${new DomainError(code).message}

${errorRemedies[code]}
`;
