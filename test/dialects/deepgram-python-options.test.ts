import test from "ava";
import { z } from "zod";
import { localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { tone } from "#harness/audio/sounds.ts";
import { openRecordingServer } from "#harness/outbound/recording-server.ts";
import { until } from "#harness/until.ts";
import { startHearing, startTextModel } from "#test/support/hearing-worker.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const program = `
from deepgram import DeepgramClient
from deepgram.environment import DeepgramClientEnvironment
base = given["url"] + "/deepgram"
environment = DeepgramClientEnvironment(base=base, production=base, agent=base, agent_rest=base)
media = DeepgramClient(api_key=given["key"], environment=environment).listen.v1.media
answer = media.transcribe_url(url=given["audio"], summarize="v2", topics=True)
accepted = media.transcribe_url(url=given["absent"], callback=given["hook"])
print(json.dumps({
    "summary": [answer.results.summary.result, answer.results.summary.short],
    "topics": [one["topic"] for one in answer.results.model_dump()["topics"]["segments"][0]["topics"]],
    "model": answer.metadata.model_info[answer.metadata.summary_info.model_uuid]["name"],
    "accepted": accepted.request_id,
}))
`;
const answers = z.object({
  ...{ summary: z.array(z.string()), topics: z.array(z.string()), model: z.string(), accepted: z.uuid() },
});

if (await hasPythonPackage("deepgram")) {
  const textModel = await startTextModel();
  const service = await startService({ env: { ...localReceivers, ...textModel.env } });
  const hearing = await startHearing(service, "My card is green.");
  const [server, receiver] = [await openRecordingServer(Buffer.from(tone(2))), await startCallbackReceiver()];
  const { key } = await service.account();
  test.after.always(async () => {
    await hearing[Symbol.asyncDispose]();
    await Promise.all([service, textModel, server, receiver].map((one) => one[Symbol.asyncDispose]()));
  });

  test("PyPI deepgram-sdk: reads a summary and topics, and has work that fails told to an address", async (t) => {
    const given = { url: service.baseUrl, key, audio: server.at("/good.wav"), absent: server.at("/none.wav") };
    const found = answers.parse(await runPython(program, { ...given, hook: receiver.url }));
    t.like(found, { summary: ["success", "A card is named."], topics: ["refunds", "cards"], model: "tiny-text" });
    t.true(
      await until(async () => receiver.calls.length > 0, { withinMs: 60_000, signal: new AbortController().signal }),
    );
    t.like(JSON.parse(receiver.calls[0]?.body ?? ""), { err_code: "Bad Request", request_id: found.accepted });
  });
} else {
  test.skip("PyPI deepgram-sdk: its options are not tried, because python3 has no package `deepgram`", () => undefined);
}
