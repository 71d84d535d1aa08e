import { fieldsOf, type TranscriptionOptions } from "./use-transcription.ts";

interface Call {
  readonly address: string;
  /** The fields beside the file, by their names. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

type Write = (call: Call) => string;

/** A word of a shell command, in quotes where it has more than letters, figures and plain signs. */
const shellWord = (word: string): string => (/^[\w.=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

const curl: Write = ({ address, fields }) => `curl -s ${address} \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -F audio=@recording.wav \\
${fields.map((field) => `  -F ${shellWord(field.join("="))}`).join(" \\\n")}`;

const javascript: Write = ({ address, fields }) => `import { openAsBlob } from "node:fs";

const form = new FormData();
form.set("audio", await openAsBlob("recording.wav"), "recording.wav");
${fields.map((field) => `form.set(${field.map((text) => JSON.stringify(text)).join(", ")});`).join("\n")}
const response = await fetch(${JSON.stringify(address)}, {
  method: "POST",
  headers: { "X-API-Key": process.env.SPEECH_API_KEY },
  body: form,
});
if (!response.ok) throw new Error(await response.text());
console.log((await response.json()).data.text);`;

const python: Write = ({ address, fields }) => `# pip install requests
import os, requests

with open("recording.wav", "rb") as audio:
    answer = requests.post(
        ${JSON.stringify(address)},
        headers={"X-API-Key": os.environ["SPEECH_API_KEY"]},
        files={"audio": audio},
        data={${fields.map((field) => field.map((text) => JSON.stringify(text)).join(": ")).join(", ")}},
    )
answer.raise_for_status()
print(answer.json()["data"]["text"])`;

const languages = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

/** Transcribing in several languages, each by its name; the key is taken from the environment. */
export function transcriptionCalls(reading: TranscriptionOptions): readonly (readonly [name: string, text: string])[] {
  const address = `${location.origin}/v1/speech/transcriptions`;
  const fields = fieldsOf(reading);
  return languages.map(([name, write]) => [name, write({ address, fields })]);
}
