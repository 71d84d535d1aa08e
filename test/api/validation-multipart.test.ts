import test from "ava";
import {
  fileAsTextRow,
  misplacedFileRow,
  missingRows,
  presentFields,
  secondFileRow,
  unusableAudioRow,
} from "#src/api/validation/multipart-rows.ts";

const refused = (msg: string, input: unknown = null) => ({
  type: "value_error",
  loc: ["body", "audio"],
  msg: `Value error, ${msg}`,
  input,
  ctx: { error: {} },
});

test("a form without its fields gets a row for each of them", (t) => {
  t.deepEqual(missingRows(["audio", "name"]), [
    { type: "missing", loc: ["body", "audio"], msg: "Field required", input: null },
    { type: "missing", loc: ["body", "name"], msg: "Field required", input: null },
  ]);
});

test("a file sent as text is refused as such, with at most 1,000 characters of the text", (t) => {
  t.deepEqual(
    fileAsTextRow("x".repeat(1001)),
    refused("Expected UploadFile, received: <class 'str'>", "x".repeat(1000)),
  );
});

test("a second file is reported at the file's field, and a file in another field as missing", (t) => {
  t.deepEqual(secondFileRow(), refused("Only one file may be sent"));
  t.deepEqual(misplacedFileRow("file"), {
    type: "missing",
    loc: ["body", "audio"],
    msg: "Field required",
    input: null,
    ctx: { reason: "The file must be sent in the field 'audio', not in 'file'" },
  });
});

test("an unusable file is refused with the reason and without its content", (t) => {
  t.deepEqual(unusableAudioRow("The file is empty."), refused("The file is empty."));
});

test("an empty field counts as missing, and of equal names the last one wins", (t) => {
  t.deepEqual(
    presentFields([
      ["name", ""],
      ["description", "d"],
    ]),
    { description: "d" },
  );
  t.deepEqual(
    presentFields([
      ["name", "a"],
      ["name", "b"],
    ]),
    { name: "b" },
  );
  t.deepEqual(
    presentFields([
      ["name", "a"],
      ["name", ""],
    ]),
    {},
  );
});

test("a field called __proto__ is only a field", (t) => {
  t.deepEqual(Object.entries(presentFields([["__proto__", "x"]])), [["__proto__", "x"]]);
});
