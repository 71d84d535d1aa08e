import { sql } from "kysely";

/** The name of an account in a list for admins, of a row of `users`: its name, username or e-mail address; null for a closed account. */
export const shownName = sql<string | null>`case when users.closed_at is null
  then coalesce(nullif(users.name, ''), nullif(users.username, ''), nullif(users.email, '')) end`;
