import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import test from "ava";
import { z } from "zod";
import { withDerived } from "#workers/transcription/ask-text-model.ts";

const question = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** The answers of a server to the questions for a summary and for topics. */
interface Answers {
  readonly summary: readonly [status: number, body: string];
  readonly topics: readonly [status: number, body: string];
}

const completion = (content: string, finish = "stop") =>
  JSON.stringify({ choices: [{ message: { content }, finish_reason: finish }] });
const good = [200, completion("It is said.")] as const;

/** Everything that is derived from a transcript by a server with these answers, and the lines of the log. */
async function derivedBy({ summary, topics }: Answers) {
  const server = createServer((request, response) => {
    void (async () => {
      const [system] = question.parse(await json(request)).messages;
      const [status, body] = system?.content.startsWith("List") === true ? topics : summary;
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const lines: string[] = [];
  const model = {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: null,
    name: "tiny",
    timeoutMs: 5000,
    maxCharacters: 100,
  };
  const transcript = await withDerived(
    { text: "My secret.", segments: [], words: [] },
    {
      asked: { summary: true, topics: true, translateTo: null },
      config: { textModel: model },
      log: { warn: (line: string) => void lines.push(line) },
      signal: new AbortController().signal,
    },
  );
  server.closeAllConnections();
  server.close();
  return { ...transcript, lines };
}

test("what a text model has answered is kept where another answer fails, and the log has nothing of an answer", async (t) => {
  const failed = await derivedBy({ summary: good, topics: [500, "My secret."] });
  t.deepEqual(failed.derived, { model: "tiny", summary: "It is said." });
  t.like(failed.warnings, [{ code: "text_model_failed" }]);
  t.deepEqual(failed.lines, ["The text model failed: It answers 500."]);
  const { lines, derived } = await derivedBy({ summary: [200, "My secret."], topics: [200, '{"choices": []}'] });
  t.is(derived, undefined);
  t.notRegex(lines.join("\n"), /secret/);
  t.is(lines.length, 2);
});

test("an answer that is cut off is kept with a warning, and half a topic is not", async (t) => {
  const cut = completion("refunds\nca", "length");
  const { derived, warnings } = await derivedBy({ summary: good, topics: [200, cut] });
  t.deepEqual(derived, { model: "tiny", summary: "It is said.", topics: ["refunds"] });
  t.is(warnings?.length, 1);
  t.regex(warnings?.[0]?.message ?? "", /cut off/);
});

test("half of a pair of surrogates in an answer is replaced", async (t) => {
  const { derived } = await derivedBy({ summary: [200, completion("A \ud83d sign.")], topics: good });
  t.is(derived?.summary, "A \ufffd sign.");
});
