import test from "ava";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const prelude = `
import asyncio, base64
sound = base64.b64decode(given["sound"])
def status_of(error):
    return error.status_code if hasattr(error, "status_code") else error.response.status_code
`;

const deepgram = `
from deepgram import DeepgramClient
from deepgram.environment import DeepgramClientEnvironment
socket_url = given["url"].replace("http", "ws", 1) + "/deepgram"
def connect(key):
    places = DeepgramClientEnvironment(base=given["url"] + "/deepgram", production=socket_url, agent=socket_url, agent_rest="")
    client = DeepgramClient(environment=places, api_key=key)
    return client.listen.v1.connect(model="nova-3", encoding="linear16", sample_rate=16000, interim_results=True, punctuate=True)
with connect(given["key"]) as socket:
    socket.send_media(sound)
    interim, final = socket.recv(), socket.recv()
    socket.send_finalize()
    finalized = socket.recv()
    socket.send_close_stream()
    metadata = socket.recv()
try:
    with connect("nonsense"):
        status = 101
except Exception as error:
    status = status_of(error)
print(json.dumps({
    "texts": [one.channel.alternatives[0].transcript for one in (interim, final, finalized)],
    "finals": [one.is_final for one in (interim, final, finalized)],
    "from_finalize": finalized.from_finalize,
    "last": [type(metadata).__name__, metadata.duration],
    "status": status,
}))
`;

const openai = `
from openai import OpenAI
def connect(key):
    client = OpenAI(base_url=given["url"] + "/openai/v1", api_key=key)
    return client.realtime.connect(extra_query={"intent": "transcription"})
received = []
def until(connection, kind):
    while not received or received[-1].type != kind:
        received.append(connection.recv())
with connect(given["key"]) as connection:
    until(connection, "session.created")
    connection.session.update(session={"type": "transcription", "audio": {"input": {"turn_detection": None}}})
    until(connection, "session.updated")
    connection.input_audio_buffer.append(audio=given["sound"])
    until(connection, "conversation.item.input_audio_transcription.delta")
    connection.input_audio_buffer.commit()
    until(connection, "conversation.item.input_audio_transcription.completed")
try:
    with connect("nonsense"):
        status = 101
except Exception as error:
    status = status_of(error)
print(json.dumps({"transcript": received[-1].transcript, "seconds": received[-1].usage.seconds, "status": status}))
`;

const elevenlabs = `
from elevenlabs import AudioFormat, RealtimeEvents
from elevenlabs.client import ElevenLabs
options = {
    "model_id": "scribe_v2_realtime", "audio_format": AudioFormat.PCM_16000, "sample_rate": 16000,
    "include_timestamps": True,
}
def connect(key):
    client = ElevenLabs(base_url=given["url"] + "/elevenlabs", api_key=key)
    return client.speech_to_text.realtime.connect(options)
async def listen():
    connection = await connect(given["key"])
    loop = asyncio.get_running_loop()
    kinds = [
        RealtimeEvents.PARTIAL_TRANSCRIPT,
        RealtimeEvents.COMMITTED_TRANSCRIPT,
        RealtimeEvents.COMMITTED_TRANSCRIPT_WITH_TIMESTAMPS,
    ]
    partial, committed, timed = [loop.create_future() for _ in kinds]
    for kind, waiting in zip(kinds, [partial, committed, timed]):
        connection.on(kind, waiting.set_result)
    await connection.send({"audio_base_64": given["sound"]})
    texts = [(await partial)["text"]]
    await connection.commit()
    texts.append((await committed)["text"])
    words = [word["text"] for word in (await timed)["words"] if word["type"] == "word"]
    await connection.close()
    try:
        await connect("nonsense")
        status = 101
    except Exception as error:
        status = status_of(error)
    return {"texts": texts, "words": words, "status": status}
print(json.dumps(asyncio.run(listen())))
`;

const sarvam = `
from sarvamai import SarvamAI
from sarvamai.environment import SarvamAIEnvironment
base = given["url"] + "/sarvam"
def client_of(key):
    places = SarvamAIEnvironment(base=base, creative=base, production=base.replace("http", "ws", 1))
    return SarvamAI(environment=places, api_subscription_key=key)
`;

const sarvamListening = `${sarvam}
def connect(key):
    return client_of(key).speech_to_text_streaming.connect(language_code="en-IN", sample_rate="16000", flush_signal="true")
with connect(given["key"]) as socket:
    socket.transcribe(audio=given["sound"])
    socket.flush()
    heard = socket.recv()
try:
    with connect("nonsense"):
        status = 101
except Exception as error:
    status = status_of(error)
print(json.dumps({"transcript": heard.data.transcript, "language": heard.data.language_code, "status": status}))
`;

