"""The synchronous form of async_client.py, written from it by `npm run generate`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

import httpx

from .api import Api
from .calls import (
    AudioSource,
    BatchRecordings,
    BatchResult,
    Call,
    Format,
    State,
    TranscriptFormat,
    Transcription,
    address_of,
    batch_call,
    batch_state,
    completed,
    content_of,
    delay_of,
    is_retried,
    key_of,
    known,
    passing,
    pause_of,
    request_state,
    speak_call,
    timeout,
    transcribe_call,
    transcript_call,
    voice_call,
    voice_state,
)
from .errors import ConnectionFailedError, WorkFailedError, broken_connections, error_of
from .schemas import Batch, LiveToken, RequestsUpdateTranscriptRequest, SpeechRequest, Voice

Result = TypeVar("Result")
Progress = Callable[[int], None]


def _read(response: httpx.Response) -> bytes:
    """Reads an answer to its end, and closes it, also when it cannot be read."""
    try:
        return response.read()
    finally:
        response.close()


class SpokenAudio:
    """A spoken text, whose audio arrives while it is being spoken. Iterate over it, or read it as a whole."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.request_id: str = response.headers.get("x-request-id", "")
        self.content_type: str = response.headers.get("content-type", "")

    def __iter__(self) -> Iterator[bytes]:
        with broken_connections():
            for part in self._response.iter_bytes():
                yield part

    def read(self) -> bytes:
        with broken_connections():
            return _read(self._response)

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "wb") as file:
            for part in self:
                file.write(part)

    def close(self) -> None:
        with broken_connections():
            self._response.close()

    def __enter__(self) -> SpokenAudio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Work(Generic[Result]):
    """Work of the service that takes its time."""

    def __init__(self, client: SpeechClient, path: str, id: str, state_of: Callable[[Any], State[Result]]) -> None:
        #: Names the speech request or the voice; with it, another program can wait, too.
        self.id = id
        self._client = client
        self._path = path
        self._state_of = state_of

    def wait(
        self, *, on_progress: Progress | None = None, interval: float = 1.0, patience: float = 600.0
    ) -> Result:
        """Waits for the end of the work. A service that cannot be reached is asked again for ``patience`` seconds.

        :raises WorkFailedError: when the work has failed
        """
        shown, reached = -1, time.monotonic()
        while True:
            try:
                found = self._client.call("GET", f"{self._path}/{self.id}")
                result, is_ended, progress, error = self._state_of(found)
                reached = time.monotonic()
                if on_progress is not None and progress != shown:
                    on_progress(progress)
                shown = progress
                if error is not None:
                    raise WorkFailedError(self.id, error["code"], error["message"])
                if is_ended:
                    return result
                pause = interval
            except passing as error:
                if time.monotonic() - reached > patience:
                    raise
                pause = pause_of(error, interval)
            time.sleep(pause)


