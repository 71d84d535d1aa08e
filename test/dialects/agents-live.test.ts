import test from "ava";
import { z } from "zod";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { hasAgents, livekit, pipecat, runAgent } from "#test/support/agents.ts";
import { startService } from "#test/support/service.ts";

const [hasPipecat, hasLiveKit] = await Promise.all(["pipecat", "livekit.plugins.deepgram"].map(hasAgents));
const service = await startService({
  workers: ["synthesis"],
  env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" },
});
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 20 });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const given = { url: service.baseUrl, ws: service.baseUrl.replace("http", "ws"), key };

/** Runs a program, in each of whose sessions the worker says a final as soon as it has sound: a framework may connect again. */
async function listen(program: string, isEnd: boolean): Promise<unknown> {
  const printed = runAgent(program, given);
  for (let next = worker.sessions.length; ; next += 1) {
    // A program that fails opens no session.
    const session = await Promise.race([worker.session(next), printed.then(() => null)]);
    if (session === null) return printed;
    session.say({ ...finalOf(1, "Open it.", { start: 0, end: 0.1 }), speech_final: isEnd });
  }
}

const spoken = z.object({ rates: z.tuple([z.literal(24_000)]), seconds: z.number().min(1.5).max(8) });

/** The services of the frameworks that transcribe; `isEnd` where the service says when a turn is over. */
const listening = [
  {
    ...{ name: "pipecat-ai: Deepgram's service", isHere: hasPipecat, isEnd: true },
    program: `${pipecat}
from pipecat.services.deepgram.stt import DeepgramSTTService
run(hear(DeepgramSTTService(api_key=given["key"], base_url=given["ws"] + "/deepgram")))`,
  },
  {
    ...{ name: "pipecat-ai: OpenAI's realtime service", isHere: hasPipecat, isEnd: false },
    program: `${pipecat}
from pipecat.services.openai.stt import OpenAIRealtimeSTTService
run(hear(OpenAIRealtimeSTTService(api_key=given["key"], base_url=given["ws"] + "/openai/v1/realtime")))`,
  },
  {
    ...{ name: "livekit-agents: Deepgram's plugin", isHere: hasLiveKit, isEnd: true },
    program: `${livekit}
from livekit.plugins import deepgram
run(lambda session: deepgram.STT(api_key=given["key"], base_url=given["url"] + "/deepgram/v1/listen", http_session=session), hear)`,
  },
  {
    ...{ name: "livekit-agents: OpenAI's plugin", isHere: hasLiveKit, isEnd: true },
    program: `${livekit}
from livekit.plugins import openai
run(lambda session: openai.STT(api_key=given["key"], base_url=given["url"] + "/openai/v1", model="gpt-4o-transcribe", use_realtime=True), hear)`,
  },
  {
    ...{ name: "livekit-agents: ElevenLabs' plugin", isHere: hasLiveKit, isEnd: true },
    program: `${livekit}
from livekit.plugins import elevenlabs
run(lambda session: elevenlabs.STT(api_key=given["key"], base_url=given["url"] + "/elevenlabs/v1", model="scribe_v2_realtime", server_vad={}, http_session=session), hear)`,
  },
] as const;

for (const { name, isHere, isEnd, program } of listening) {
  if (isHere) {
    test.serial(`PyPI ${name} transcribes live`, async (t) => {
      t.deepEqual(await listen(program, isEnd), { finals: ["Open it."] });
    });
  } else test.skip(`PyPI ${name} was not run, because Python does not have it`, () => undefined);
}

const speaking = [
  {
    ...{ name: "pipecat-ai: Deepgram's service", isHere: hasPipecat },
    program: `${pipecat}
from pipecat.services.deepgram.tts import DeepgramTTSService
run(speak(DeepgramTTSService(api_key=given["key"], base_url=given["ws"] + "/deepgram")))`,
  },
  {
    ...{ name: "livekit-agents: Deepgram's plugin", isHere: hasLiveKit },
    program: `${livekit}
from livekit.plugins import deepgram
run(lambda session: deepgram.TTS(api_key=given["key"], base_url=given["url"] + "/deepgram/v1/speak", http_session=session), speak)`,
  },
] as const;

for (const { name, isHere, program } of speaking) {
  if (isHere) {
    test.serial(`PyPI ${name} speaks a text while it is written`, async (t) => {
      const read = spoken.safeParse(await runAgent(program, given));
      t.true(read.success, read.error?.message);
    });
  } else test.skip(`PyPI ${name} did not speak, because Python does not have it`, () => undefined);
}
