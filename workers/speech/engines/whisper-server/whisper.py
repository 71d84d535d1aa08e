"""Whisper, read by CTranslate2: from 16 kHz sound to text, its language and the times of its tokens."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ctranslate2
import numpy as np

sample_rate = 16_000
hop = 160
window_length = 400
bands = 80
frames_per_second = sample_rate // hop
# What the model was trained on: 30 s.
full_frames = 3000
# A step of the encoder, and the finest time that the model writes.
seconds_per_step = 0.02
frames_per_step = 2

# A remainder of less than 0.1 s holds no word.
least_frames = 10

beam_size = 5
# Above the first and below the second, a window has no speech.
most_silence = 0.6
least_score_of_silence = -1.0
# The first time may be a second at most.
latest_start_step = 50

Times = list[tuple[str, float, float, float]]


@dataclass
class Reading:
    text: str = ""
    language: str = ""
    # Of a language that was found.
    probability: float | None = None
    # Pieces of the text with start and end in seconds and their probability; none where they were not asked for.
    tokens: Times = field(default_factory=list)


@dataclass
class Window:
    """What the model wrote about one window."""

    segments: list["Segment"]
    # Frames to the beginning of the next window.
    step: int
    is_silent: bool

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


def mel_filters() -> np.ndarray:
    """Triangles over the bins of the spectrum, evenly spaced on Slaney's scale: linear below 1 kHz, logarithmic above."""
    linear, knee, growth = 200 / 3, 1000.0, np.log(6.4) / 27
    top = knee / linear + np.log(sample_rate / 2 / knee) / growth
    mels = np.linspace(0, top, bands + 2)
    corners = np.where(mels < knee / linear, mels * linear, knee * np.exp(growth * (mels - knee / linear)))
    low, middle, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    bins = np.fft.rfftfreq(window_length, 1 / sample_rate)[None]
    triangles = np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle))
    return (np.maximum(triangles, 0) * 2 / (high - low)).astype(np.float32)


filters = mel_filters()
hann = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_length) / window_length)).astype(np.float32)


def features_of(samples: np.ndarray) -> np.ndarray:
    """The logarithm of the power in 80 bands, each 10 ms, as Whisper takes it: within 8 decades of the loudest."""
    padded = np.pad(samples, (0, hop))
    reflected = np.pad(padded, window_length // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(reflected, window_length)[::hop][: len(padded) // hop]
    power = np.abs(np.fft.rfft(frames * hann)).astype(np.float32) ** 2
    levels = np.log10(np.maximum(filters @ power.T, 1e-10))
    return (np.maximum(levels, levels.max() - 8) + 4) / 4


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


class Whisper:
    def __init__(self, folder: str) -> None:
        self.model = ctranslate2.models.Whisper(folder, device="cpu", compute_type="int8", intra_threads=1)
        written = Path(folder, "vocabulary.txt").read_text(encoding="utf-8").split("\n")
        self.ids = {token: index for index, token in enumerate(written) if token.startswith("<|")}

    def languages(self, samples: np.ndarray) -> list[tuple[str, float]]:
        features = features_of(samples)
        content = features[:, : content_frames(features)]
        return self.found(self.encode(content))

    def read(self, samples: np.ndarray, language: str | None, task: str) -> Reading:
        """Reads sound in a language, or in the one that it finds where that is None."""
        features = features_of(samples)
        reading = Reading(language=language or "")
        seek, last = 0, content_frames(features)
        while last - seek >= least_frames or seek == 0:
            content = features[:, seek : min(seek + full_frames, last)]
            encoded = self.encode(content)
            if reading.language == "":
                reading.language, reading.probability = self.found(encoded)[0]
            window = self.write(encoded, content.shape[1], reading.language, task)
            reading.text += window.text
            if task == "transcribe" and reading.language != "en":
                places = self.place(window.kept, encoded, content.shape[1], reading.language)
                offset = seek / frames_per_second
                reading.tokens += [(text, offset + start, offset + end, share) for text, start, end, share in places]
            seek += window.step
        return reading

    def encode(self, content: np.ndarray) -> ctranslate2.StorageView:
        padded = np.pad(content, ((0, 0), (0, full_frames - content.shape[1])))
        return self.model.encode(ctranslate2.StorageView.from_array(np.ascontiguousarray(padded[None])))

    def found(self, encoded: ctranslate2.StorageView) -> list[tuple[str, float]]:
        if not self.model.is_multilingual:
            return [("en", 1.0)]
        return [(token.strip("<|>"), share) for token, share in self.model.detect_language(encoded)[0]]

    def prompt(self, language: str, task: str) -> list[str]:
        begin = "<|startoftranscript|>"
        return [begin, f"<|{language}|>", f"<|{task}|>"] if self.model.is_multilingual else [begin]

    def write(self, encoded: ctranslate2.StorageView, frames: int, language: str, task: str) -> Window:
        written = self.model.generate(
            encoded,
            [self.prompt(language, task)],
            beam_size=beam_size,
            max_initial_timestamp_index=latest_start_step,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        tokens, ids = written.sequences[0], written.sequences_ids[0]
        # The score is a mean over the tokens; the end of the text counts as one.
        score = written.scores[0] * len(tokens) / (len(tokens) + 1)
        segments, step = split(tokens, ids, frames)
        is_silent = written.no_speech_prob > most_silence and score <= least_score_of_silence
        return Window(segments, frames if is_silent else step, is_silent)

    def place(
        self, segments: list[Segment], encoded: ctranslate2.StorageView, frames: int, language: str
    ) -> Times:
        """The times of the tokens of a window, by the attention of the model to the sound."""
        tokens = [token for segment in segments for token in segment.tokens]
        ids = [one for segment in segments for one in segment.ids]
        if tokens == []:
            return []
        prompt = [self.ids[token] for token in self.prompt(language, "transcribe")]
        found = self.model.align(encoded, prompt, [ids], frames)[0]
        begun: dict[int, int] = {}
        for token, step in found.alignments:
            begun.setdefault(token, step)
        starts = [begun[index] * seconds_per_step for index in range(len(begun))]
        starts += [starts[-1]] * (len(tokens) + 1 - len(starts))
        return joined(tokens, starts, found.text_token_probs)


def content_frames(features: np.ndarray) -> int:
    return max(1, features.shape[1] - 1)


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
    return segments, frames if has_end or read_to == 0 else read_to


def segment_of(tokens: list[str], ids: list[int], start: int, end: int) -> Segment:
    words = [(token, one) for token, one in zip(tokens, ids) if not token.startswith("<|")]
    return Segment([token for token, _ in words], [one for _, one in words], start, end)


def joined(tokens: list[str], starts: list[float], probabilities: list[float]) -> Times:
    """Tokens as text: those that are single bytes of a letter are one with it."""
    times: Times = []
    begin = 0
    for end in range(1, len(tokens) + 1):
        try:
            written = b"".join(map(bytes_of, tokens[begin:end])).decode("utf-8")
        except UnicodeDecodeError:
            continue
        times.append((written, starts[begin], starts[end], min(probabilities[begin:end])))
        begin = end
    return times
