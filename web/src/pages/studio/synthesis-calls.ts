import { type AudioFormat, audioFormatFacts } from "#web/api/audio-formats.ts";
import { bodyOf, type FormValues } from "#web/api/synthesize.ts";

type Write = (address: string, body: object, format: AudioFormat) => string;

/** A text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The status is printed, since speech that takes longer than a call may wait is answered 202, with JSON that says where it will be. */
const curl: Write = (address, body, format) => `# Prints 200, or 202 where the file says where the speech will be
curl -s ${address} \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: ${audioFormatFacts[format].contentType}' \\
  -d ${quoted(JSON.stringify(body))} \\
  -o speech.${audioFormatFacts[format].extension} -w '%{http_code}\\n'`;

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
// 202 says where the speech will be.
if (response.status !== 200) throw new Error(await response.text());
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
with urllib.request.urlopen(request) as answer:
    if answer.status != 200:  # 202 says where the speech will be
        raise SystemExit(answer.read().decode())
    with open("speech.${audioFormatFacts[format].extension}", "wb") as file:
        file.write(answer.read())`;

const indented = (body: object): string => JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");

/** OpenAI's name for a format that it calls otherwise. */
const openAiFormat = (format: AudioFormat): string => (format === "ogg" ? "opus" : format);

/** The same by OpenAI's own client, which needs a voice. */
const openAi = ({ text, language, voiceId, speed, format }: FormValues): string => `# pip install openai
import os
from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(`${location.origin}/openai/v1`)}, api_key=os.environ["SPEECH_API_KEY"])
with client.audio.speech.with_streaming_response.create(
    model="tts-1",
    voice=${JSON.stringify(voiceId)},
    input=${JSON.stringify(text)},
    response_format=${JSON.stringify(openAiFormat(format))},
    speed=${speed},${language === "" ? "" : `\n    extra_body={"language": ${JSON.stringify(language)}},`}
) as speech:
    speech.stream_to_file("speech.${audioFormatFacts[format].extension}")`;

const languages = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

/** In the calls while nothing is typed. */
const exampleText = "Hello.";

/** Speaking in several languages, each by its name; the key is taken from the environment. */
export function synthesisCalls(wanted: FormValues): readonly (readonly [name: string, text: string])[] {
  const address = `${location.origin}/v1/speech/synthesize`;
  const values = { ...wanted, text: wanted.text || exampleText };
  return [
    ...languages.map(([name, write]) => [name, write(address, bodyOf(values), wanted.format)] as const),
    ["OpenAI SDK", openAi({ ...values, voiceId: wanted.voiceId || "alloy" })],
  ];
}
