"""Live transcription over a WebSocket; needs the package ``websockets``, which the extra ``live`` installs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal, TypedDict, Union, cast
from urllib.parse import urlencode

import httpx

try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
except ImportError as missing:
    raise ImportError(
        "Live transcription needs the package websockets. Install it: pip install 'websockets>=14,<18'"
    ) from missing

from .calls import address_of, known, passing
from .errors import ConnectionFailedError, LiveSessionError, error_of

_bytes_per_sample = {"pcm_s16le": 2, "pcm_f32le": 4, "mulaw": 1, "alaw": 1, "container": 1}
_fault_fields = ("code", "message", "request_id", "docs_url")
#: Bytes of a frame: the service takes 1 MiB at most.
_frame_bytes = 65_536
#: Audio is kept for so long for a session that is resumed.
_kept_seconds = 60.0
#: Seconds before the first attempt to reconnect; twice as long before each further one.
_backoff = 0.25
_max_backoff = 4.0


class LiveWord(TypedDict):
    """A word; times are in seconds from the beginning of the audio."""

    word: str
    written: str
    spoken: str
    start: float
    end: float
    confidence: float


class _SessionStarted(TypedDict):
    type: Literal["session_started"]
    request_id: str
    expires_at: str


class SessionStarted(_SessionStarted, total=False):
    """The first event, and the first one after each reconnection."""

    resume_token: str
    resume_within_seconds: float
    from_seconds: float
    last_final_id: str | None


class SessionReady(TypedDict):
    type: Literal["session_ready"]
    model: str
    language: str


class SpeechStarted(TypedDict):
    type: Literal["speech_started"]
    at: float


class Partial(TypedDict):
    """The words of an utterance that is still open; the first ``committed`` of them will not change."""

    type: Literal["partial"]
    text: str
    start: float
    end: float
    committed: int
    words: list[LiveWord]


class Final(TypedDict):
    """Words that will not change, except with ``revisions``, where ``replaces`` names those in whose place it stands."""

    type: Literal["final"]
    id: str
    text: str
    start: float
    end: float
    confidence: float
    language: str
    language_probability: float | None
    speech_final: bool
    from_finalize: bool
    replaces: list[str]
    words: list[LiveWord]


class GoingAway(TypedDict):
    type: Literal["going_away"]
    reconnect_within_ms: int


class SessionEnded(TypedDict):
    type: Literal["session_ended"]
    duration_seconds: float
    credits_consumed: int
    request_id: str


LiveEvent = Union[SessionStarted, SessionReady, SpeechStarted, Partial, Final, GoingAway, SessionEnded]


def _text_of(value: object) -> str:
    """An option as the query has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _KeptSound:
    """The last 60 seconds of the sound that was sent, for a connection that breaks."""

    def __init__(self, sample_rate: int, bytes_per_sample: int) -> None:
        self._sample_rate = sample_rate
        self._bytes_per_sample = bytes_per_sample
        self._sound = bytearray()
        self._first = 0

    def _bytes_in(self, seconds: float) -> int:
        return int(seconds * self._sample_rate) * self._bytes_per_sample

    def add(self, sound: bytes) -> None:
        self._sound += sound
        excess = max(0, len(self._sound) - self._bytes_in(_kept_seconds))
        del self._sound[:excess]
        self._first += excess

    def after(self, seconds: float) -> bytes | None:
        """The sound from a moment on; None where it is not kept any more."""
        position = self._bytes_in(seconds) - self._first
        return None if position < 0 else bytes(self._sound[position:])


