import type { ColumnType, Generated } from "kysely";

/** The tables about accounts beside their rows. */
export interface AccountTables {
  account_erasures: AccountErasuresTable;
}

/** The closed accounts whose data waits to be erased. */
interface AccountErasuresTable {
  user_id: string;
  /** The time at which it is erased, or tried again. */
  due_at: Generated<Date>;
  created_at: ColumnType<Date, never, never>;
}
