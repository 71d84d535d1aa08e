import test from "ava";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Database } from "#db/schema.ts";
import { changeKeyTermList } from "#src/domain/key-term-lists/change-key-term-lists.ts";
import { openKeyedMutex } from "#src/platform/async/keyed-mutex.ts";

const userId = crypto.randomUUID();
const list = { id: crypto.randomUUID(), user_id: userId, name: "Names", terms: ["Kokoro"] };

/** A database in which the list is deleted behind the first look at it. */
class LosingDriver extends DummyDriver {
  override acquireConnection() {
    return Promise.resolve({
      executeQuery: <Row>({ sql }: CompiledQuery): Promise<QueryResult<Row>> =>
        Promise.resolve(JSON.parse(JSON.stringify({ rows: sql.startsWith("update") ? [] : [list] }))),
      streamQuery: (): never => {
        throw new Error("Nothing is streamed.");
      },
    });
  }
}

test("a list that is deleted while it is changed is not found", async (t) => {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new LosingDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const change = { id: list.id, userId, name: "Others", terms: undefined };
  await t.throwsAsync(changeKeyTermList({ db, mutex: openKeyedMutex() }, change), { code: "key_term_list_not_found" });
});
