import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { z } from "zod";

/** Takes the place of the Python program: the path of the model says what it does. */
const [, , , , , configuration = "", socket = ""] = process.argv;
const { models } = z
  .object({ models: z.tuple([z.object({ path: z.string() })]) })
  .parse(JSON.parse(readFileSync(configuration, "utf8")));
const [{ path: does }] = models;

if (does === "exits") {
  process.stderr.write("No module named faster_whisper_server\n");
  process.exit(1);
}

const usual = " How old is the bridge?";
const texts = new Map([["says other words", "Thank you."]]);
/** A long recording is Spanish, and a short one Javanese. */
const languagesIn = (bytes: number) => [
  { language: bytes > 100_000 ? "es" : "jw", probability: 0.75 },
  { language: "en", probability: 0.125 },
];
let asked = 0;
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("latin1").on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    if (request.url === "/health") return response.end("{}");
    if (request.url === "/languages") return response.end(JSON.stringify({ languages: languagesIn(body.length) }));
    asked += 1;
    // The first two are the warming up and the self-test.
    if (does === "dies in its work" && asked > 2) process.kill(process.pid, "SIGKILL");
    const language = /name="language"\s+(\w+)/.exec(body)?.[1] ?? "";
    const said = /name="task"\s+translate/.test(body) ? "the translated bridge" : "the bridge";
    const text = does === "names the language" ? `How old is ${said} in ${language}?` : (texts.get(does) ?? usual);
    return response.end(
      JSON.stringify({ text, language: language || "jw", probability: language === "" ? 0.75 : null }),
    );
  });
});
// It is asked by another user than that which it starts as.
if (does !== "never answers") server.listen({ path: socket, writableAll: true, readableAll: true });

createInterface(process.stdin)
  .on("line", (line) => {
    const [uid = 0, gid = 0] = line.split(" ").map(Number);
    process.setgroups?.([]);
    process.setgid?.(gid);
    process.setuid?.(uid);
    process.stdout.write("done\n");
  })
  .on("close", () => process.exit(0));