const sarvamRealtime = `${sarvam}
from sarvamai.types.realtime_audio_input import RealtimeAudioInput
from sarvamai.types.realtime_end import RealtimeEnd
from sarvamai.types.realtime_speech_end import RealtimeSpeechEnd
def connect(key):
    return client_of(key).speech_to_text_realtime_streaming.connect(language_code="en-IN", endpointing="manual")
with connect(given["key"]) as socket:
    begun = socket.recv()
    socket.send_realtime_audio_input(RealtimeAudioInput(audio=given["sound"]))
    socket.send_realtime_speech_end(RealtimeSpeechEnd())
    final = socket.recv()
    socket.send_realtime_end(RealtimeEnd())
    ended = socket.recv()
try:
    with connect("nonsense"):
        status = 101
except Exception as error:
    status = status_of(error)
print(json.dumps({
    "events": [begun.event, final.event, ended.event], "transcript": final.text,
    "utterances": ended.total_utterances, "status": status,
}))
`;

const assemblyai = `
import queue
from assemblyai.streaming.v3 import StreamingClient, StreamingClientOptions, StreamingEvents, StreamingParameters
socket_url = given["url"].replace("http", "ws", 1) + "/assemblyai"
def connect(key, told):
    client = StreamingClient(StreamingClientOptions(api_host=socket_url, api_key=key, connect_timeout=20.0))
    kinds = [StreamingEvents.Begin, StreamingEvents.Turn, StreamingEvents.Termination, StreamingEvents.Error]
    for kind in kinds:
        client.on(kind, lambda _client, event: told.put(event))
    client.connect(StreamingParameters(sample_rate=16000, format_turns=True, speech_model="universal-streaming-english"))
    return client
told, refused = queue.Queue(), queue.Queue()
client = connect(given["key"], told)
begin = told.get(timeout=20)
client.stream(sound)
part = told.get(timeout=20)
client.force_endpoint()
turn = told.get(timeout=20)
client.disconnect(terminate=True)
connect("nonsense", refused)
print(json.dumps({
    "begin": begin.type,
    "turns": [[one.transcript, one.end_of_turn, one.turn_is_formatted] for one in (part, turn)],
    "words": [[word.text, word.start, word.word_is_final] for word in turn.words],
    "last": told.get(timeout=20).type,
    "status": refused.get(timeout=20).code,
}))
`;

const interim = { type: "partial", start: 0, end: 0.1, text: "Open", words: [], committed: 0 };
const [hasDeepgram, hasOpenAi, hasElevenLabs, hasSarvam, hasAssemblyAi] = await Promise.all(
  ["deepgram", "openai", "elevenlabs", "sarvamai", "assemblyai"].map(hasPythonPackage),
);

/** The clients, with what their program prints. */
const clients = [
  {
    ...{ name: "deepgram-sdk", isInstalled: hasDeepgram, program: deepgram, before: [interim] },
    printed: {
      ...{ texts: ["Open", "Open it.", ""], finals: [false, true, true], from_finalize: true },
      ...{ last: ["ListenV1Metadata", 0.1], status: 401 },
    },
  },
  {
    ...{ name: "openai", isInstalled: hasOpenAi, program: openai, before: [] },
    printed: { transcript: "Open it.", seconds: 0.067, status: 401 },
  },
  {
    ...{ name: "elevenlabs", isInstalled: hasElevenLabs, program: elevenlabs, before: [] },
    printed: { texts: ["Open it.", "Open it."], words: ["Open", "it."], status: 401 },
  },
  {
    ...{ name: "sarvamai", isInstalled: hasSarvam, program: sarvamListening, before: [] },
    printed: { transcript: "Open it.", language: "en-IN", status: 403 },
  },
  {
    ...{ name: "sarvamai, realtime", isInstalled: hasSarvam, program: sarvamRealtime, before: [] },
    printed: {
      ...{ events: ["session.begin", "transcript.final", "session.end"], transcript: "Open it." },
      ...{ utterances: 1, status: 403 },
    },
  },
  {
    ...{ name: "assemblyai", isInstalled: hasAssemblyAi, program: assemblyai, before: [] },
    printed: {
      ...{ begin: "Begin", last: "Termination", status: 401 },
      turns: [
        ["open it", false, false],
        ["Open it.", true, true],
      ],
      words: [
        ["Open", 0, true],
        ["it.", 0, true],
      ],
    },
  },
];

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" } });
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 10 });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** All clients open `ws` where their address is `http` or `ws`. `status_of` gives the status of a refused handshake. */
const given = {
  ...{ url: service.baseUrl, key },
  sound: Buffer.alloc(3_200).toString("base64"),
};
/** Runs a client; the worker says a final that is not the end of the speech as soon as the session is open. */
async function stream(program: string, before: readonly object[] = []): Promise<unknown> {
  const heard = worker.session(worker.sessions.length);
  const printed = runPython(prelude + program, given);
  const said = heard.then((session) => {
    for (const event of before) session.say(event);
    session.say({ ...finalOf(1, "Open it.", { start: 0, end: 0.1 }), speech_final: false });
  });
  // A program that fails opens no session.
  await Promise.race([said, printed]);
  return printed;
}

for (const { name, isInstalled, program, before, printed } of clients) {
  if (isInstalled) {
    test.serial(`PyPI ${name}: transcribes live, and reports a wrong key`, async (t) => {
      t.deepEqual(await stream(program, before), printed);
    });
  } else {
    test.skip(`PyPI ${name}: not run live, because Python does not have it`, () => undefined);
  }
}
