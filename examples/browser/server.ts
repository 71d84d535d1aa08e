// A page that transcribes the microphone live. The API key stays on this server: the page gets a token for one session.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { SpeechClient } from "speech-service-sdk";

const { SPEECH_URL: speechUrl = "http://localhost:8080", SPEECH_API_KEY: apiKey } = process.env;

/** The page, and the tokens for it. */
export function createPageServer(baseUrl: string, key: string | undefined): Server {
  const client = new SpeechClient({ baseUrl, apiKey: key });
  const live = `${baseUrl.replace("http", "ws")}/v1/speech/live`;
  return createServer(async ({ method, url }, response) => {
    try {
      if (method === "POST" && url === "/tokens") {
        // Your account pays for the sessions: let only people in whom your own site knows.
        const { data } = await client.api.liveTokens.create({ throwOnError: true });
        response.setHeader("Cache-Control", "no-store");
        response.end(JSON.stringify({ token: data.data.token, live }));
      } else {
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        response.end(await readFile(join(import.meta.dirname, "page.html")));
      }
    } catch (error) {
      console.error(error);
      response.writeHead(502).end();
    }
  });
}

if (import.meta.main) createPageServer(speechUrl, apiKey).listen(3000, () => console.log("http://localhost:3000"));
