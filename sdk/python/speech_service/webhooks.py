"""Verifies the calls of webhook endpoints."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict, cast

_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """A call that is not believed."""


EventType = Literal[
    "speech.request.completed",
    "speech.request.failed",
    "speech.batch.completed",
    "voice.ready",
    "voice.failed",
    "subscription.activated",
    "subscription.past_due",
    "subscription.cancelled",
    "subscription.expired",
    "credits.low",
    "webhook.test",
]


class WebhookEvent(TypedDict):
    """What a webhook endpoint is called for."""

    type: EventType
    #: When it happened, ISO 8601.
    timestamp: str
    #: Ids and states: ``request_id``, ``request_type`` and ``status`` of a speech request that has ended.
    data: dict[str, Any]


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    tolerance: float = 300,
) -> WebhookEvent:
    """Verifies a call by Standard Webhooks, and returns its event.

    ``body`` is what arrived: a body that was parsed and written again has another signature. Several secrets are given while one is
    replaced. ``tolerance`` is the number of seconds by which the call may be old or ahead.
    """
    found = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if name not in found]
    if missing:
        raise WebhookVerificationError(f"The header {missing[0]} is missing.")
    timestamp = found["webhook-timestamp"]
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The call is too old, or its clock is ahead.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{found['webhook-id']}.{timestamp}.".encode() + content
    given = found["webhook-signature"].split(" ")
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not any(_is_signed(signed, given, one) for one in secrets):
        raise WebhookVerificationError("The signature is not by this secret.")
    return cast(WebhookEvent, json.loads(content))


def _is_signed(signed: bytes, given: list[str], secret: str) -> bool:
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    matches = [hmac.compare_digest(expected.encode(), one.encode()) for one in given]
    return any(matches)