class SpeechClient:
    """A client of the speech service. Use it as a context manager, or close it."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 2,
        backoff: float = 0.5,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        headers = {"X-API-Key": key_of(api_key)}
        self._client = httpx.Client(base_url=address_of(base_url), headers=headers, timeout=timeout, transport=transport)
        self._max_retries = max_retries
        self._backoff = backoff
        #: Every call of the service by its operation: ``client.api.usage.get()``.
        self.api = Api(self)

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> SpeechClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, call: Call, *, stream: bool = False) -> httpx.Response:
        """Sends a call, and again when the connection breaks or the service asks for it.

        :raises SpeechError: when the answer is no success
        """
        attempt = 0
        while True:
            is_last = attempt >= self._max_retries
            response: httpx.Response | None = None
            with broken_connections():
                try:
                    response = self._client.send(call.request_of(self._client), stream=True)
                    if response.is_success and stream:
                        return response
                    _read(response)
                    if response.is_success:
                        return response
                    if is_last or not is_retried(response):
                        raise error_of(response)
                except httpx.TransportError as error:
                    response = None
                    if is_last:
                        address = str(self._client.base_url).rstrip("/")
                        raise ConnectionFailedError(f"The service at {address} could not be reached ({error}).") from error
            time.sleep(delay_of(response, self._backoff * 2**attempt))
            attempt += 1

    def call(self, method: str, path: str, *, query: dict[str, Any] | None = None, json: Any = None) -> Any:
        """Makes any call by its path, such as ``GET`` and ``/v1/usage``, and returns what is in ``data``."""
        return self.answer(Call(method, path, query=query, json=json))

    def answer(self, call: Call, idempotency_key: str | None = None) -> Any:
        """Sends a call and returns what is in ``data``, a text, or bytes.

        :raises SpeechError: when the answer is no success
        """
        return content_of(self.send(call.keyed(idempotency_key)))

    def speak(
        self,
        text: str,
        *,
        format: Format | None = None,
        voice: str | None = None,
        voice_id: str | None = None,
        language: str | None = None,
        speed: float | None = None,
        sample_rate: int | None = None,
        bit_rate: int | None = None,
        input_type: str | None = None,
        pronunciation: bool | None = None,
        pronunciation_dictionary: str | None = None,
        idempotency_key: str | None = None,
    ) -> SpokenAudio:
        """Speaks a text by a voice, by its name or by ``voice_id``. With ``idempotency_key``, a call that another run has made before is recognised."""
        options: dict[str, Any] = {"format": format, "voice": voice, "voice_id": voice_id, "language": language}
        options |= {"speed": speed, "sample_rate": sample_rate, "bit_rate": bit_rate, "input_type": input_type}
        options |= {"pronunciation": pronunciation, "pronunciation_dictionary": pronunciation_dictionary}
        response = self.send(speak_call(text, options, idempotency_key), stream=True)
        if response.status_code != 202:
            return SpokenAudio(response)
        # Nothing was heard in the time for which the service lets a caller wait.
        SpokenAudio(response).close()
        request_id = response.headers["x-request-id"]
        self.request(request_id).wait()
        return self.audio(request_id)

    def audio(self, request_id: str) -> SpokenAudio:
        """The stored audio of a speech request."""
        return SpokenAudio(self.send(Call("GET", f"/v1/speech/requests/{request_id}/audio"), stream=True))

    def start_transcription(
        self,
        source: AudioSource,
        *,
        language: str | None = None,
        model: str | None = None,
        format: str | None = None,
        task: str | None = None,
        diarize: bool | None = None,
        start: float | None = None,
        end: float | None = None,
        speakers: int | None = None,
        channels: str | None = None,
        key_terms: list[str] | None = None,
        replace: list[dict[str, str]] | None = None,
        search: list[str] | None = None,
        redact: str | Sequence[str] | None = None,
        redact_audio: bool | None = None,
        profanity: str | None = None,
        paragraphs: bool | None = None,
        chapters: bool | None = None,
        summary: bool | None = None,
        topics: bool | None = None,
        translate_to: str | None = None,
        callback_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> Work[SpeechRequest]:
        """Sends a recording, or the address of one, and returns as soon as it has arrived."""
        fields: dict[str, Any] = {"language": language, "model": model, "format": format, "task": task}
        fields |= {"diarize": diarize, "speakers": speakers, "channels": channels}
        fields |= {"start": start, "end": end, "key_terms": key_terms, "replace": replace, "search": search}
        fields |= {"redact": redact, "redact_audio": redact_audio, "profanity": profanity}
        fields |= {"paragraphs": paragraphs, "chapters": chapters}
        fields |= {"summary": summary, "topics": topics, "translate_to": translate_to, "callback_url": callback_url}
        response = self.send(transcribe_call(source, fields, idempotency_key))
        return self.request(response.headers["x-request-id"])

    def request(self, request_id: str) -> Work[SpeechRequest]:
        """A speech request that was started before."""
        return Work(self, "/v1/speech/requests", request_id, request_state)

    def transcribe(
        self,
        source: AudioSource,
        *,
        language: str | None = None,
        model: str | None = None,
        format: str | None = None,
        task: str | None = None,
        diarize: bool | None = None,
        start: float | None = None,
        end: float | None = None,
        speakers: int | None = None,
        channels: str | None = None,
        key_terms: list[str] | None = None,
        replace: list[dict[str, str]] | None = None,
        search: list[str] | None = None,
        redact: str | Sequence[str] | None = None,
        redact_audio: bool | None = None,
        profanity: str | None = None,
        paragraphs: bool | None = None,
        chapters: bool | None = None,
        summary: bool | None = None,
        topics: bool | None = None,
        translate_to: str | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        interval: float = 1.0,
    ) -> Transcription:
        """Transcribes a recording; an address (``https://…``) is fetched by the service. With the task "translate" its words are written in English; with ``diarize`` they have speakers, with ``channels="separate"`` channels.

        Doubtful words that sound like one of ``key_terms`` become it. ``replace`` is a list of ``{"from": …, "to": …}``.
        Personal data of the kinds in ``redact`` is replaced.
        """
        work = self.start_transcription(
            source,
            language=language,
            model=model,
            format=format,
            task=task,
            diarize=diarize,
            start=start,
            end=end,
            speakers=speakers,
            channels=channels,
            key_terms=key_terms,
            replace=replace,
            search=search,
            redact=redact,
            redact_audio=redact_audio,
            profanity=profanity,
            paragraphs=paragraphs,
            chapters=chapters,
            summary=summary,
            topics=topics,
            translate_to=translate_to,
            idempotency_key=idempotency_key,
        )
        return completed(work.wait(on_progress=on_progress, interval=interval))

    def start_batch(
        self, recordings: BatchRecordings, *, idempotency_key: str | None = None, **options: Any
    ) -> Work[Batch]:
        """Starts the transcription of up to 10,000 recordings, after all other work and at a lower price.

        A recording is an address, ``{"url": …, "custom_id": …}``, or a file; a text is an address where it has ``://``, else a
        path. Files are sent as one zip. The options are those of ``transcribe``.
        """
        response = self.send(batch_call(recordings, options, idempotency_key))
        return self.batch(response.json()["data"]["batch_id"])

    def batch(self, batch_id: str) -> Work[Batch]:
        """A batch that was started before. It has ended when all its recordings have, failed ones among them."""
        return Work(self, "/v1/speech/batches", batch_id, batch_state)

    def batch_results(self, batch_id: str) -> Iterator[BatchResult]:
        """The results of a batch, one for each recording in their order."""
        response = self.send(Call("GET", f"/v1/speech/batches/{batch_id}/results"), stream=True)
        try:
            with broken_connections():
                # Lines end with a line feed alone: other characters that end lines may stand in a transcript.
                rest = b""
                for part in response.iter_bytes():
                    *lines, rest = (rest + part).split(b"\n")
                    for line in lines:
                        yield cast(BatchResult, json.loads(line))
        finally:
            response.close()

    def create_live_token(self, *, ttl_seconds: int | None = None) -> LiveToken:
        """Makes a token by which a page opens one live transcription, within a minute unless ``ttl_seconds`` says otherwise."""
        return self.api.live_tokens.create({} if ttl_seconds is None else {"ttl_seconds": ttl_seconds})

    def update_transcript(
        self,
        request_id: str,
        *,
        speaker_names: Mapping[str, str | None] | None = None,
        segments: Mapping[int, str | None] | None = None,
        segment_speakers: Mapping[int, str | None] | None = None,
    ) -> SpeechRequest:
        """Names the speakers of a transcript by their letters, or its channels by their numbers, and corrects segments by their ids: their texts, and the letters of their speakers.

        None takes a name or a correction back; an empty text means that nothing is said there."""
        body: RequestsUpdateTranscriptRequest = {}
        if speaker_names is not None:
            body["speaker_names"] = dict(speaker_names)
        if segments is not None:
            body["segments"] = {str(segment): text for segment, text in segments.items()}
        if segment_speakers is not None:
            body["segment_speakers"] = {str(segment): letter for segment, letter in segment_speakers.items()}
        return self.api.requests.update_transcript(request_id, body)

    def transcript(
        self,
        request_id: str,
        format: TranscriptFormat = "text",
        *,
        max_line_width: int | None = None,
        max_lines: int | None = None,
        max_words: int | None = None,
    ) -> str:
        """The transcript of a completed transcription, as text, as subtitles or as JSON. The layout is that of subtitles."""
        layout = {"max_line_width": max_line_width, "max_lines": max_lines, "max_words": max_words}
        response = self.send(transcript_call(request_id, format, layout))
        return response.text

    def create_voice(
        self,
        sample: AudioSource,
        *,
        name: str,
        description: str | None = None,
        language: str | None = None,
        consent: str | None = None,
        consent_given_by: str | None = None,
        callback_url: str | None = None,
        idempotency_key: str | None = None,
    ) -> Work[Voice]:
        """Makes a voice from a sample; ``wait()`` returns it when it can speak."""
        fields = {"name": name, "description": description, "language": language}
        fields |= {"consent": consent, "consent_given_by": consent_given_by, "callback_url": callback_url}
        response = self.send(voice_call(sample, fields, idempotency_key))
        return self.voice(response.json()["data"]["voice_id"])

    def voice(self, voice_id: str) -> Work[Voice]:
        """A voice that is being made."""
        return Work(self, "/v1/voices", voice_id, voice_state)

    def voices(self, **query: Any) -> Iterator[Voice]:
        """All voices that fit, page by page."""
        return cast(Iterator[Voice], self._items("/v1/voices", query))

    def requests(self, **query: Any) -> Iterator[SpeechRequest]:
        """All speech requests that fit, newest first, page by page."""
        return cast(Iterator[SpeechRequest], self._items("/v1/speech/requests", query))

    def _items(self, path: str, query: dict[str, Any]) -> Iterator[Any]:
        page = 1
        while True:
            found = self.call("GET", path, query={**query, "page": page})
            for item in found["items"]:
                yield item
            if not found["has_next"]:
                return
            page += 1
