// Writes subtitles beside every recording of a folder: node subtitles.ts recordings/
import { readdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { SpeechClient } from "speech-service-sdk";

const { SPEECH_URL = "http://localhost:8080", SPEECH_API_KEY } = process.env;
const client = new SpeechClient({ baseUrl: SPEECH_URL, apiKey: SPEECH_API_KEY, maxRetries: 8 });
const recordings = new Set([".wav", ".mp3", ".flac", ".ogg", ".m4a", ".webm"]);
/** The number of recordings under way at once. */
const parallel = 3;

async function subtitle(file: string): Promise<void> {
  const onProgress = (percent: number) => console.error(`${file} ${percent}%`);
  const { request_id } = await client.transcribe(file, { onProgress });
  await writeFile(`${file}.srt`, await client.transcript(request_id, "srt"));
}

const [folder = "."] = process.argv.slice(2);
const names = await readdir(folder);
const waiting = names.filter((name) => recordings.has(extname(name).toLowerCase())).map((name) => join(folder, name));

async function work(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    try {
      await subtitle(file);
      console.log(file);
    } catch (error) {
      // Continue with the other files.
      process.exitCode = 1;
      console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

await Promise.all(Array.from({ length: parallel }, work));
