import { Snippets } from "#web/components/snippets.tsx";

const text = "Hello from the API.";

const curl = (origin: string): string => `# Speak
curl -s ${origin}/v1/speech/synthesize \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: audio/mpeg' \\
  -d '{"text":"${text}"}' \\
  -o hello.mp3

# Transcribe
curl -s ${origin}/v1/speech/transcriptions \\
  -H "X-API-Key: $SPEECH_API_KEY" \\
  -F audio=@hello.mp3`;

const typescript = (origin: string): string => `// npm install openai
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import OpenAI from "openai";

const openai = new OpenAI({
  baseURL: "${origin}/openai/v1",
  apiKey: process.env.SPEECH_API_KEY,
});

const speech = await openai.audio.speech.create({
  model: "tts-1",
  voice: "alloy",
  input: "${text}",
});
await writeFile("hello.mp3", Buffer.from(await speech.arrayBuffer()));

const transcript = await openai.audio.transcriptions.create({
  model: "whisper-1",
  file: createReadStream("hello.mp3"),
});
console.log(transcript.text);`;

const python = (origin: string): string => `# pip install openai
import os
from openai import OpenAI

openai = OpenAI(
    base_url="${origin}/openai/v1",
    api_key=os.environ["SPEECH_API_KEY"],
)

speech = openai.audio.speech.create(
    model="tts-1",
    voice="alloy",
    input="${text}",
)
speech.write_to_file("hello.mp3")

with open("hello.mp3", "rb") as file:
    transcript = openai.audio.transcriptions.create(model="whisper-1", file=file)
print(transcript.text)`;

/** Both directions in three languages; the key is taken from the environment. */
export const Code = () => (
  <div id="code" className="code">
    <Snippets
      title="Two calls, or the client you already have"
      calls={[
        ["curl", curl(location.origin)],
        ["TypeScript", typescript(location.origin)],
        ["Python", python(location.origin)],
      ]}
    />
  </div>
);
