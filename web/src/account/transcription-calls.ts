interface Call {
  readonly address: string;
  readonly language: string;
}

type Write = (call: Call) => string;

const curl: Write = ({ address, language }) => `curl -s ${address} \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -F audio=@recording.wav \\
  -F language=${language}`;

const javascript: Write = ({ address, language }) => `import { openAsBlob } from "node:fs";

const form = new FormData();
form.set("audio", await openAsBlob("recording.wav"), "recording.wav");
form.set("language", ${JSON.stringify(language)});
const response = await fetch(${JSON.stringify(address)}, {
  method: "POST",
  headers: { "X-API-Key": process.env.SPEECH_API_KEY },
  body: form,
});
if (!response.ok) throw new Error(await response.text());
console.log((await response.json()).data.text);`;

const python: Write = ({ address, language }) => `# pip install requests
import os, requests

with open("recording.wav", "rb") as audio:
    answer = requests.post(
        ${JSON.stringify(address)},
        headers={"X-API-Key": os.environ["SPEECH_API_KEY"]},
        files={"audio": audio},
        data={"language": ${JSON.stringify(language)}},
    )
answer.raise_for_status()
print(answer.json()["data"]["text"])`;

const languages = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

/** Transcribing in several languages, each by its name; the key is taken from the environment. */
export function transcriptionCalls(language: string): readonly (readonly [name: string, text: string])[] {
  const address = `${location.origin}/v1/speech/transcriptions`;
  return languages.map(([name, write]) => [name, write({ address, language })]);
}
