import type { ColumnType, Generated } from "kysely";

/** The tables about accounts beside their rows. */
export interface AccountTables {
  account_erasures: AccountErasuresTable;
  account_notes: AccountNotesTable;
}

/** A remark of an admin, or what an admin has done. */
export const accountNoteKinds = ["note", "blocked", "unblocked"] as const;

/** The closed accounts whose data waits to be erased. */
interface AccountErasuresTable {
  user_id: string;
  /** The time at which it is erased, or tried again. */
  due_at: Generated<Date>;
  created_at: ColumnType<Date, never, never>;
}

/** The notes of admins about an account, which its owner does not see. */
interface AccountNotesTable {
  id: string;
  user_id: string;
  /** The admin who wrote it; null once that account is gone. */
  author_id: string | null;
  kind: (typeof accountNoteKinds)[number];
  text: string;
  created_at: ColumnType<Date, never, never>;
}
