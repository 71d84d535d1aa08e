import test from "ava";
import type { Answer } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0" } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const maxMs = 100;
const sound = tone(1);

const formOf = (names: readonly string[]): FormData => {
  const form = new FormData();
  for (const name of names) form.append(name, "x");
  form.append("audio", new Blob([sound]), "a.wav");
  return form;
};

/** Sends a recording behind fields with these names, until that was quick: others are at work on the machine, too. */
async function send(names: readonly string[], attempts = 10): Promise<Answer & { readonly ms: number }> {
  const form = formOf(names);
  const begun = performance.now();
  const answer = await service.call("POST", "/v1/speech/transcriptions", {
    ...{ key, form },
    headers: { prefer: "respond-async" },
  });
  const ms = performance.now() - begun;
  return ms < maxMs || attempts === 1 ? { ...answer, ms } : send(names, attempts - 1);
}

const notAllowed = {
  type: "value_error",
  loc: ["body"],
  msg: "Value error, A part of the form has no name or a forbidden name",
  input: null,
  ctx: { error: {} },
};

const refused: readonly (readonly string[])[] = [
  ["a[21]"],
  ["a[99999999]", "a[b]"],
  ["a[0][1][4294967294]", "a[0][1][b]"],
  ["a[4294967294]", "a[b]"],
  ["a[4294967294][]", "a[b][]"],
];

for (const names of refused) {
  test.serial(`a form with the fields ${names.join(", ")} is refused within ${maxMs} ms`, async (t) => {
    const { status, json, ms } = await send(names);
    t.deepEqual([status, json], [422, { detail: [notAllowed] }]);
    t.true(ms < maxMs, `${ms} ms`);
  });
}

const ten = (name: string): readonly string[] => Array.from({ length: 10 }, () => name);
const taken: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["nested as deep as a name may be", ten(`a${"[a]".repeat(33)}`)],
  ["of arrays as deep as a name may be", ten(`a${"[9]".repeat(33)}`)],
  ["that are one array", ten("a[]")],
  [
    "that are an array and an object in turn",
    ["a[]", "a[20]", "a[b]", "a[]", "a", "a[length]", "a[20][b]", "a[20][9]"],
  ],
  ["that programs have meanings for", ["__proto__[x]", "a[__proto__][x]", "constructor[prototype]", "toString[]"]],
  ["that only look like an array", ["a[4294967294]b", "[4294967294]", "a[4294967294"]],
];

for (const [title, names] of taken) {
  test.serial(`field names ${title} do nothing, within ${maxMs} ms`, async (t) => {
    const { status, ms } = await send(names);
    t.is(status, 202);
    t.true(ms < maxMs, `${ms} ms`);
  });
}
