import { once } from "node:events";
import { createServer } from "node:http";
import test from "ava";
import { z } from "zod";
import { synthesisAnswer } from "#src/api/speech/schemas.ts";
import { registerRemoteVoices } from "#src/domain/voices/register-remote-voices.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

let isWell = true;
const server = createServer((_request, response) => {
  if (isWell) response.end(tone(0.5));
  else response.writeHead(500).end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
const service = await startService({
  workers: ["synthesis"],
  env: {
    REMOTE_TTS_URL: `http://127.0.0.1:${port}/v1`,
    REMOTE_TTS_MODEL: "tts-1",
    REMOTE_TTS_VOICES: "alloy:Alloy:en",
    SYNTHESIS_CACHE_MAX_BYTES: "1000000000",
  },
});
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});

const voices = () =>
  service.resources.db
    .selectFrom("voices")
    .select(["id", "name", "language", "deprecated"])
    .where("engine", "=", "remote-speech")
    .execute();

test.serial("a voice of a speech server is listed and speaks", async (t) => {
  const { key } = await service.account();
  const [alloy] = await voices();
  t.like(alloy, { name: "Alloy", language: "en", deprecated: false });
  const shown = await service.call("GET", `/v1/voices/${alloy?.id}`, { key });
  t.like(shown.data(z.looseObject({ name: z.string() })), { name: "Alloy" });
  const speak = async (text: string) => {
    const answer = await service.call("POST", "/v1/speech/synthesize", { key, json: { text, voice_id: alloy?.id } });
    return answer.data(synthesisAnswer);
  };
  t.like(await speak("Hello there."), { model: "remote-speech", language: "en", cached: false });
  t.like(await speak("Hello there."), { model: "remote-speech", cached: true });
  isWell = false;
  t.like(await speak("Hello again."), { model: "flite", cached: false });
  isWell = true;
  t.false((await speak("Hello again.")).cached, "what flite has spoken in its place is not kept");
});

test.serial("a voice that the server no longer has is deprecated until it returns", async (t) => {
  const { db } = service.resources;
  await registerRemoteVoices(db, []);
  t.like((await voices())[0], { deprecated: true });
  await registerRemoteVoices(db, [{ id: "alloy", name: "Alloy", language: "en" }]);
  t.like((await voices())[0], { deprecated: false });
  t.is((await voices()).length, 1);
});
