import { z } from "zod";
import { userRoles } from "#db/schema.ts";
import { freeCreditStates } from "#src/domain/credits/grant-free-credits.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

export const profile = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    email_verified: z
      .boolean()
      .meta({ description: "Whether the identity provider says that it has verified the address." }),
    username: z.string(),
    role: z.enum(userRoles),
    free_credits: z.enum(freeCreditStates).meta({
      description:
        "`granted`; `verify_email`: verify the e-mail address with the identity provider to receive them; " +
        "`address_used`: an account with this address has received them before.",
    }),
    created_at: z.iso.datetime(),
    keep_recordings: z
      .boolean()
      .meta({ description: "Whether recordings are kept after their transcription, to be played again." }),
    alert_percent: z.int().meta({
      description:
        "The percentage of the credits from whose use on the account is alerted, by page, e-mail and webhook.",
      examples: [80],
    }),
  })
  .meta({ id: "UserProfile" });

export const profileChanges = z
  .object({
    keep_recordings: boolean().optional(),
    alert_percent: integer({ min: 1, max: 99 })
      .optional()
      .meta({ description: "From what use of its credits on the account is alerted, in percent.", examples: [90] }),
  })
  .meta({ examples: [{ keep_recordings: true, alert_percent: 90 }] });

export const closingBody = z.object({
  confirm: text({ min: 1, max: 500 }).meta({
    description: "The e-mail address of the account, to confirm; where it has none its username, or else its id.",
    examples: ["ann@example.com"],
  }),
});

export const closedAccount = z.object({ user_id: z.uuid(), closed: z.literal(true) }).meta({ id: "ClosedAccount" });

export const sessionListQuery = z.object(pageQuery);

export const sessionParams = z.object({ session_id: uuid() });

export const sessionAnswer = z
  .object({
    session_id: z.uuid(),
    user_agent: z.string().meta({ description: "The `User-Agent` of the browser at sign-in." }),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime().meta({ description: "To the minute." }),
    expires_at: z.iso.datetime().meta({ description: "When it ends if it is not used again." }),
    current: z.boolean().meta({ description: "True for the current session." }),
  })
  .meta({ id: "Session" });

export const endedSession = z
  .object({ session_id: z.uuid(), signed_out: z.literal(true) })
  .meta({ id: "EndedSession" });

export const endedSessions = z
  .object({ signed_out: z.int().meta({ description: "How many sessions there were." }) })
  .meta({ id: "EndedSessions" });
