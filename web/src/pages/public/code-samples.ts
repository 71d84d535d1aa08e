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
const file = new File([await speech.arrayBuffer()], "hello.mp3");

const transcript = await openai.audio.transcriptions.create({
  model: "whisper-1",
  file,
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

/** Speaking and transcribing at an address, in three languages by their names; the key is taken from the environment. */
export const codeSamples = (origin: string): readonly (readonly [name: string, text: string])[] => [
  ["curl", curl(origin)],
  ["TypeScript", typescript(origin)],
  ["Python", python(origin)],
];
