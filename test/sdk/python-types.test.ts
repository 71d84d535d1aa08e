import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { clientApi } from "#sdk-tools/client-document.ts";
import { pythonApi } from "#sdk-tools/python-api.ts";
import { readOpenApi } from "#tools/openapi-document.ts";
import { hasPythonPackage, python } from "#test/support/python.ts";

const sdk = join(import.meta.dirname, "../../sdk/python");

const program = `
from speech_service import AsyncSpeechClient, SpeechClient
from speech_service.schemas import UsageReport

def main(client: SpeechClient) -> tuple[int, str, bytes]:
    usage: UsageReport = client.api.usage.get(granularity="day", from_="2026-11-01")
    key = client.api.api_keys.create({"name": "Report", "scopes": ["usage"]})
    spoken = client.api.requests.list(request_type="tts")["items"][0]
    return usage["credits"]["tts_remaining"], key["key"], client.api.requests.get_audio(spoken["request_id"])

async def awaited(client: AsyncSpeechClient) -> str:
    return (await client.api.account.get())["user_id"]
`;

const wrong = `
from speech_service import SpeechClient
client = SpeechClient("http://localhost:8080", "")
client.api.usage.get(granularity="century")
client.api.api_keys.create({"title": "Report"})
client.api.usage.get()["credit"]
`;

/** The lines that the checker prints, and nothing where all types fit. */
async function check(folder: string, file: string): Promise<readonly string[]> {
  const options = { cwd: folder, env: { ...process.env, MYPYPATH: sdk } };
  const given = ["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", join(folder, "cache"), file];
  return new Promise((resolve) => {
    execFile(python, given, options, (_error, output, errors) =>
      resolve(`${output}${errors}`.split("\n").filter(Boolean)),
    );
  });
}

test("programs are checked against the types of the Python client, and the client itself is", async (t) => {
  if (!(await hasPythonPackage("mypy"))) {
    t.log("Not run: Python has no mypy.");
    t.pass();
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "speech-python-types-"));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "program.py"), program);
  await writeFile(join(folder, "wrong.py"), wrong);
  t.deepEqual(await check(folder, join(sdk, "speech_service")), []);
  t.deepEqual(await check(folder, "program.py"), []);
  const problems = await check(folder, "wrong.py");
  t.true([4, 5, 6].every((line) => problems.some((problem) => problem.startsWith(`wrong.py:${line}: error:`))));
});

test("a document gives Python classes, arguments and types that have legal names", (t) => {
  const answer = (schema: object) => ({ "200": { content: { "application/json": { schema } } } });
  const { schemas, calls } = pythonApi({
    paths: {
      "/v1/things/{thing_id}": {
        get: {
          operationId: "oddThings.importAll",
          summary: "Read things",
          parameters: [
            { in: "path", name: "thing_id", required: true, schema: { type: "string" } },
            { in: "query", name: "from", schema: { type: "array", items: { type: "integer" } } },
          ],
          responses: answer({ $ref: "#/components/schemas/Thing" }),
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: "object",
          properties: {
            from: { type: ["string", "null"] },
            entries: { type: "array", items: { type: "object", properties: { size: { const: true } } } },
            rest: { type: "object", additionalProperties: { type: "number" } },
          },
          required: ["from", "rest"],
        },
        Unused: { type: "object", properties: {} },
      },
    },
  });
  t.true(calls.includes("class AsyncOddThingsCalls(_AsyncCalls):"));
  t.true(calls.includes("async def import_all(self, thing_id: str, *, from_: Sequence[int] | None = None) -> Thing:"));
  t.true(calls.includes('Call("GET", f"/v1/things/{in_path(thing_id)}", query={"from": from_})'));
  t.true(schemas.includes('"entries": "NotRequired[list[ThingEntry]]"'));
  t.true(schemas.includes('"rest": "dict[str, float]"'));
  t.true(schemas.includes("class ThingEntry(TypedDict):\n    size: NotRequired[Literal[True]]"));
  t.false(schemas.includes("Unused"));
});

test("every operation of the API has a method in the Python client", (t) => {
  const document = clientApi();
  const operations = Object.values(readOpenApi(document).paths).flatMap(Object.values);
  t.is((pythonApi(document).calls.match(/^ {4}async def /gmu) ?? []).length, operations.length);
});
