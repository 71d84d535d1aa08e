import { type AudioFormat, audioFormatFacts } from "#web/api/audio-formats.ts";
import { bodyOf, type FormValues } from "#web/api/synthesize.ts";

type Write = (address: string, body: object, format: AudioFormat) => string;

/** A text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl: Write = (address, body, format) => `curl -s ${address} \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: ${audioFormatFacts[format].contentType}' \\
  -d ${quoted(JSON.stringify(body))} \\
  -o speech.${audioFormatFacts[format].extension}`;

const javascript: Write = (address, body, format) => `import { writeFile } from "node:fs/promises";

const response = await fetch(${JSON.stringify(address)}, {
  method: "POST",
  headers: {
    "X-API-Key": process.env.SPEECH_API_KEY,
    "Content-Type": "application/json",
    Accept: ${JSON.stringify(audioFormatFacts[format].contentType)},
  },
  body: JSON.stringify(${indented(body)}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile("speech.${audioFormatFacts[format].extension}", Buffer.from(await response.arrayBuffer()));`;

/** A JSON object of texts and numbers is one of Python's, too. */
const python: Write = (address, body, format) => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(address)},
    data=json.dumps(${indented(body).replaceAll("\n", "\n    ")}).encode(),
    headers={
        "X-API-Key": os.environ["SPEECH_API_KEY"],
        "Content-Type": "application/json",
        "Accept": ${JSON.stringify(audioFormatFacts[format].contentType)},
    },
)
with urllib.request.urlopen(request) as answer, open("speech.${audioFormatFacts[format].extension}", "wb") as file:
    file.write(answer.read())`;

const indented = (body: object): string => JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");

const languages = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

/** Speaking in several languages, each by its name; the key is taken from the environment. */
export function synthesisCalls(wanted: FormValues): readonly (readonly [name: string, text: string])[] {
  const address = `${location.origin}/v1/speech/synthesize`;
  const body = bodyOf({ ...wanted, text: wanted.text || "Hello." });
  return languages.map(([name, write]) => [name, write(address, body, wanted.format)]);
}
