/** A JSON array with one value a line, part by part, so that a long one needs no more memory. */
export async function* jsonArray(values: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const value of values) {
    yield separator + JSON.stringify(value);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]" : "\n]";
}
