"""Speech to text and text to speech for a LiveKit agent, through the OpenAI-compatible API: python agent.py dev"""

import os

from livekit.agents import Agent, AgentSession, JobContext, WorkerOptions, cli
from livekit.plugins import openai

speech = {
    "base_url": os.environ.get("SPEECH_URL", "http://localhost:8080") + "/openai/v1",
    "api_key": os.environ["SPEECH_API_KEY"],
}


def speech_to_text() -> openai.STT:
    return openai.STT(model="whisper-1", language="en", **speech)


def text_to_speech() -> openai.TTS:
    return openai.TTS(model="tts-1", voice="alloy", response_format="mp3", **speech)


async def entrypoint(context: JobContext) -> None:
    """Joins a room and starts the conversation. The language model is OpenAI's (`OPENAI_API_KEY`); any other works."""
    # Imported here because only the worker needs it.
    from livekit.plugins import silero

    session = AgentSession(
        stt=speech_to_text(), tts=text_to_speech(), llm=openai.LLM(model="gpt-4o-mini"), vad=silero.VAD.load()
    )
    await session.start(agent=Agent(instructions="You answer in one sentence."), room=context.room)
    await session.generate_reply(instructions="Greet the person.")


if __name__ == "__main__":
    cli.run_app(WorkerOptions(entrypoint_fnc=entrypoint))
