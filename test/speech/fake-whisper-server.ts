import { z } from "zod";

/** Takes the place of the Python program: the path of the model says what it does. */
const [, , , , , does = ""] = process.argv;

if (does === "exits") {
  process.stderr.write("No module named ctranslate2\n");
  process.exit(1);
}

const request = z.object({
  do: z.string(),
  bytes: z.number(),
  language: z.string().nullable().default(null),
  task: z.string().optional(),
  uid: z.number().default(0),
  gid: z.number().default(0),
});
type Request = z.output<typeof request>;

const usual = " How old is the bridge?";
const texts = new Map([["says other words", " Thank you."]]);
/** A long recording is Spanish, and a short one Javanese. */
const languagesIn = (bytes: number) => [
  { language: bytes > 100_000 ? "es" : "jw", probability: 0.75 },
  { language: "en", probability: 0.125 },
];
let asked = 0;

function read({ language, task }: Request): object {
  asked += 1;
  // The first two are the warming up and the self-test.
  if (does === "dies in its work" && asked > 2) process.kill(process.pid, "SIGKILL");
  const said = task === "translate" ? "the translated bridge" : "the bridge";
  const text = does === "names the language" ? ` How old is ${said} in ${language ?? ""}?` : (texts.get(does) ?? usual);
  const hasTimes = does === "places words" && language !== "en";
  const tokens = [
    [" How", 0.02, 0.2, 0.9],
    [" old", 0.2, 0.4, 0.9],
    [" is", 0.4, 0.5, 0.9],
    [" the", 0.5, 0.6, 0.9],
    [" br", 0.6, 0.8, 0.9],
    ["idge", 0.8, 1.1, 0.4],
    ["?", 1.1, 3, 0.9],
  ];
  const found = { language: language ?? "jw", probability: language === null ? 0.75 : null };
  return { text, ...found, tokens: hasTimes ? tokens : [] };
}

function answer(asks: Request): object {
  if (asks.do === "find languages") return { languages: languagesIn(asks.bytes) };
  if (asks.do === "read") return read(asks);
  process.setgroups?.([]);
  process.setgid?.(asks.gid);
  process.setuid?.(asks.uid);
  return {};
}

let received = Buffer.alloc(0);
process.stdin.on("data", (part: Buffer) => {
  received = Buffer.concat([received, part]);
  for (let end = received.indexOf("\n"); end !== -1; end = received.indexOf("\n")) {
    const asks = request.parse(JSON.parse(received.subarray(0, end).toString()));
    if (received.length < end + 1 + asks.bytes) return;
    received = received.subarray(end + 1 + asks.bytes);
    if (does !== "never answers") process.stdout.write(`${JSON.stringify(answer(asks))}\n`);
  }
});
process.stdin.on("end", () => process.exit(0));
