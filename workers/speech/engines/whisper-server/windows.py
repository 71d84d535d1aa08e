"""What Whisper writes about a window of sound: segments of text between times."""

import re
import zlib
from dataclasses import dataclass

frames_per_second = 100
# A step of the encoder, and the finest time that the model writes.
seconds_per_step = 0.02
frames_per_step = 2

# Limits for what is read in a short context, beyond which it is read again in a full one.
most_words_at_once, most_words_per_second = 3, 4.5
most_compression = 2.2
least_score = -0.8
latest_end_steps = 30

# The next window begins a second later at least, so that a recording takes a bounded number of windows.
least_step_frames = 100

# A part of a text with start and end in seconds and its probability.
Times = list[tuple[str, float, float, float]]


@dataclass
class Window:
    """What the model wrote about one window."""

    segments: list["Segment"]
    # Frames to the beginning of the next window.
    step: int
    is_silent: bool
    # The mean logarithm of the probabilities of the tokens.
    score: float
    # Whether the model wrote as much as it was allowed.
    is_cut_off: bool

    @property
    def kept(self) -> list["Segment"]:
        return [] if self.is_silent else [segment for segment in self.segments if segment.has_words]

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.kept)


@dataclass
class Segment:
    tokens: list[str]
    ids: list[int]
    # Steps of 20 ms.
    start: int
    end: int

    @property
    def text(self) -> str:
        return text_of(self.tokens)

    @property
    def has_words(self) -> bool:
        return self.start != self.end and self.text.strip() != ""


def byte_alphabet() -> dict[str, int]:
    """The letters in which the vocabulary writes bytes: those that can be printed as they are, the others from U+0100 on."""
    printed = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printed]
    return {chr(byte): byte for byte in printed} | {chr(0x100 + index): byte for index, byte in enumerate(others)}


alphabet = byte_alphabet()
time_token = re.compile(r"<\|(\d+)\.(\d\d)\|>")


def bytes_of(token: str) -> bytes:
    return bytes(alphabet[letter] for letter in token)


def text_of(tokens: list[str]) -> str:
    return b"".join(map(bytes_of, tokens)).decode("utf-8", "replace")


def step_of(token: str) -> int | None:
    """The time that a token stands for, in steps; None for one of text."""
    found = time_token.fullmatch(token)
    return None if found is None else (int(found[1]) * 100 + int(found[2])) // 2


def is_doubtful(window: Window, frames: int) -> bool:
    """Whether the text may be made up: in a short context the model is apt to write what was said and then to go on."""
    words = re.findall(r"\w+", window.text.lower())
    written = window.text.encode()
    return (
        words == []
        or window.is_cut_off
        or window.score < least_score
        or len(words) > most_words_at_once + most_words_per_second * frames / frames_per_second
        or len(written) > most_compression * len(zlib.compress(written))
        or window.kept[-1].end > frames // frames_per_step + latest_end_steps
        or has_loop(words)
    )


def has_loop(words: list[str]) -> bool:
    """Whether a phrase comes three times in a row, or one of three words or more twice."""
    for size in range(1, len(words) // 2 + 1):
        times = 3 if size < 3 else 2
        for begin in range(len(words) - times * size + 1):
            if words[begin : begin + times * size] == words[begin : begin + size] * times:
                return True
    return False


def split(tokens: list[str], ids: list[int], frames: int) -> tuple[list[Segment], int]:
    """
    Segments between the times that the model wrote, and the frames up to where it has read. Two times in a row end one segment
    and begin the next; where such a pair comes last, or text that has no end, the rest of the window is read again.
    """
    steps = [step_of(token) for token in tokens]
    pairs = [index for index in range(1, len(steps)) if steps[index] is not None and steps[index - 1] is not None]
    has_end = len(steps) > 1 and steps[-1] is not None and steps[-2] is None
    if pairs == []:
        last = next((step for step in reversed(steps) if step), None)
        return [segment_of(tokens, ids, 0, last or frames // frames_per_step)], frames
    cuts = [0, *pairs, *([len(steps)] if has_end else [])]
    segments = []
    for begin, end in zip(cuts, cuts[1:]):
        segments.append(segment_of(tokens[begin:end], ids[begin:end], steps[begin] or 0, steps[end - 1] or 0))
    read_to = (steps[pairs[-1] - 1] or 0) * frames_per_step
    return segments, frames if has_end or read_to == 0 else min(frames, max(read_to, least_step_frames))


def segment_of(tokens: list[str], ids: list[int], start: int, end: int) -> Segment:
    words = [(token, one) for token, one in zip(tokens, ids) if not token.startswith("<|")]
    return Segment([token for token, _ in words], [one for _, one in words], start, end)


def joined(tokens: list[str], starts: list[float], probabilities: list[float]) -> Times:
    """Tokens as text: those that are single bytes of a letter are one with it, and bytes that are of no letter are U+FFFD."""
    times: Times = []
    begin = 0
    for end in range(1, len(tokens) + 1):
        if end == len(tokens) or not is_begun(tokens[begin:end]):
            times.append((text_of(tokens[begin:end]), starts[begin], starts[end], min(probabilities[begin:end])))
            begin = end
    return times


def is_begun(tokens: list[str]) -> bool:
    """Whether the last letter of these tokens lacks bytes that may follow."""
    try:
        b"".join(map(bytes_of, tokens)).decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False
