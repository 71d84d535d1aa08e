"""The parts that both clients share: calls, made of their arguments, and what their answers mean."""

from __future__ import annotations

import io
import json
import os
import re
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Any, Literal, TypedDict, TypeVar, Union, cast
from urllib.parse import quote

import httpx

from .errors import ConnectionFailedError, RateLimitError, ServiceError
from .schemas import Batch, SpeechFailure, SpeechRequest, Voice, VoiceError

Result = TypeVar("Result")
#: A result, whether its work has ended, its progress in percent, and the error of failed work.
State = tuple[Result, bool, int, Union[SpeechFailure, VoiceError, None]]
#: The path of a file, bytes, or an open file.
AudioSource = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
#: How a transcript can be written.
TranscriptFormat = Literal["json", "text", "srt", "vtt"]
Format = Literal["wav", "mp3", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"]

media_types: dict[str, str] = {
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "aac": "audio/aac",
    "pcm": "audio/pcm",
    "mulaw": "audio/pcmu",
    "alaw": "audio/pcma",
}

#: Longer than the service lets a caller wait.
timeout = httpx.Timeout(75, connect=10)
retried_statuses = frozenset({408, 429, 500, 502, 503, 504})
max_backoff_seconds = 30.0
#: The service counts its limits by the minute. What asks for a longer wait is left to the caller.
max_asked_seconds = 60.0
#: Errors that pass while somebody waits for work.
passing = (ConnectionFailedError, ServiceError, RateLimitError)


class BatchResult(TypedDict):
    """The result of one recording of a batch."""

    index: int
    custom_id: str | None
    file_name: str | None
    request_id: str | None
    status: Literal["waiting", "running", "completed", "failed", "cancelled"]
    credits_consumed: int
    error: dict[str, str] | None
    transcription: dict[str, Any] | None


class _Request(TypedDict, total=False):
    request_id: str
    request_type: Literal["tts", "asr"]
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    progress: int
    language: str
    model: str | None
    duration_seconds: float | None
    credits_consumed: int | None
    error: dict[str, str] | None
    created_at: str
    finished_at: str | None


class Transcription(_Request, total=False):
    """A completed transcription."""

    text: str
    segments: list[dict[str, Any]]
    words: list[dict[str, Any]]
    model_reason: str | None
    languages: list[dict[str, Any]]
    overlaps: list[dict[str, Any]]
    unintelligible: list[dict[str, Any]]
    search: list[dict[str, Any]]


def completed(request: SpeechRequest) -> Transcription:
    """A transcription that has ended well, which always has its text; it is empty where nothing was said."""
    parts = {"text": request.get("text") or "", "segments": request.get("segments") or [], "words": request.get("words") or []}
    return cast(Transcription, {**request, **parts})


def request_state(request: SpeechRequest) -> State[SpeechRequest]:
    return request, request["finished_at"] is not None, request["progress"], request["error"]


def batch_state(batch: Batch) -> State[Batch]:
    return batch, batch["finished_at"] is not None, batch["progress"], None


def voice_state(voice: Voice) -> State[Voice]:
    return voice, voice["status"] in ("ready", "failed"), voice["progress"], voice["error"]


def address_of(base_url: str) -> str:
    """The address of a service without a slash at its end, and without the ``/v1`` that other services' clients have there.

    :raises ValueError: for what is no address
    """
    if not isinstance(base_url, str) or re.match(r"https?://[^/]", base_url, re.IGNORECASE) is None:
        raise ValueError(f'base_url is "{base_url}". It must be an address that begins with http:// or https://.')
    return base_url.rstrip("/").removesuffix("/v1")


def key_of(api_key: str) -> str:
    """The API key.

    :raises ValueError: for none, as where a variable of the environment is not set
    """
    if not isinstance(api_key, str):
        raise ValueError(f"api_key is {api_key}. It must be a text.")
    return api_key


@dataclass(frozen=True)
class Call:
    """A call that can be sent more than once."""

    method: str
    path: str
    query: dict[str, Any] | None = None
    json: Any = None
    form: dict[str, Any] | None = None
    file: tuple[str, bytes] | None = None
    headers: dict[str, str] | None = None
    file_field: str = "audio"

    def keyed(self, key: str | None = None) -> Call:
        """The same with a key by which the service recognises it, where it creates something; a new one when absent."""
        if self.method != "POST":
            return self
        headers = {"Idempotency-Key": key or str(uuid.uuid4()), **(self.headers or {})}
        return replace(self, headers=headers)

    def request_of(self, client: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        return client.build_request(
            self.method,
            self.path,
            params=known(self.query or {}),
            json=self.json,
            data=known(self.form or {}) or None,
            files=None if self.file is None else {self.file_field: self.file},
            headers=self.headers,
        )


def known(values: dict[str, Any]) -> dict[str, Any]:
    """The arguments that were given."""
    return {name: value for name, value in values.items() if value is not None}


def in_path(value: str) -> str:
    """A value as a part of a path."""
    return quote(value, safe="")


def content_of(response: httpx.Response) -> Any:
    """What an answer holds: what is in ``data`` where it has that, other JSON, a text, or bytes."""
    kind = response.headers.get("content-type", "").partition(";")[0]
    if kind == "application/json":
        answer = response.json()
        return answer["data"] if isinstance(answer, dict) and "success" in answer else answer
    return response.text if kind.startswith("text/") or kind in _texts else response.content


_texts = frozenset({"application/x-subrip", "application/x-ndjson"})
_separators = re.compile(r"[\\\\/:]")


def is_address(source: AudioSource) -> bool:
    """True for the address of a recording, which the service fetches itself."""
    return isinstance(source, str) and source.lower().startswith(("https://", "http://"))


def zip_of(sources: Sequence[AudioSource]) -> bytes:
    """A zip of recordings in their order, not compressed. The name of each begins with its place, so that no two are equal."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for place, source in enumerate(sources, 1):
            name, recording = file_of(source)
            archive.writestr(zipfile.ZipInfo(f"{place}-{re.sub(_separators, '_', name)}"), recording)
    return content.getvalue()


def file_of(source: AudioSource) -> tuple[str, bytes]:
    """Name and content of a recording. A file is read to its end before it is sent, so that the call can be repeated."""
    if isinstance(source, bytes):
        return "recording", source
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return os.path.basename(source), file.read()
    return os.path.basename(str(getattr(source, "name", "recording"))), source.read()


def asked_delay(response: httpx.Response) -> float | None:
    """Seconds that the answer asks for; None where it does not."""
    asked = response.headers.get("retry-after", "")
    return float(asked) if asked.isdigit() else None


def is_retried(response: httpx.Response) -> bool:
    """Whether the call is sent again after this answer, whose body has been read."""
    if (asked_delay(response) or 0) > max_asked_seconds:
        return False
    is_in_progress = response.status_code == 409 and b"idempotency_in_progress" in response.content
    return response.status_code in retried_statuses or is_in_progress


def delay_of(response: httpx.Response | None, backoff: float) -> float:
    """Seconds to wait before the call is sent again."""
    asked = None if response is None else asked_delay(response)
    return min(max_backoff_seconds, backoff) if asked is None else asked


def pause_of(error: Exception, interval: float) -> float:
    """Seconds to wait before work is looked at again."""
    return max(interval, error.retry_after) if isinstance(error, RateLimitError) else interval


def transcript_call(request_id: str, format: TranscriptFormat, layout: dict[str, int | None]) -> Call:
    return Call("GET", f"/v1/speech/requests/{request_id}/transcript", query={"format": format, **layout})


def speak_call(text: str, options: dict[str, Any], key: str | None) -> Call:
    accept = media_types[options.get("format") or "wav"]
    body = {"text": text, **known(options)}
    return Call("POST", "/v1/speech/synthesize", query={"stream": "true"}, json=body, headers={"Accept": accept}).keyed(key)


def redacted_kinds(fields: dict[str, Any]) -> list[str]:
    redact = fields.get("redact") or ()
    return redact.split(",") if isinstance(redact, str) else list(redact)


def _form_of(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in fields.items()}


#: Recordings of a batch: addresses, with an id of the caller where there is one, or files.
BatchRecordings = Sequence[Union[AudioSource, Mapping[str, str]]]


def batch_call(recordings: BatchRecordings, fields: dict[str, Any], key: str | None) -> Call:
    items: list[dict[str, str]] = []
    files: list[AudioSource] = []
    for one in recordings:
        if isinstance(one, Mapping):
            items.append(dict(one))
        elif isinstance(one, str) and "://" in one:
            items.append({"url": one})
        else:
            files.append(one)
    if files and items:
        raise TypeError("A batch takes files or addresses, not both. Start two batches.")
    path = "/v1/speech/batches"
    kinds = redacted_kinds(fields)
    if not files:
        return Call("POST", path, json={**known({**fields, "redact": kinds or None}), "items": items}).keyed(key)
    form = _form_of({**fields, "redact": ",".join(kinds) or None})
    return Call("POST", path, form=form, file=("recordings.zip", zip_of(files)), file_field="archive").keyed(key)


def transcribe_call(source: AudioSource, fields: dict[str, Any], key: str | None) -> Call:
    headers = {"Prefer": "respond-async"}
    kinds = redacted_kinds(fields)
    if is_address(source):
        body = known({**fields, "redact": kinds or None, "url": source})
        return Call("POST", "/v1/speech/transcriptions", json=body, headers=headers).keyed(key)
    form = _form_of({**fields, "redact": ",".join(kinds) or None})
    return Call("POST", "/v1/speech/transcriptions", form=form, file=file_of(source), headers=headers).keyed(key)


def form_call(method: str, path: str, audio: AudioSource, body: Mapping[str, Any]) -> Call:
    return Call(method, path, form=_form_of(dict(body)), file=file_of(audio))


def voice_call(sample: AudioSource, fields: dict[str, Any], key: str | None) -> Call:
    return form_call("POST", "/v1/voices", sample, fields).keyed(key)
