"""What the client raises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .input_problems import problem_sentence


class SpeechError(Exception):
    """An error that the service has answered."""

    def __init__(self, message: str, *, status: int, code: str, request_id: str | None, details: dict[str, Any]) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        #: Of the call, for questions to the operator.
        self.request_id = request_id
        #: What the service says beside the code: ``required``, ``max_bytes``, …
        self.details = details

    @property
    def docs_url(self) -> str | None:
        """Explains the code."""
        return self.details.get("docs_url")


class AuthenticationError(SpeechError):
    """No credential, or one that is not valid."""


class PermissionDeniedError(SpeechError):
    """The role or the scopes of the key do not allow the call."""


class InsufficientCreditsError(SpeechError):
    """The balance of the account, or the monthly limit of the key, does not suffice. Nothing was charged."""

    @property
    def required(self) -> int | None:
        """Credits that the call needs; None where the service does not say."""
        return self.details.get("required")

    @property
    def remaining(self) -> int | None:
        """Credits that remain; None where the service does not say."""
        return self.details.get("remaining")


class NotFoundError(SpeechError):
    """There is no such object, or it belongs to another account."""


class ConflictError(SpeechError):
    """Something is not in the state that the call needs."""


class InvalidInputError(SpeechError):
    """The input is refused."""

    @property
    def problems(self) -> list[dict[str, Any]]:
        """Every fault of its fields, where the service lists them."""
        problems: list[dict[str, Any]] = self.details.get("problems", [])
        return problems


class RateLimitError(SpeechError):
    """Too many calls, or too much unfinished work."""

    @property
    def retry_after(self) -> float:
        """Seconds to wait."""
        return float(self.details.get("retry_after", 1))


class ServiceError(SpeechError):
    """The service could not do its part."""


class ConnectionFailedError(Exception):
    """The service could not be reached, the connection broke, or the answer could not be read."""


@contextmanager
def broken_connections() -> Iterator[None]:
    """Raises the client's own error where the connection breaks while an answer is read, or the answer cannot be read."""
    try:
        yield
    except httpx.TransportError as error:
        raise ConnectionFailedError("The connection broke.") from error
    except httpx.RequestError as error:
        raise ConnectionFailedError("The answer could not be read.") from error


class WorkFailedError(Exception):
    """Work that was accepted has failed; it costs nothing."""

    def __init__(self, id: str, code: str, message: str) -> None:
        super().__init__(message)
        self.id = id
        self.code = code


class LiveSessionError(Exception):
    """A live session that the service has ended; what was delivered until then is kept."""

    def __init__(self, code: str, message: str, request_id: str, docs_url: str) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id
        self.docs_url = docs_url


_classes: dict[int, type[SpeechError]] = {
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidInputError,
    422: InvalidInputError,
    429: RateLimitError,
}


def _sentence_of(problem: dict[str, Any]) -> str:
    """What is wrong with a field, which the sentence begins with; with the whole body where the row names none."""
    field = ".".join(map(str, problem["loc"][1:]))
    return f"{field}: {problem_sentence(problem)}" if field else problem_sentence(problem)


def error_of(response: httpx.Response) -> SpeechError:
    """The error for an answer that is no success, whose body has been read."""
    try:
        body = response.json()
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    status = response.status_code
    details = {name: value for name, value in body.items() if name not in ("success", "detail", "code", "request_id")}
    detail, code = body.get("detail"), body.get("code", "unknown")
    if isinstance(detail, list):
        details["problems"], code = detail, body.get("code", "validation_error")
        detail = " ".join(map(_sentence_of, detail))
    if isinstance(detail, str) and "required" in details and "remaining" in details:
        detail += f" This needs {details['required']} credits; {details['remaining']} remain."
    usual = ServiceError if status >= 500 else SpeechError
    return _classes.get(status, usual)(
        detail or f"The service answered {status}.",
        status=status,
        code=code,
        request_id=response.headers.get("x-request-id"),
        details=details,
    )
