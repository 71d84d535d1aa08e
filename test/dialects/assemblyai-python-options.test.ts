import test from "ava";
import { z } from "zod";
import { localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { tone } from "#harness/audio/sounds.ts";
import { openRecordingServer } from "#harness/outbound/recording-server.ts";
import { until } from "#harness/until.ts";
import { startHearing, startTextModel } from "#test/support/hearing-worker.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const said = "My card is 4111 1111 1111 1111 and I am gonna call Cavanagh about this shit.";

const program = `
import assemblyai as aai
aai.settings.base_url = given["url"] + "/assemblyai"
aai.settings.api_key = given["key"]
aai.settings.polling_interval = 0.1
transcriber = aai.Transcriber()
config = aai.TranscriptionConfig(
    keyterms_prompt=["Kavanagh"], custom_spelling={"going to": ["gonna", "wanna"]}, filter_profanity=True,
    redact_pii=True, redact_pii_policies=[aai.PIIRedactionPolicy.credit_card_number],
    redact_pii_sub=aai.PIISubstitutionPolicy.entity_name,
    summarization=True, summary_type=aai.SummarizationType.paragraph,
    webhook_url=given["hook"], webhook_auth_header_name="X-Token", webhook_auth_header_value="s3cret",
)
transcript = transcriber.transcribe(given["audio"], config)
def sentence(config, audio=given["audio"]):
    try:
        transcript = transcriber.transcribe(audio, config)
    except aai.types.AssemblyAIError as error:
        return str(error)
    return transcript.error
print(json.dumps({
    "id": transcript.id, "text": transcript.text, "summary": transcript.summary, "audio_url": transcript.audio_url,
    "webhook_auth": transcript.webhook_auth,
    "names": sentence(aai.TranscriptionConfig(redact_pii=True, redact_pii_policies=[aai.PIIRedactionPolicy.person_name])),
    "chapters": sentence(aai.TranscriptionConfig(auto_chapters=True)),
    "address": sentence(aai.TranscriptionConfig(), "https://10.0.0.1/a.wav"),
    "absent": sentence(aai.TranscriptionConfig(), given["absent"]),
}))
`;
const answers = z.object({
  ...{ id: z.uuid(), text: z.string(), summary: z.string(), audio_url: z.url(), webhook_auth: z.literal(true) },
  ...{ names: z.string(), chapters: z.string(), address: z.string(), absent: z.string() },
});

if (await hasPythonPackage("assemblyai")) {
  const textModel = await startTextModel();
  const service = await startService({ env: { ...localReceivers, ...textModel.env } });
  const hearing = await startHearing(service, said);
  const [server, receiver] = [await openRecordingServer(Buffer.from(tone(8))), await startCallbackReceiver()];
  const { key } = await service.account();
  test.after.always(async () => {
    await hearing[Symbol.asyncDispose]();
    await Promise.all([service, textModel, server, receiver].map((one) => one[Symbol.asyncDispose]()));
  });

  test("PyPI assemblyai: an address with own words, redaction, a summary and a webhook, and what is refused of them", async (t) => {
    const given = { url: service.baseUrl, key, audio: server.at("/good.wav?signature=secret"), hook: receiver.url };
    const found = answers.parse(await runPython(program, { ...given, absent: server.at("/none.wav") }));
    t.is(found.text, "My card is [card] and I am going to call Kavanagh about this s***.");
    t.is(found.summary, "A card is named.");
    t.is(found.audio_url, server.at("/good.wav"));
    t.regex(found.names, /redact_pii_policies\.0: person_name is not redacted/);
    t.regex(found.chapters, /auto_chapters: No chapters are made/);
    t.regex(found.address, /audio_url: The address leads to a network that is not allowed/);
    t.regex(found.absent, /The server answered 404/);
    t.true(
      await until(async () => receiver.calls.length > 0, { withinMs: 60_000, signal: new AbortController().signal }),
    );
    t.is(receiver.calls[0]?.headers["x-token"], "s3cret");
    t.is(receiver.calls[0]?.body, JSON.stringify({ transcript_id: found.id, status: "completed" }));
  });
} else {
  test.skip("PyPI assemblyai: its options are not tried, because python3 has no package `assemblyai`", () => undefined);
}
