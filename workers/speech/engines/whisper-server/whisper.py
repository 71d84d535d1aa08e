"""Whisper, read by CTranslate2: from 16 kHz sound to text, its language and the times of its tokens."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ctranslate2
import numpy as np

from windows import Segment, Times, Window, frames_per_second, is_doubtful, joined, seconds_per_step, split

sample_rate = 16_000
hop = 160
window_length = 400
bands = 80
# What the model was trained on: 30 s.
full_frames = 3000
# A remainder of less than 0.1 s holds no word.
least_frames = 10

beam_size = 5
# Above the first and below the second, a window has no speech.
most_silence = 0.6
least_score_of_silence = -1.0
# The first time may be a second at most.
latest_start_step = 50

# What may be written about a sound that is read in a short context; the library allows 224 tokens.
tokens_at_once, tokens_per_second = 12, 9
most_tokens = 224


@dataclass
class Reading:
    text: str = ""
    language: str = ""
    # Of a language that was found.
    probability: float | None = None
    # Pieces of the text with start and end in seconds and their probability; none where they were not asked for.
    tokens: Times = field(default_factory=list)


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


class Whisper:
    def __init__(self, folder: str) -> None:
        self.model = ctranslate2.models.Whisper(folder, device="cpu", compute_type="int8", intra_threads=1)
        written = Path(folder, "vocabulary.txt").read_text(encoding="utf-8").split("\n")
        self.ids = {token: index for index, token in enumerate(written) if token.startswith("<|")}

    def languages(self, samples: np.ndarray) -> list[tuple[str, float]]:
        features = features_of(samples)
        content = features[:, : content_frames(features)]
        return self.found(self.encode(content, full_frames))

    def read(self, samples: np.ndarray, language: str | None, task: str) -> Reading:
        """Reads sound in a language, or in the one that it finds where that is None."""
        features = features_of(samples)
        reading = Reading(language=language or "")
        seek, last = 0, content_frames(features)
        while last - seek >= least_frames or seek == 0:
            content = features[:, seek : min(seek + full_frames, last)]
            frames = content.shape[1]
            context = self.context_of(frames) if reading.language != "" and task == "transcribe" else full_frames
            encoded = self.encode(content, context)
            if reading.language == "":
                reading.language, reading.probability = self.found(encoded)[0]
            prompt = self.prompt(reading.language, task)
            window = self.write(encoded, frames, context, prompt)
            if context < full_frames and is_doubtful(window, frames):
                encoded = self.encode(content, full_frames)
                window = self.write(encoded, frames, full_frames, prompt)
            reading.text += window.text
            if task == "transcribe" and reading.language != "en":
                places = self.place(window.kept, encoded, frames, prompt)
                offset = seek / frames_per_second
                reading.tokens += [(text, offset + start, offset + end, share) for text, start, end, share in places]
            seek += window.step
        return reading

    def context_of(self, frames: int) -> int:
        """
        The frames in which sound of a known language is read, an even number: with a little silence behind it, since the work goes
        by them. A language is less sure in them, and translations were not tried.
        """
        frames = frames + 300 if self.model.is_multilingual else max(1000, frames + 200)
        return min(full_frames, frames + frames % 2)

    def encode(self, content: np.ndarray, context: int) -> ctranslate2.StorageView:
        padded = np.pad(content, ((0, 0), (0, context - content.shape[1])))
        return self.model.encode(ctranslate2.StorageView.from_array(np.ascontiguousarray(padded[None])))

    def found(self, encoded: ctranslate2.StorageView) -> list[tuple[str, float]]:
        if not self.model.is_multilingual:
            return [("en", 1.0)]
        return [(token.strip("<|>"), share) for token, share in self.model.detect_language(encoded)[0]]

    def prompt(self, language: str, task: str) -> list[str]:
        begin = "<|startoftranscript|>"
        return [begin, f"<|{language}|>", f"<|{task}|>"] if self.model.is_multilingual else [begin]

    def write(self, encoded: ctranslate2.StorageView, frames: int, context: int, prompt: list[str]) -> Window:
        seconds = frames / frames_per_second
        most = most_tokens if context == full_frames else int(tokens_at_once + tokens_per_second * seconds)
        allowed = min(most_tokens, most)
        written = self.model.generate(
            encoded,
            [prompt],
            beam_size=beam_size,
            # The library takes half of it for what is written.
            max_length=2 * allowed,
            max_initial_timestamp_index=latest_start_step,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        tokens, ids = written.sequences[0], written.sequences_ids[0]
        # The score is a mean over the tokens; the end of the text counts as one.
        score = written.scores[0] * len(tokens) / (len(tokens) + 1)
        segments, step = split(tokens, ids, frames)
        is_silent = written.no_speech_prob > most_silence and score <= least_score_of_silence
        return Window(segments, frames if is_silent else step, is_silent, score, len(tokens) >= allowed)

    def place(
        self, segments: list[Segment], encoded: ctranslate2.StorageView, frames: int, prompt: list[str]
    ) -> Times:
        """The times of the tokens of a window, by the attention of the model to the sound."""
        tokens = [token for segment in segments for token in segment.tokens]
        ids = [one for segment in segments for one in segment.ids]
        if tokens == []:
            return []
        found = self.model.align(encoded, [self.ids[token] for token in prompt], [ids], frames)[0]
        begun: dict[int, int] = {}
        for token, step in found.alignments:
            begun.setdefault(token, step)
        starts = [begun[index] * seconds_per_step for index in range(len(begun))]
        starts += [starts[-1]] * (len(tokens) + 1 - len(starts))
        return joined(tokens, starts, found.text_token_probs)


def content_frames(features: np.ndarray) -> int:
    return max(1, features.shape[1] - 1)
