import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageFinder, runPython } from "./python.ts";

/** The environment of frameworks for voice agents, which `bin/setup --test` makes once for all clones of a machine. */
const environment = join(import.meta.dirname, "../../node_modules/.cache/python-agents/bin/python");
const python = existsSync(environment) ? environment : "python3";

export const hasAgents = packageFinder(python);

/**
 * The beginning of programs for pipecat. `pipe` has a service in a pipeline, calls `feed` again and again, and returns the frames
 * up to the first one of a class.
 */
export const pipecat = `
import asyncio, base64
from loguru import logger
logger.remove()
from pipecat.frames.frames import (
    EndFrame, InputAudioRawFrame, InterimTranscriptionFrame, TranscriptionFrame, TTSAudioRawFrame, TTSSpeakFrame,
    TTSStoppedFrame, VADUserStartedSpeakingFrame, VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.workers.runner import WorkerRunner
class Collector(FrameProcessor):
    def __init__(self, last):
        super().__init__()
        self.frames, self.done, self.last = [], asyncio.Event(), last
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        self.frames.append(frame)
        if isinstance(frame, self.last):
            self.done.set()
        await self.push_frame(frame, direction)
async def pipe(service, last, feed):
    collector, started = Collector(last), asyncio.Event()
    params = PipelineParams(audio_in_sample_rate=16000, audio_out_sample_rate=24000)
    worker = PipelineWorker(Pipeline([service, collector]), params=params, cancel_on_idle_timeout=False, enable_rtvi=False)
    @worker.event_handler("on_pipeline_started")
    async def begun(worker, frame):
        started.set()
    async def drive():
        await started.wait()
        for number in range(500):
            if collector.done.is_set():
                break
            await feed(worker, number)
            await asyncio.sleep(0.05)
        await worker.queue_frame(EndFrame())
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await asyncio.gather(runner.run(), drive())
    return collector.frames
async def hear(service):
    """Sound comes, and its end, until something is understood: what is sent before a connection stands is lost."""
    async def feed(worker, number):
        if number % 10 == 1:
            await worker.queue_frame(VADUserStartedSpeakingFrame())
        await worker.queue_frame(InputAudioRawFrame(audio=bytes(3200), sample_rate=16000, num_channels=1))
        if number % 10 == 9:
            await worker.queue_frame(VADUserStoppedSpeakingFrame())
    frames = await pipe(service, TranscriptionFrame, feed)
    return {"finals": [frame.text for frame in frames if isinstance(frame, TranscriptionFrame)]}
async def speak(service):
    async def feed(worker, number):
        if number == 0:
            await worker.queue_frame(TTSSpeakFrame("The lights in the kitchen are on. The door is open."))
    frames = await pipe(service, TTSStoppedFrame, feed)
    sound = [frame for frame in frames if isinstance(frame, TTSAudioRawFrame)]
    return {"rates": list({frame.sample_rate for frame in sound}), "seconds": sum(len(frame.audio) for frame in sound) / 48000}
def run(main):
    print(json.dumps(asyncio.run(main)))
`;

/** The beginning of programs for LiveKit's agents, with the same two functions. */
export const livekit = `
import asyncio
from livekit import rtc
from livekit.agents import stt, utils
from livekit.agents.types import APIConnectOptions
def frame():
    return rtc.AudioFrame(data=bytes(3200), sample_rate=16000, num_channels=1, samples_per_channel=1600)
async def hear(service):
    stream = service.stream(conn_options=APIConnectOptions(max_retry=0))
    async def feed():
        while True:
            stream.push_frame(frame())
            await asyncio.sleep(0.05)
    feeding = asyncio.create_task(feed())
    try:
        async for event in stream:
            if event.type == stt.SpeechEventType.FINAL_TRANSCRIPT:
                return {"finals": [event.alternatives[0].text]}
    finally:
        feeding.cancel()
        await stream.aclose()
        await service.aclose()
async def speak(service):
    stream = service.stream()
    for word in "The lights in the kitchen are on. The door is open.".split(" "):
        stream.push_text(word + " ")
    stream.end_input()
    frames = [event.frame async for event in stream]
    await stream.aclose()
    await service.aclose()
    return {"rates": list({one.sample_rate for one in frames}), "seconds": sum(one.duration for one in frames)}
def run(make, do):
    async def main():
        async with utils.http_context.open():
            return await do(make(utils.http_context.http_session()))
    print(json.dumps(asyncio.run(main())))
`;

/** Runs a program of an agent. */
export const runAgent = (program: string, given: object, env: Readonly<Record<string, string>> = {}) =>
  runPython(program, given, { env, python });
