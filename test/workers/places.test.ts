import { randomUUID } from "node:crypto";
import test from "ava";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { openTurns } from "#src/platform/turns.ts";
import { startService } from "#test/support/service.ts";
import { openSharedPlaces } from "#workers/places.ts";

// No worker runs: the test is the worker.
const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

test("a place that is freed while it is looked who has to wait loses no work", async (t) => {
  const { userId } = await service.account();
  const write = () => insertJob(db, { subjectId: randomUUID(), name: "transcribe-audio", accountId: userId });
  const [first, second] = [await write(), await write()];
  let onLook = (): void => undefined;
  const turns = openTurns();
  const watched: typeof turns = {
    take: async (name, work) => {
      const result = await turns.take(name, work);
      onLook();
      return result;
    },
  };
  const places = openSharedPlaces({ ...service.resources, turns: watched }, 2);
  const begun = await places.take({ name: first.name, payload: first.payload });
  if (begun === null) return t.fail("the first job is begun");
  // The account has one of two places, so its second job has to wait, but for the end of the first in the very next moment.
  onLook = () => {
    onLook = () => undefined;
    places.leave(begun);
  };
  const next = await places.take({ name: second.name, payload: second.payload });
  t.is(next?.subjectId, second.payload.subject_id);
  places.close();
});