class LiveTranscription:
    """A live transcription: send sound while people speak, and iterate over its events meanwhile.

    Where the service resumes sessions, the iteration reconnects when the connection breaks, and sends again what was not understood.
    ``token`` gets a temporary token in place of the API key, for programs that must not hold one; it is called for each connection.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        token: Callable[[], Awaitable[str]] | None = None,
        language: str | None = None,
        model: str | None = None,
        encoding: Literal["pcm_s16le", "pcm_f32le", "mulaw", "alaw", "container"] | None = None,
        sample_rate: int | None = None,
        interim_results: bool | None = None,
        endpointing_ms: int | None = None,
        end_of_turn: Literal["silence", "smart"] | None = None,
        words: bool | None = None,
        revisions: bool | None = None,
        format: Literal["smart", "verbatim"] | None = None,
    ) -> None:
        options = {"language": language, "model": model, "encoding": encoding, "sample_rate": sample_rate}
        options |= {"interim_results": interim_results, "endpointing_ms": endpointing_ms, "words": words}
        options |= {"revisions": revisions, "format": format, "end_of_turn": end_of_turn}
        # "ws" in place of "http".
        self._address = f"ws{address_of(base_url)[4:]}/v1/speech/live"
        if (api_key is None) == (token is None):
            raise TypeError("Give either an API key or a function that gets tokens.")
        self._api_key = api_key
        self._token = token
        self._query = {name: _text_of(value) for name, value in known(options).items()}
        self._is_container = encoding == "container"
        self._kept = _KeptSound(sample_rate or 16_000, _bytes_per_sample[encoding or "pcm_s16le"])
        self._sending = asyncio.Lock()
        self._socket: ClientConnection | None = None
        self._is_open = False
        self._started: SessionStarted | None = None
        # The highest id of a final: a revision may come behind later ones.
        self._last_id = 0
        self._is_finalizing = False
        self._is_closing = False

    async def __aenter__(self) -> LiveTranscription:
        """Opens the session.

        :raises SpeechError: when it is refused
        """
        self._started = await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def send(self, sound: bytes) -> None:
        """Sends sound. Without a connection it is kept for the next one."""
        async with self._sending:
            if not self._is_open or self._can_resume:
                self._kept.add(sound)
            await self._send(sound)

    async def finalize(self) -> None:
        """Ends the open utterance; a final with ``from_finalize`` answers it."""
        self._is_finalizing = True
        await self._say("finalize")

    async def keep_alive(self) -> None:
        """Keeps a session open in which no sound is sent for a while."""
        await self._say("keepalive")

    async def close(self) -> None:
        """Has the service finish what was sent; ``session_ended`` is the last event."""
        self._is_closing = True
        await self._say("close")

    async def __aiter__(self) -> AsyncIterator[LiveEvent]:
        """The events of the session, once.

        :raises LiveSessionError: when the service has ended the session, after its last event
        :raises ConnectionFailedError: when the connection broke and could not be resumed
        """
        while self._started is not None and self._socket is not None:
            yield self._started
            fault: LiveSessionError | None = None
            try:
                async for frame in self._socket:
                    message = json.loads(frame)
                    if message["type"] == "error":
                        fault = LiveSessionError(**{name: message[name] for name in _fault_fields})
                        continue
                    event = cast(LiveEvent, message)
                    self._receive(event)
                    yield event
                    if event["type"] == "session_ended":
                        if fault is not None:
                            raise fault
                        return
            except ConnectionClosed:
                pass
            # A process that ends leaves its sessions to others.
            if fault is not None and not (fault.code == "unavailable" and self._can_resume):
                raise fault
            self._is_open = False
            self._started = await self._resume(self._started)

    @property
    def _can_resume(self) -> bool:
        return self._started is not None and "resume_token" in self._started and not self._is_container

    async def _send(self, sound: bytes) -> None:
        for at in range(0, len(sound), _frame_bytes):
            await self._write(sound[at : at + _frame_bytes])

    async def _write(self, frame: bytes | str) -> None:
        if not self._is_open or self._socket is None:
            return
        try:
            await self._socket.send(frame)
        except ConnectionClosed:
            # The iteration sees it, too, and reconnects.
            self._is_open = False

    async def _say(self, type: str) -> None:
        async with self._sending:
            await self._write(json.dumps({"type": type}))

    def _receive(self, event: LiveEvent) -> None:
        if event["type"] != "final":
            return
        self._last_id = max(self._last_id, int(event["id"]))
        if event["from_finalize"]:
            self._is_finalizing = False

    async def _open(self) -> SessionStarted:
        """Connects, and sends what was not understood on an earlier connection."""
        query = dict(self._query)
        if self._started is not None:
            query |= known({"resume": self._started.get("resume_token"), "after": self._last_id or None})
        address = f"{self._address}?{urlencode(query)}" if query else self._address
        credential = await self._credential()
        try:
            self._socket = await connect(address, additional_headers={"X-API-Key": str(credential)})
            started = cast(SessionStarted, json.loads(await self._socket.recv()))
        except InvalidStatus as error:
            answer = error.response
            headers = list(answer.headers.raw_items())
            refusal = httpx.Response(answer.status_code, headers=headers, content=bytes(answer.body or b""))
            raise error_of(refusal) from error
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
            raise ConnectionFailedError(f"The service at {self._address} could not be reached ({error}).") from error
        async with self._sending:
            sound = self._kept.after(started.get("from_seconds", 0.0))
            if sound is None:
                raise LiveSessionError("unavailable", "The session was interrupted for too long.", started["request_id"], "")
            self._is_open = True
            await self._send(sound)
            if self._is_finalizing:
                await self._write('{"type": "finalize"}')
            if self._is_closing:
                await self._write('{"type": "close"}')
        return started

    async def _credential(self) -> str | None:
        # A token opens one connection.
        if self._token is None:
            return self._api_key
        try:
            return await self._token()
        except Exception as error:
            if self._started is None:
                raise
            raise ConnectionFailedError("There is no token for the session that waits to be resumed.") from error

    async def _resume(self, started: SessionStarted) -> SessionStarted:
        """Connects again for as long as the session is waited for."""
        if not self._can_resume:
            raise ConnectionFailedError("The connection broke.")
        until = time.monotonic() + started.get("resume_within_seconds", 0.0)
        delay = _backoff
        while True:
            await asyncio.sleep(delay)
            try:
                return await self._open()
            except passing:
                if time.monotonic() + delay > until:
                    raise
            delay = min(_max_backoff, 2 * delay)
