"""A client of the speech service."""

from .async_client import AsyncSpeechClient, AsyncSpokenAudio, AsyncWork
from .calls import AudioSource, BatchResult, Format, Transcription, TranscriptFormat
from .client import SpeechClient, SpokenAudio, Work
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    InsufficientCreditsError,
    InvalidInputError,
    LiveSessionError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServiceError,
    SpeechError,
    WorkFailedError,
)
from .schemas import Batch, LiveToken, SpeechRequest, Voice
from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncSpeechClient",
    "AsyncSpokenAudio",
    "AsyncWork",
    "AudioSource",
    "AuthenticationError",
    "Batch",
    "BatchResult",
    "ConflictError",
    "ConnectionFailedError",
    "Format",
    "InsufficientCreditsError",
    "InvalidInputError",
    "LiveSessionError",
    "LiveToken",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServiceError",
    "SpeechClient",
    "SpeechError",
    "SpeechRequest",
    "SpokenAudio",
    "Transcription",
    "TranscriptFormat",
    "Voice",
    "WebhookEvent",
    "WebhookVerificationError",
    "Work",
    "WorkFailedError",
    "verify_webhook",
]
