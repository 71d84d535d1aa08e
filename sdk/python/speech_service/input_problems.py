"""Problems of the input in words for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def _counted(count: Any, thing: str) -> str:
    shown = f"{count:,}" if isinstance(count, int) else str(count)
    return f"{shown} {thing}{'' if count == 1 else 's'}"


_EMAIL_ADDRESS = "Not a valid e-mail address. Write it as name@example.com."


def _sentence(text: str) -> str:
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def _choice(expected: Any) -> str:
    """``'new', 'reviewed' or 'closed'`` without its quotes."""
    plain = re.sub(r"'([^']*)'", r"\1", str(expected))
    return f"Must be one of: {', '.join(plain.rsplit(' or ', 1))}." if " or " in plain else f"Must be {plain}."


def _own_sentence(msg: str) -> str:
    """The sentence of a check of the service's own."""
    return _sentence(msg.removeprefix("Value error, "))


def _value_error(ctx: dict[str, Any], msg: str) -> str:
    """The sentence of a refused value; only e-mail addresses come with a reason."""
    return _EMAIL_ADDRESS if isinstance(ctx.get("reason"), str) else _own_sentence(msg)


def _always(text: str) -> Callable[[dict[str, Any], str], str]:
    return lambda ctx, msg: text


def _number(figure: Any) -> str:
    return f"{figure:,}" if isinstance(figure, (int, float)) else str(figure)


_whole_number = _always("Enter a whole number.")
_a_number = _always("Enter a number.")
_boolean = _always("Must be true or false.")
_date = _always("Not a valid date. Write it as YYYY-MM-DD.")
_id = _always("Not a valid id.")

#: What people read of a problem, by its type.
sentences_by_type: dict[str, Callable[[dict[str, Any], str], str]] = {
    "missing": lambda ctx, msg: _sentence(ctx["reason"]) if "reason" in ctx else "Required.",
    "string_type": _always("Must be a text."),
    "string_unicode": _always("Contains characters that cannot be read."),
    "string_too_short": lambda ctx, msg: (
        "Required." if ctx.get("min_length") == 1 else f"At least {_counted(ctx.get('min_length'), 'character')}."
    ),
    "string_too_long": lambda ctx, msg: f"At most {_counted(ctx.get('max_length'), 'character')}.",
    "string_pattern_mismatch": _always("Not in the expected form."),
    "literal_error": lambda ctx, msg: " ".join(filter(None, [_choice(ctx.get("expected")), ctx.get("hint")])),
    "int_type": _whole_number,
    "int_parsing": _whole_number,
    "int_parsing_size": _always("The number is too large."),
    "int_from_float": _whole_number,
    "float_type": _a_number,
    "float_parsing": _a_number,
    "finite_number": _a_number,
    "greater_than_equal": lambda ctx, msg: f"Must be at least {_number(ctx.get('ge'))}.",
    "less_than_equal": lambda ctx, msg: f"Must be at most {_number(ctx.get('le'))}.",
    "bool_type": _boolean,
    "bool_parsing": _boolean,
    "list_type": _always("Must be a list."),
    "too_short": lambda ctx, msg: (
        "Select at least one." if ctx.get("min_length") == 1 else f"At least {_counted(ctx.get('min_length'), 'item')}."
    ),
    "too_long": lambda ctx, msg: f"At most {_counted(ctx.get('max_length'), 'item')}.",
    "uuid_type": _id,
    "uuid_parsing": _id,
    "date_type": _date,
    "date_parsing": _date,
    "date_from_datetime_parsing": _date,
    "date_from_datetime_inexact": _date,
    "json_invalid": _always("The body is not valid JSON."),
    "model_attributes_type": _always("Must be a JSON object."),
    "value_error": _value_error,
}


def problem_sentence(problem: dict[str, Any]) -> str:
    """A problem in words for people; the service's own words where its type is not known."""
    say = sentences_by_type.get(problem.get("type", ""))
    msg = str(problem["msg"])
    return _own_sentence(msg) if say is None else say(problem.get("ctx") or {}, msg)
