import test from "ava";
import { z } from "zod";
import { tone } from "#harness/audio/sounds.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { serveReader } from "#test/support/reader-server.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const schema = z.object({
  model: text({ max: 10 }),
  granularities: z.array(literal(["word", "segment"])).default([]),
  terms: z.array(text({ max: 10 })).optional(),
});
const reader = audioForm({ schema, fileField: "file", maxFields: 12 }, (limits) => limits.audio);
const { baseUrl, close } = await serveReader(service.resources, reader, ({ fields, audio }) => ({
  ...fields,
  container: audio.container,
}));
test.after.always(async () => {
  close();
  await service[Symbol.asyncDispose]();
});

type Part = readonly [name: string, content: string | Uint8Array<ArrayBuffer>];
const sound = tone(1);

async function send(...parts: readonly Part[]): Promise<unknown> {
  const form = new FormData();
  for (const [name, content] of parts) form.append(name, typeof content === "string" ? content : new Blob([content]));
  return (await fetch(baseUrl, { method: "POST", body: form })).json();
}

const good = { model: "whisper", granularities: [], container: "wav" };
const row = (type: string, loc: readonly (string | number)[], said: object) => ({
  ...{ type, loc: ["body", ...loc], input: null },
  ...said,
});
const onlyOne = row("value_error", ["file"], { msg: "Value error, Only one file may be sent", ctx: { error: {} } });
const expected = "'word' or 'segment'";

const cases: readonly (readonly [title: string, parts: readonly Part[], answer: unknown])[] = [
  [
    "the file has a field of its own",
    [
      ["model", "whisper"],
      ["file", sound],
    ],
    good,
  ],
  [
    "the file may stand first",
    [
      ["file", sound],
      ["model", "whisper"],
    ],
    good,
  ],
  [
    "the name of the file may have brackets",
    [
      ["model", "whisper"],
      ["file[]", sound],
    ],
    good,
  ],
  [
    "names with brackets are a list",
    [
      ["model", "whisper"],
      ["granularities[]", "word"],
      ["granularities[]", "segment"],
      ["file", sound],
    ],
    { ...good, granularities: ["word", "segment"] },
  ],
  [
    "names without brackets are a list",
    [
      ["granularities", "word"],
      ["model", "whisper"],
      ["granularities", "segment"],
      ["file", sound],
    ],
    { ...good, granularities: ["word", "segment"] },
  ],
  [
    "both kinds of names are one list",
    [
      ["granularities", "word"],
      ["granularities[]", "segment"],
      ["model", "whisper"],
      ["file", sound],
    ],
    { ...good, granularities: ["word", "segment"] },
  ],
  [
    "one name is a list of one",
    [
      ["model", "whisper"],
      ["granularities", "word"],
      ["terms[]", "x"],
      ["file", sound],
    ],
    { ...good, granularities: ["word"], terms: ["x"] },
  ],
  [
    "empty texts are no members",
    [
      ["model", "whisper"],
      ["terms", ""],
      ["terms", "x"],
      ["file", sound],
    ],
    { ...good, terms: ["x"] },
  ],
  [
    "of equal names of a single value the last counts",
    [
      ["model", "a"],
      ["model", "whisper"],
      ["file", sound],
    ],
    good,
  ],
  [
    "a member that is none is named by its place",
    [
      ["model", "whisper"],
      ["granularities[]", "word"],
      ["granularities[]", "letter"],
      ["file", sound],
    ],
    {
      ok: false,
      rows: [
        row("literal_error", ["granularities", 1], {
          msg: `Input should be ${expected}`,
          input: "letter",
          ctx: { expected },
        }),
      ],
    },
  ],
  [
    "two files are refused",
    [
      ["model", "whisper"],
      ["file", sound],
      ["file", sound],
    ],
    { ok: false, rows: [onlyOne] },
  ],
  [
    "two files with brackets are refused",
    [
      ["file[]", sound],
      ["file[]", sound],
    ],
    { ok: false, rows: [onlyOne] },
  ],
  [
    "a file in another field is named",
    [
      ["model", "whisper"],
      ["audio", sound],
    ],
    {
      ok: false,
      rows: [
        row("missing", ["file"], {
          msg: "Field required",
          ctx: { reason: "The file must be sent in the field 'file', not in 'audio'" },
        }),
      ],
    },
  ],
  [
    "a text is no file",
    [
      ["model", "whisper"],
      ["file", "RIFF"],
    ],
    {
      ok: false,
      rows: [
        row("value_error", ["file"], {
          msg: "Value error, Expected UploadFile, received: <class 'str'>",
          ...{ input: "RIFF", ctx: { error: {} } },
        }),
      ],
    },
  ],
  [
    "no bytes are no file",
    [
      ["model", "whisper"],
      ["file", new Uint8Array()],
    ],
    { ok: false, rows: [row("value_error", ["file"], { msg: "Value error, The file is empty.", ctx: { error: {} } })] },
  ],
  [
    "twelve fields are taken",
    [...Array.from({ length: 11 }, (): Part => ["terms", "x"]), ["model", "whisper"], ["file", sound]],
    { ...good, terms: Array.from({ length: 11 }, () => "x") },
  ],
  [
    "thirteen fields are too many",
    [...Array.from({ length: 12 }, (): Part => ["terms", "x"]), ["model", "whisper"], ["file", sound]],
    { code: "body_too_large" },
  ],
];

for (const [title, parts, answer] of cases) {
  test(title, async (t) => {
    t.deepEqual(await send(...parts), answer);
  });
}

test.after("no file of them is left", async (t) => {
  t.deepEqual(await leftoversAfter(service), nothing);
});
