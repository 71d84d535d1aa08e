import { createOpenAI } from "@ai-sdk/openai";
import { generateSpeech, transcribe } from "ai";
import test from "ava";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription"] });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const openai = createOpenAI({ baseURL: `${service.baseUrl}/openai/v1`, apiKey: key });

test("the AI SDK speaks a text and transcribes its audio", async (t) => {
  const text = "Please open the window. Thank you very much.";
  const { audio } = await generateSpeech({ model: openai.speech("tts-1"), text, voice: "alloy" });
  t.is(audio.mediaType, "audio/mpeg");
  const heard = await transcribe({ model: openai.transcription("whisper-1"), audio: audio.uint8Array });
  t.deepEqual(wordsOf(heard.text), wordsOf(text));
  t.is(heard.language, "en");
  t.true((heard.durationInSeconds ?? 0) > 1);
  t.true(heard.segments.length > 0);
});
