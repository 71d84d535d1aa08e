import fc from "fast-check";
import test from "ava";
import { boundaryOf, parsePartHead, type PartHead } from "#src/api/multipart/part-head.ts";
import { FormError, readForm } from "#src/api/multipart/read-form.ts";

interface Read {
  readonly head: PartHead | null;
  readonly content: string;
}

async function* pieces(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** Reads a form that arrives in pieces of this size. */
async function read(body: Buffer | string, boundary = "b", size = 65_536): Promise<readonly Read[]> {
  const parts: Read[] = [];
  await readForm(pieces(Buffer.from(body), size), boundary, (head) => {
    const chunks: Buffer[] = [];
    return {
      write: (chunk) => void chunks.push(Buffer.from(chunk)),
      end: () => void parts.push({ head, content: Buffer.concat(chunks).toString("latin1") }),
    };
  });
  return parts;
}

const field = (name: string) => ({ name, isFile: false, charset: null });
const disposition = 'Content-Disposition: form-data; name="n"';

test("a form is read as the platform has written it, in whatever pieces it arrives", async (t) => {
  const text = fc.stringMatching(/^[ -~\r\n-]{0,60}$/);
  const name = fc.stringMatching(/^[a-z"% ;=é]{1,12}$/);
  const form = fc.array(fc.tuple(name, fc.oneof(text, fc.constantFrom("\r\n", "\r\n-", "\r\n--", "--", "\r"))), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(form, fc.integer({ min: 1, max: 90 }), fc.boolean(), async (fields, size, asFiles) => {
      const data = new FormData();
      for (const [key, value] of fields) {
        if (asFiles) data.append(key, new Blob([value]), `${key}.bin`);
        else data.append(key, value);
      }
      const request = new Response(data);
      const boundary = boundaryOf(request.headers.get("content-type") ?? "") ?? "";
      const parts = await read(Buffer.from(await request.arrayBuffer()), boundary, size);
      // Texts are written with the line breaks of the standard, files as they are.
      const written = (value: string) => (asFiles ? value : value.replaceAll(/\r\n|\r|\n/g, "\r\n"));
      const wanted = fields.map(([key, value]) => [key, written(value), asFiles]);
      t.deepEqual(
        parts.map(({ head, content }) => [head?.name, content, head?.isFile]),
        wanted,
      );
    }),
    { numRuns: 300 },
  );
});

test("preamble, spaces behind a boundary and what follows the form are passed over", async (t) => {
  const body = `Hello\r\n--b \t\r\n${disposition}\r\n\r\nx\r\n--b--\r\nand so on\r\n--b\r\n`;
  for (const size of [1, 2, 3, 7, 1000]) t.deepEqual(await read(body, "b", size), [{ head: field("n"), content: "x" }]);
});

test("what only begins like a boundary breaks the form, and never the content of a part", async (t) => {
  const body = (content: string) => `--b\r\n${disposition}\r\n\r\n${content}\r\n--b--\r\n`;
  t.deepEqual(await read(body("1\n--b\r--b\r\n-b\r\n--")), [{ head: field("n"), content: "1\n--b\r--b\r\n-b\r\n--" }]);
  await t.throwsAsync(read(body("1\r\n--bc\r\n\r\n2")), { instanceOf: FormError });
  await t.throwsAsync(read(body(`1\r\n--bc${"x".repeat(20_000)}`)), { instanceOf: FormError });
});

test("a form that ends early is none", async (t) => {
  const whole = `--b\r\n${disposition}\r\n\r\nx\r\n--b--`;
  t.is((await read(whole)).length, 1);
  for (let length = 0; length < whole.length; length += 1) {
    await t.throwsAsync(read(whole.slice(0, length)), { instanceOf: FormError }, whole.slice(0, length));
  }
});

test("a part that is no field is told from the others", async (t) => {
  const odd = [
    "",
    "Content-Type: text/plain",
    'Content-Disposition: form-data; name=""',
    "Content-Disposition: form-data",
    'Content-Disposition: attachment; name="n"',
    "\u0000\u0001",
    "no colon",
    `X: ${"x".repeat(20_000)}`,
  ];
  for (const lines of odd) {
    const head = lines === "" ? "" : `${lines}\r\n`;
    const parts = await read(`--b\r\n${head}\r\nodd\r\n--b\r\n${disposition}\r\n\r\nx\r\n--b--\r\n`);
    t.deepEqual(
      parts.map((part) => part.head),
      [null, field("n")],
      JSON.stringify(lines.slice(0, 40)),
    );
  }
  const unended = await read(`--b\r\n${disposition}\r\n--b\r\n${disposition}\r\n\r\nx\r\n--b--\r\n`);
  t.deepEqual(
    unended.map((part) => part.head),
    [null, field("n")],
  );
});

test("the head of a part is read whatever stands beside it", (t) => {
  const heads: readonly (readonly [lines: string, head: PartHead | null])[] = [
    [disposition, field("n")],
    ["content-disposition:FORM-DATA;NAME=n", field("n")],
    [`${disposition}; filename="a;b\\"c.wav"`, { ...field("n"), isFile: true }],
    ['Content-Disposition: form-data; filename="\u0001\u007f"; name="n"', { ...field("n"), isFile: true }],
    ["Content-Disposition: form-data; filename*=UTF-8''a; name=n", { ...field("n"), isFile: true }],
    [`${disposition}\r\nContent-Type: application/octet-stream`, { ...field("n"), isFile: true }],
    [`${disposition}\r\nContent-Type: text/plain; charset="ISO-8859-1"`, { ...field("n"), charset: "ISO-8859-1" }],
    [`\u0001: x\r\n${disposition}`, field("n")],
    ['Content-Disposition: form-data;\r\n name="n"', field("n")],
    ['Content-Disposition: form-data; name="%22%0D%0a%41"', field('"\r\n%41')],
    [Buffer.from('Content-Disposition: form-data; name="नाम"').toString("latin1"), field("नाम")],
    ['Content-Disposition: form-data; filename="x; name=y"', null],
  ];
  for (const [lines, head] of heads) t.deepEqual(parsePartHead(lines), head, JSON.stringify(lines));
});

test("a boundary is taken from a multipart type only", (t) => {
  const types: readonly (readonly [type: string, boundary: string | null])[] = [
    ["multipart/form-data; boundary=abc", "abc"],
    ['Multipart/Form-Data; charset=utf-8; Boundary="a b;c"', "a b;c"],
    ["multipart/form-data", null],
    ["multipart/form-data; boundary=", null],
    ["multipart/mixed; boundary=abc", null],
    ["application/json", null],
    ["", null],
  ];
  for (const [type, boundary] of types) t.is(boundaryOf(type), boundary, type);
});

test("heads and boundaries take time in proportion to their length", async (t) => {
  const long = 60_000;
  const begun = performance.now();
  for (const part of ["; a=b", ';a="\\"', ' ;x="', "\r\n ", ";", "%0d", "\\"]) {
    parsePartHead(`Content-Disposition: form-data${part.repeat(long / part.length)}`);
    boundaryOf(`multipart/form-data${part.repeat(long / part.length)}`);
  }
  await read(`--b\r\n${disposition}\r\n\r\n${"\r\n--".repeat(100_000)}\r\n--b--`, "b", 65_536).catch(() => undefined);
  t.true(performance.now() - begun < 2_000, `${performance.now() - begun} ms`);
});
