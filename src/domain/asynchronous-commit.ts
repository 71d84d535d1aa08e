import { sql } from "kysely";

/**
 * Returns the result of a statement that is not to wait until the disk has it: for what a crash of the database may undo, within the
 * last half second or so. Of a transaction it is the whole that does not wait.
 */
export const asynchronousCommit = sql<string>`set_config('synchronous_commit', 'off', true)`.as("durability");
