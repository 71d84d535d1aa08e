"""A LangChain chain that transcribes a question and speaks the answer, through the OpenAI-compatible API."""

import os

from langchain_core.runnables import Runnable, RunnableLambda
from openai import OpenAI

client = OpenAI(
    base_url=os.environ.get("SPEECH_URL", "http://localhost:8080") + "/openai/v1",
    api_key=os.environ["SPEECH_API_KEY"],
)


def hear(recording: bytes) -> str:
    return client.audio.transcriptions.create(model="whisper-1", file=("question.wav", recording)).text


def speak(text: str) -> bytes:
    return client.audio.speech.create(model="tts-1", voice="alloy", input=text, response_format="mp3").content


def voice_chain(answer: Runnable[str, str]) -> Runnable[bytes, bytes]:
    """Adds speech to text before and text to speech after any chain from text to text, such as `prompt | model | StrOutputParser()`."""
    return RunnableLambda(hear) | answer | RunnableLambda(speak)
