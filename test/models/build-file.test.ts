import test from "ava";
import { moonshineTokens, patchedConstants } from "#src/models/build-file.ts";

test("tokens of Moonshine become lines of base64 with their numbers, long and empty ones too", (t) => {
  const long = Buffer.alloc(300, "x");
  const tokenizer = Buffer.concat([Buffer.from([0, 2]), Buffer.from("hi"), Buffer.from([128 + 44, 2]), long]);
  t.is(moonshineTokens(tokenizer), ` 0\naGk= 1\n${long.toString("base64")} 2\n`);
  t.is(moonshineTokens(Buffer.alloc(0)), "");
});

test("a list of tokens that ends too early is refused", (t) => {
  t.throws(() => moonshineTokens(Buffer.from([3, 65])), { message: /ends within a token/ });
  t.throws(() => moonshineTokens(Buffer.from([200])), { message: /ends within a length/ });
});

const constant = (value: number): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(8, 0);
  bytes.writeBigInt64LE(BigInt(value), 4);
  return bytes;
};

test("constants of a graph are replaced where they are, and nothing else is", (t) => {
  const noise = Buffer.from("noise 384");
  const graph = (value: number) => Buffer.concat([noise, constant(value), noise, constant(7), constant(value)]);
  const original = graph(384);
  t.deepEqual(patchedConstants(original, { find: 384, replace: 1, times: 2 }), graph(1));
  t.deepEqual(original, graph(384));
});

test("a graph with another number of such constants is refused", (t) => {
  const graph = constant(384);
  t.throws(() => patchedConstants(graph, { find: 384, replace: 1, times: 2 }), {
    message: "The graph has the constant 384 1 times instead of 2.",
  });
});
