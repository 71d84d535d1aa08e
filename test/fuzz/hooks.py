"""Hooks for schemathesis: a recording to send, and the refusals that JSON Schema cannot state."""

import os
import re
from pathlib import Path

import schemathesis
from hypothesis import strategies as st
from jsonschema_rs import validator_for
from schemathesis.core import NOT_SET
from schemathesis.transport.serialization import Binary

KEY_ID = os.environ["FUZZ_KEY_ID"]
recording = Path(os.environ["FUZZ_RECORDING"]).read_bytes()
schemathesis.openapi.media_type("audio/wav", st.just(recording))
schemathesis.openapi.format("binary", st.just(recording))

# A valid call may still be refused for what JSON Schema cannot say. Each is a part of the refusal.
REFUSALS = (
    # The installed models and the credits of the account decide.
    r"The voice '[^']*' does not exist",
    r"No installed engine (translates|reads)",
    r'literal_error","loc":\["(query|body)","language(_code)?"',
    r'"message":"language: Input should be',
    r'literal_error","loc":\["body","model"\]',
    # Fields that depend on each other, and how many there are in a form, with those that are not known.
    r'"max_fields":',
    r"`from` must not be after `to`",
    r"The period can have at most 366 days",
    r"has no bit rate",
    r'"loc":\["body","(bit|sample)_rate"',
    r"it has no effect without (diarize|redact)",
    r"it is not after start",
    r"it is more than max_speakers",
    r"send it, or min_speakers and max_speakers",
    r"it cannot be sent beside (channels=separate|task=translate)",
    # The same in AssemblyAI's calls, whose refusals are sentences with the name of a field.
    r'"error":"audio_end_at: It must be greater than audio_start_from',
    r'"error":"speaker_labels: It cannot be sent beside multichannel',
    r'"error":"speaker_options\.max_speakers_expected: Input should be at least',
    r'"error":"webhook_auth_header_(name|value): A header has a name and a value',
    r"webhook_auth_header_name: (it is no name of a header|this header is set by the service)",
    r"webhook_auth_header_value: a header has visible ASCII characters",
    r'"error":"redact_pii_policies: redact_pii needs it',
    r"is not redacted, names and addresses among it",
    r'"error":"redact_pii_audio: It has no effect without redact_pii',
    r'"error":"custom_spelling: It has at most',
    # A text model, and the addresses that may be called, are the operator's.
    r'"error":"summarization: It needs a text model',
    r'"error":"(audio|webhook)_url: (The |This is no URL|Cannot access uploaded file)',
    # The words of a text or a recording.
    r"text contains no letter or digit",
    r"a term needs a letter",
    r"it needs a letter or a digit",
    r"Malformed SSML",
    # An idempotency key belongs to one call, and an answer of the identity provider to one browser.
    r"This idempotency key was used for another request",
    r'"code":"sign_in_failed"',
    # The state of a device code, and which e-mail addresses are valid, cannot be read from the document.
    r'"code":"(authorization_pending|slow_down|expired_token)"',
    r"value is not a valid email address",
    # Names of fields that a form cannot have: control characters, none at all.
    r"A part of the form has (headers that cannot be read|no name or a forbidden name)",
)

# Texts that stand for numbers and booleans, and numbers for booleans, are taken as Pydantic takes them.
WHOLE = re.compile(r"\s*[+-]?\d+(_\d+)*(\.0+)?\s*")
REAL = re.compile(r"\s*[+-]?(\d[\d_]*\.?[\d_]*|\.\d+)(e[+-]?\d+)?\s*", re.IGNORECASE)
BOOLEANS = {"1": True, "on": True, "t": True, "true": True, "y": True, "yes": True}
BOOLEANS |= {"0": False, "off": False, "f": False, "false": False, "n": False, "no": False}


def resolved(schema, root):
    while "$ref" in schema:
        found = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        schema = found
    return schema


def kinds_of(schema, root):
    kinds = []
    for one in schema.get("anyOf", [schema]):
        kind = resolved(one, root).get("type")
        kinds += kind if isinstance(kind, list) else [kind]
    return kinds


def converted(value, schema, root):
    """The value as the service reads it."""
    schema = resolved(schema, root)
    kinds = kinds_of(schema, root)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {name: converted(one, properties.get(name, {}), root) for name, one in value.items()}
    if isinstance(value, list):
        return [converted(one, schema.get("items", {}), root) for one in value]
    if isinstance(value, Binary | bytes):
        return "file"
    text = str(value)
    if "boolean" in kinds and not isinstance(value, float):
        return BOOLEANS.get(text.lower(), value)
    if "integer" in kinds and WHOLE.fullmatch(text):
        return int(text.replace("_", "").split(".")[0])
    if ("integer" in kinds or "number" in kinds) and isinstance(value, bool):
        return int(value)
    if "number" in kinds and REAL.fullmatch(text):
        return float(text.replace("_", ""))
    return value


def is_valid_call(case, read):
    """True where the call is valid by its schemas when each value is read so."""
    root = case.operation.schema.raw_schema
    definition = case.operation.definition.raw
    sent = {"query": case.query, "path": case.path_parameters, "header": case.headers}
    # An idempotency key is ignored without a credential.
    ignored = set() if KEY_ID else {"Idempotency-Key"}
    for parameter in definition.get("parameters", []):
        if parameter["name"] in ignored:
            continue
        given, name, schema = sent[parameter["in"]] or {}, parameter["name"], parameter["schema"]
        if name not in given and parameter.get("required", False):
            return False
        if name in given and not is_valid(read(given[name], schema, root), schema, root):
            return False
    if case.body is NOT_SET:
        return not definition.get("requestBody", {}).get("required", False)
    schema = definition["requestBody"]["content"][case.media_type]["schema"]
    body = case.body
    if case.media_type == "multipart/form-data" and isinstance(body, dict):
        # An empty field of a form is not there.
        body = {name: one for name, one in body.items() if one != ""}
    return is_valid(read(body, schema, root), schema, root)


def as_sent(value, schema, root):
    """The value as it is; a file stands for its text."""
    if isinstance(value, dict):
        return {name: as_sent(one, schema, root) for name, one in value.items()}
    return "file" if isinstance(value, Binary | bytes) else value


def is_valid(value, schema, root):
    return validator_for({**root, **schema}, validate_formats=True).is_valid(value)


def is_documented_refusal(response):
    return any(re.search(one, response.content.decode(errors="replace")) for one in REFUSALS)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    kind = type(failure).__name__
    if kind == "AcceptedNegativeData":
        return not is_valid_call(case, converted)
    if kind == "RejectedPositiveData":
        # A form is now and then made without a field that it needs.
        return is_valid_call(case, as_sent) and not is_documented_refusal(response)
    return True


@schemathesis.hook
def filter_case(context, case):
    """Skips calls that would revoke or change the key with which the run authenticates."""
    return (case.path_parameters or {}).get("api_key_id") != KEY_ID
