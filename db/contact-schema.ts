import type { ColumnType, Generated } from "kysely";

export const contactStatuses = ["new", "reviewed", "closed"] as const;

/** The messages of visitors in the contact form. */
export interface ContactTables {
  contact_submissions: ContactSubmissionsTable;
}

interface ContactSubmissionsTable {
  id: string;
  name: string;
  email: string;
  company: string | null;
  /** Read as a value, written as its JSON text. */
  interested_products: ColumnType<readonly string[] | null, string | null, never>;
  how_did_you_hear: string | null;
  message: string | null;
  status: Generated<(typeof contactStatuses)[number]>;
  created_at: ColumnType<Date, never, never>;
  /** Since when it is closed, as the database notes; null for one that is open. */
  closed_at: ColumnType<Date | null, never, never>;
}
