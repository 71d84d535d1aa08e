"""The bodies and answers of the API, written by `npm run generate` from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


class DemoSynthesis(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    audio_url: Union[str, None]
    content_type: str
    sample_rate: int
    bit_rate: Union[int, None]
    duration_seconds: float
    characters: int
    language: str
    model: Union[str, None]
    voice: DemoSynthesisVoice
    cached: bool
    audio: str


class DemoSynthesisVoice(TypedDict):
    """The voice that spoke."""

    voice_id: str
    name: str


class DemoSynthesizeRequest(TypedDict):
    text: str
    input_type: NotRequired[Literal["text", "ssml"]]
    voice_id: NotRequired[str]
    language: NotRequired[str]


class Transcription(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    task: Literal["transcribe", "translate"]
    text: str
    language: str
    language_probability: Union[float, None]
    model: Union[str, None]
    language_tag: Union[str, None]
    confidence_source: Union[Literal["model", "alignment", "none"], None]
    duration_seconds: float
    segments: list[TranscriptionSegment]
    words: list[TranscriptionWord]
    model_reason: Union[str, None]
    languages: list[TranscriptionLanguage]
    speakers: list[TranscriptionSpeaker]
    overlaps: NotRequired[list[TranscriptionOverlap]]
    channels: list[TranscriptionChannel]
    search: list[TranscriptionSearch]
    paragraphs: list[TranscriptionParagraph]
    chapters: list[TranscriptionChapter]
    summary: Union[str, None]
    topics: list[str]
    translation: Union[TranscriptionTranslation, None]
    text_model: Union[str, None]
    unintelligible: list[TranscriptionUnintelligible]
    usage: TranscriptionUsage
    warnings: list[TranscriptionWarning]


class TranscriptionSegment(TypedDict):
    id: int
    start: float
    end: float
    text: str
    confidence: float
    speaker: NotRequired[str]
    channel: NotRequired[int]
    corrected: NotRequired[bool]


class TranscriptionWord(TypedDict):
    word: str
    written: str
    spoken: str
    start: float
    end: float
    confidence: float
    speaker: NotRequired[str]
    channel: NotRequired[int]


class TranscriptionLanguage(TypedDict):
    language: str
    probability: float
    start: float
    end: float


class TranscriptionSpeaker(TypedDict):
    speaker: str
    name: Union[str, None]
    seconds: float


class TranscriptionOverlap(TypedDict):
    start: float
    end: float


class TranscriptionChannel(TypedDict):
    channel: int
    name: Union[str, None]
    language: str
    seconds: float


class TranscriptionSearch(TypedDict):
    query: str
    hits: list[TranscriptionSearchHit]


class TranscriptionSearchHit(TypedDict):
    start: float
    end: float
    confidence: float
    snippet: str
    channel: NotRequired[int]


class TranscriptionParagraph(TypedDict):
    start: float
    end: float
    text: str
    speaker: NotRequired[str]
    channel: NotRequired[int]


class TranscriptionChapter(TypedDict):
    start: float
    end: float
    keywords: list[str]


class TranscriptionTranslation(TypedDict):
    language: str
    text: str


class TranscriptionUnintelligible(TypedDict):
    start: float
    end: float


class TranscriptionUsage(TypedDict):
    """What the recording is charged by."""

    type: Literal["duration"]
    seconds: int


class TranscriptionWarning(TypedDict):
    code: str
    message: str


class DemoTranscribeRequest(TypedDict):
    pass


class DemoLimits(TypedDict):
    text_max_characters: int
    audio_max_bytes: int
    audio_max_seconds: int
    syntheses_per_minute: int
    transcriptions_per_minute: int
    languages: list[DemoLimitsLanguage]
    voices: list[DemoLimitsVoice]


class DemoLimitsLanguage(TypedDict):
    tag: str
    name: str
    example_text: str


class DemoLimitsVoice(TypedDict):
    voice_id: str
    name: str
    language: str
    gender: Union[Literal["female", "male"], None]
    accent: Union[str, None]


class Synthesis(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    audio_url: Union[str, None]
    content_type: str
    sample_rate: int
    bit_rate: Union[int, None]
    duration_seconds: float
    characters: int
    language: str
    model: Union[str, None]
    voice: SynthesisVoice
    cached: bool
    words: Union[list[SynthesisWord], None]
    words_source: Union[Literal["model", "alignment", "estimate"], None]


class SynthesisVoice(TypedDict):
    """The voice that spoke."""

    voice_id: str
    name: str


class SynthesisWord(TypedDict):
    word: str
    start: float
    end: float


class AcceptedRequest(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    credits_reserved: Union[int, None]


class SpeechSynthesizeRequest(TypedDict):
    text: str
    input_type: NotRequired[Literal["text", "ssml"]]
    voice_id: NotRequired[str]
    voice: NotRequired[str]
    language: NotRequired[str]
    speed: NotRequired[float]
    format: NotRequired[Literal["wav", "mp3", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"]]
    sample_rate: NotRequired[Literal[8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]]
    bit_rate: NotRequired[int]
    callback_url: NotRequired[str]
    word_timestamps: NotRequired[bool]
    pronunciation: NotRequired[bool]
    pronunciation_dictionary: NotRequired[str]


class SynthesisEstimate(TypedDict):
    characters: int
    credits: int
    language: str
    text_language: Union[str, None]
    voice_id: str


class SpeechEstimateRequest(TypedDict):
    text: str
    input_type: NotRequired[Literal["text", "ssml"]]
    voice_id: NotRequired[str]
    voice: NotRequired[str]
    language: NotRequired[str]
    pronunciation: NotRequired[bool]
    pronunciation_dictionary: NotRequired[str]


class SpeechTranscribeRequest(TypedDict):
    language: NotRequired[str]
    model: NotRequired[str]
    task: NotRequired[Literal["transcribe", "translate"]]
    format: NotRequired[Literal["smart", "verbatim"]]
    start: NotRequired[float]
    end: NotRequired[float]
    diarize: NotRequired[bool]
    speakers: NotRequired[int]
    min_speakers: NotRequired[int]
    max_speakers: NotRequired[int]
    channels: NotRequired[Literal["together", "separate"]]
    key_terms: NotRequired[list[str]]
    key_term_list: NotRequired[str]
    replace: NotRequired[list[SpeechTranscribeRequestReplace]]
    search: NotRequired[list[str]]
    profanity: NotRequired[Literal["keep", "mask"]]
    redact: NotRequired[list[str]]
    redact_audio: NotRequired[bool]
    paragraphs: NotRequired[bool]
    chapters: NotRequired[bool]
    summary: NotRequired[bool]
    topics: NotRequired[bool]
    translate_to: NotRequired[str]
    callback_url: NotRequired[str]
    response_format: NotRequired[Literal["json", "text", "srt", "vtt"]]
    url: NotRequired[str]
    max_line_width: NotRequired[int]
    max_lines: NotRequired[int]
    max_words: NotRequired[int]


SpeechTranscribeRequestReplace = TypedDict(
    "SpeechTranscribeRequestReplace",
    {
        "from": "str",
        "to": "str",
    },
)


class SpeechRequestPage(TypedDict):
    items: list[SpeechRequestSummary]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class SpeechRequestSummary(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    progress: int
    language: str
    model: Union[str, None]
    language_tag: Union[str, None]
    confidence_source: Union[Literal["model", "alignment", "none"], None]
    duration_seconds: Union[float, None]
    credits_consumed: Union[int, None]
    error: Union[SpeechFailure, None]
    api_key: Union[SpeechRequestSummaryApiKey, None]
    created_at: str
    finished_at: Union[str, None]
    request_type: Literal["tts", "asr"]
    characters: Union[int, None]
    voice: Union[SpeechRequestSummaryVoice, None]
    file_name: Union[str, None]
    document: Union[SpeechRequestSummaryDocument, None]
    preview: Union[str, None]
    excerpt: Union[str, None]
    audio_url: Union[str, None]
    content_type: Union[str, None]


class SpeechFailure(TypedDict):
    """Why the request failed."""

    code: str
    message: str


class SpeechRequestSummaryApiKey(TypedDict):
    api_key_id: str
    name: str


class SpeechRequestSummaryVoice(TypedDict):
    voice_id: str
    name: str


class SpeechRequestSummaryDocument(TypedDict):
    document_id: str
    title: str


class ExportedSpeechRequest(TypedDict):
    request_id: str
    request_type: Literal["tts", "asr"]
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    created_at: str
    finished_at: Union[str, None]
    language: str
    model: Union[str, None]
    voice: Union[str, None]
    api_key: Union[str, None]
    file_name: Union[str, None]
    characters: Union[int, None]
    duration_seconds: Union[float, None]
    credits_consumed: Union[int, None]
    error: Union[str, None]
    audio_url: Union[str, None]
    text: Union[str, None]


class DeletedRequests(TypedDict):
    deleted: list[str]
    not_found: list[str]


class RequestsDeleteManyRequest(TypedDict):
    request_ids: list[str]


class DeletedRequest(TypedDict):
    request_id: str
    deleted: Literal[True]


class SynthesisRequest(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    progress: int
    language: str
    model: Union[str, None]
    language_tag: Union[str, None]
    confidence_source: Union[Literal["model", "alignment", "none"], None]
    duration_seconds: Union[float, None]
    credits_consumed: Union[int, None]
    error: Union[SpeechFailure, None]
    api_key: Union[SynthesisRequestApiKey, None]
    created_at: str
    finished_at: Union[str, None]
    queue_position: Union[int, None]
    request_type: Literal["tts"]
    text: str
    cached: bool
    input_type: Literal["text", "ssml"]
    speed: float
    words: Union[list[SynthesisRequestWord], None]
    words_source: Union[Literal["model", "alignment", "estimate"], None]
    characters: int
    voice: SynthesisRequestVoice
    document: Union[SynthesisRequestDocument, None]
    first_sound_ms: Union[int, None]
    audio_url: Union[str, None]
    content_type: Union[str, None]
    sample_rate: Union[int, None]
    bit_rate: Union[int, None]


class SynthesisRequestApiKey(TypedDict):
    api_key_id: str
    name: str


class SynthesisRequestWord(TypedDict):
    word: str
    start: float
    end: float


class SynthesisRequestVoice(TypedDict):
    """The voice that spoke."""

    voice_id: str
    name: str


class SynthesisRequestDocument(TypedDict):
    document_id: str
    title: str


class TranscriptionRequest(TypedDict):
    request_id: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    progress: int
    language: str
    model: Union[str, None]
    language_tag: Union[str, None]
    confidence_source: Union[Literal["model", "alignment", "none"], None]
    duration_seconds: Union[float, None]
    credits_consumed: Union[int, None]
    error: Union[SpeechFailure, None]
    api_key: Union[TranscriptionRequestApiKey, None]
    created_at: str
    finished_at: Union[str, None]
    queue_position: Union[int, None]
    request_type: Literal["asr"]
    task: Literal["transcribe", "translate"]
    file_name: Union[str, None]
    text: Union[str, None]
    segments: Union[list[TranscriptionRequestSegment], None]
    words: Union[list[TranscriptionRequestWord], None]
    audio_url: Union[str, None]
    usage: Union[TranscriptionRequestUsage, None]
    language_probability: Union[float, None]
    model_reason: Union[str, None]
    languages: list[TranscriptionRequestLanguage]
    speakers: list[TranscriptionRequestSpeaker]
    overlaps: NotRequired[list[TranscriptionRequestOverlap]]
    channels: list[TranscriptionRequestChannel]
    search: list[TranscriptionRequestSearch]
    paragraphs: list[TranscriptionRequestParagraph]
    chapters: list[TranscriptionRequestChapter]
    summary: Union[str, None]
    topics: list[str]
    translation: Union[TranscriptionRequestTranslation, None]
    text_model: Union[str, None]
    unintelligible: list[TranscriptionRequestUnintelligible]
    warnings: list[TranscriptionRequestWarning]


class TranscriptionRequestApiKey(TypedDict):
    api_key_id: str
    name: str


class TranscriptionRequestSegment(TypedDict):
    id: int
    start: float
    end: float
    text: str
    confidence: float
    speaker: NotRequired[str]
    channel: NotRequired[int]
    corrected: NotRequired[bool]


class TranscriptionRequestWord(TypedDict):
    word: str
    written: str
    spoken: str
    start: float
    end: float
    confidence: float
    speaker: NotRequired[str]
    channel: NotRequired[int]


class TranscriptionRequestUsage(TypedDict):
    type: Literal["duration"]
    seconds: int


class TranscriptionRequestLanguage(TypedDict):
    language: str
    probability: float
    start: float
    end: float


class TranscriptionRequestSpeaker(TypedDict):
    speaker: str
    name: Union[str, None]
    seconds: float


class TranscriptionRequestOverlap(TypedDict):
    start: float
    end: float


class TranscriptionRequestChannel(TypedDict):
    channel: int
    name: Union[str, None]
    language: str
    seconds: float


class TranscriptionRequestSearch(TypedDict):
    query: str
    hits: list[TranscriptionRequestSearchHit]


class TranscriptionRequestSearchHit(TypedDict):
    start: float
    end: float
    confidence: float
    snippet: str
    channel: NotRequired[int]


class TranscriptionRequestParagraph(TypedDict):
    start: float
    end: float
    text: str
    speaker: NotRequired[str]
    channel: NotRequired[int]


class TranscriptionRequestChapter(TypedDict):
    start: float
    end: float
    keywords: list[str]


class TranscriptionRequestTranslation(TypedDict):
    language: str
    text: str


class TranscriptionRequestUnintelligible(TypedDict):
    start: float
    end: float


class TranscriptionRequestWarning(TypedDict):
    code: str
    message: str


class RequestsUpdateTranscriptRequest(TypedDict):
    speaker_names: NotRequired[dict[str, Union[str, None]]]
    segments: NotRequired[dict[str, Union[str, None]]]
    segment_speakers: NotRequired[dict[str, Union[str, None]]]


class Batch(TypedDict):
    batch_id: str
    status: Literal["uploading", "running", "cancelling", "completed", "cancelled"]
    progress: int
    total: int
    waiting: int
    running: int
    completed: int
    failed: int
    cancelled: int
    price_percent: int
    credits_consumed: int
    created_at: str
    finished_at: Union[str, None]


class BatchesCreateRequest(TypedDict):
    language: NotRequired[str]
    model: NotRequired[str]
    task: NotRequired[Literal["transcribe", "translate"]]
    format: NotRequired[Literal["smart", "verbatim"]]
    start: NotRequired[float]
    end: NotRequired[float]
    diarize: NotRequired[bool]
    speakers: NotRequired[int]
    min_speakers: NotRequired[int]
    max_speakers: NotRequired[int]
    channels: NotRequired[Literal["together", "separate"]]
    key_terms: NotRequired[list[str]]
    key_term_list: NotRequired[str]
    replace: NotRequired[list[BatchesCreateRequestReplace]]
    search: NotRequired[list[str]]
    profanity: NotRequired[Literal["keep", "mask"]]
    redact: NotRequired[list[str]]
    redact_audio: NotRequired[bool]
    paragraphs: NotRequired[bool]
    chapters: NotRequired[bool]
    summary: NotRequired[bool]
    topics: NotRequired[bool]
    translate_to: NotRequired[str]
    callback_url: NotRequired[str]
    urls: NotRequired[list[str]]
    items: NotRequired[list[BatchesCreateRequestItem]]


BatchesCreateRequestReplace = TypedDict(
    "BatchesCreateRequestReplace",
    {
        "from": "str",
        "to": "str",
    },
)


class BatchesCreateRequestItem(TypedDict):
    url: str
    custom_id: NotRequired[str]


class BatchPage(TypedDict):
    items: list[Batch]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class DeletedBatch(TypedDict):
    batch_id: str
    deleted: Literal[True]


class CreatedVoice(TypedDict):
    voice_id: str
    name: str
    status: Literal["pending", "training", "ready", "failed"]
    created_at: str
    description: str


class VoicesCreateRequest(TypedDict):
    name: str
    description: NotRequired[str]
    language: NotRequired[str]
    consent: NotRequired[str]
    consent_given_by: NotRequired[str]
    sample_text: NotRequired[str]
    callback_url: NotRequired[str]


class VoicePage(TypedDict):
    items: list[Voice]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool
    nearest: bool


class Voice(TypedDict):
    voice_id: str
    name: str
    status: Literal["pending", "training", "ready", "failed"]
    created_at: str
    description: str
    user_id: str
    type: Literal["builtin", "custom"]
    language: str
    gender: Union[Literal["female", "male"], None]
    accent: Union[str, None]
    age: Union[Literal["adult", "old"], None]
    tags: list[str]
    use_cases: list[str]
    quality: Union[Literal["natural", "standard", "basic"], None]
    licence: Union[str, None]
    deprecated: bool
    default: bool
    available: bool
    engine: Union[str, None]
    engine_state: Union[Literal["ready", "starting", "unavailable"], None]
    favorite: bool
    preview_url: Union[str, None]
    progress: int
    queue_position: Union[int, None]
    training_started_at: Union[str, None]
    seconds_left: Union[int, None]
    match: Union[VoiceMatch, None]
    comparison: Union[VoiceComparison, None]
    consent: Union[VoiceConsent, None]
    sample_sha256: Union[str, None]
    sample_text: Union[str, None]
    has_sample: bool
    error: Union[VoiceError, None]


class VoiceMatch(TypedDict):
    """What voice matching has reached; null for built-in voices and until the voice is ready."""

    method: Literal["matched", "nearest"]
    similarity: float
    base_voice: str
    builtin_voice: str
    builtin_similarity: float
    sample_pitch_hz: float
    pitch_hz: float
    clarity: float
    sample_clarity: float
    sample_seconds: float
    word_errors: Union[int, None]
    words: int
    warnings: list[str]


class VoiceComparison(TypedDict):
    """Words of the sample as the voice says them, which `GET /v1/voices/{voice_id}/comparison` plays. Null for built-in voices, until the voice is ready, without a sample, and where its words are not known."""

    text: str
    sample_seconds: float
    voice_seconds: Union[float, None]


class VoiceConsent(TypedDict):
    statement: str
    given_by: Union[str, None]
    given_at: Union[str, None]


class VoiceError(TypedDict):
    code: str
    message: str


class VoicesUpdateRequest(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]


class DeletedVoice(TypedDict):
    voice_id: str
    deleted: Literal[True]


class VoicesReplaceSampleRequest(TypedDict):
    sample_text: NotRequired[str]


class DeletedVoiceSample(TypedDict):
    voice_id: str
    sample_deleted: Literal[True]


class VoiceUsePage(TypedDict):
    items: list[VoiceUse]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class VoiceUse(TypedDict):
    action: Literal["created", "trained", "spoken", "sample_replaced", "sample_deleted", "deleted"]
    request_id: Union[str, None]
    created_at: str


class FavoriteVoice(TypedDict):
    voice_id: str
    favorite: bool


class EngineList(TypedDict):
    items: list[EngineListItem]


class EngineListItem(TypedDict):
    name: str
    kind: Literal["recognition", "synthesis"]
    languages: list[str]
    tier: Literal["fast", "accurate", "fallback"]
    state: Literal["ready", "starting", "unavailable"]
    detects_language: bool
    translates: bool
    memory_mb: float
    workers: int


class LanguageList(TypedDict):
    items: list[LanguageListItem]
    detection_models: list[str]


class LanguageListItem(TypedDict):
    tag: str
    name: str
    speech_models: list[str]
    transcription_models: list[str]
    recognition: list[LanguageListItemRecognition]


class LanguageListItemRecognition(TypedDict):
    model: str
    installed: bool
    quality: Literal["measured", "untested"]
    measurement: Union[LanguageListItemRecognitionMeasurement, None]


class LanguageListItemRecognitionMeasurement(TypedDict):
    word_error_percent: float
    words: int
    recordings: str
    date: str


class ExampleList(TypedDict):
    voices: list[ExampleListVoice]
    recordings: list[ExampleListRecording]


class ExampleListVoice(TypedDict):
    voice_id: str
    name: str
    language: str
    gender: Union[Literal["female", "male"], None]
    accent: Union[str, None]
    quality: Union[Literal["natural", "standard", "basic"], None]


class ExampleListRecording(TypedDict):
    example_id: str
    title: str
    language: str
    voice_name: str
    transcript: Union[ExampleTranscript, None]


class ExampleTranscript(TypedDict):
    text: str
    model: Union[str, None]
    duration_seconds: float
    words: list[ExampleTranscriptWord]


class ExampleTranscriptWord(TypedDict):
    written: str
    start: float
    end: float


class KeyTermList(TypedDict):
    list_id: str
    name: str
    terms: list[str]
    created_at: str
    updated_at: str


class KeyTermListsCreateRequest(TypedDict):
    name: str
    terms: list[str]


class KeyTermLists(TypedDict):
    items: list[KeyTermList]


class KeyTermListsUpdateRequest(TypedDict):
    name: NotRequired[str]
    terms: NotRequired[list[str]]


class DeletedKeyTermList(TypedDict):
    list_id: str
    deleted: Literal[True]


class PronunciationDictionary(TypedDict):
    dictionary_id: str
    name: str
    always: bool
    entries: list[Pronunciation]
    created_at: str
    updated_at: str


class Pronunciation(TypedDict):
    word: str
    respelling: Union[str, None]
    ipa: Union[str, None]
    language: Union[str, None]
    case_sensitive: bool


class PronunciationDictionariesCreateRequest(TypedDict):
    name: str
    always: NotRequired[bool]
    entries: NotRequired[list[NewPronunciation]]


class NewPronunciation(TypedDict):
    word: str
    respelling: NotRequired[Union[str, None]]
    ipa: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    case_sensitive: NotRequired[bool]


class PronunciationDictionaries(TypedDict):
    items: list[PronunciationDictionary]


class PronunciationDictionariesUpdateRequest(TypedDict):
    name: NotRequired[str]
    always: NotRequired[bool]
    entries: NotRequired[list[NewPronunciation]]
    remove: NotRequired[list[RemovedPronunciation]]
    add: NotRequired[list[NewPronunciation]]


class RemovedPronunciation(TypedDict):
    word: str
    language: NotRequired[Union[str, None]]


class DeletedPronunciationDictionary(TypedDict):
    dictionary_id: str
    deleted: Literal[True]


class Document(TypedDict):
    document_id: str
    title: str
    author: Union[str, None]
    language: Union[str, None]
    voice_id: Union[str, None]
    speed: float
    speakers: list[DocumentSpeaker]
    created_at: str
    updated_at: str
    characters: int
    counts: DocumentCounts
    characters_left: int
    credits_charged: int
    duration_seconds: float
    chapters: Union[list[Chapter], None]


class DocumentSpeaker(TypedDict):
    name: str
    voice_id: str


class DocumentCounts(TypedDict):
    """The number of paragraphs by their states."""

    total: int
    unspoken: int
    running: int
    spoken: int
    failed: int


class Chapter(TypedDict):
    title: str
    paragraphs: list[Paragraph]


class Paragraph(TypedDict):
    paragraph_id: str
    text: str
    voice_id: Union[str, None]
    status: Literal["unspoken", "queued", "processing", "spoken", "failed", "expired"]
    characters: int
    request_id: Union[str, None]
    audio_url: Union[str, None]
    duration_seconds: Union[float, None]
    error: Union[ParagraphError, None]


class ParagraphError(TypedDict):
    code: str
    message: str


class DocumentsCreateRequest(TypedDict):
    title: str
    author: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    voice_id: NotRequired[Union[str, None]]
    speed: NotRequired[float]
    speakers: NotRequired[list[DocumentSpeaker]]
    text: NotRequired[str]
    chapters: NotRequired[list[NewChapter]]


class NewChapter(TypedDict):
    title: str
    paragraphs: list[NewParagraph]


class NewParagraph(TypedDict):
    paragraph_id: NotRequired[str]
    text: str
    voice_id: NotRequired[Union[str, None]]


class DocumentPage(TypedDict):
    items: list[DocumentSummary]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class DocumentSummary(TypedDict):
    document_id: str
    title: str
    author: Union[str, None]
    language: Union[str, None]
    voice_id: Union[str, None]
    speed: float
    speakers: list[DocumentSpeaker]
    created_at: str
    updated_at: str
    chapter_count: int
    paragraph_count: int
    characters: int


class DocumentsUpdateRequest(TypedDict):
    title: NotRequired[str]
    author: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    voice_id: NotRequired[Union[str, None]]
    speed: NotRequired[float]
    speakers: NotRequired[list[DocumentSpeaker]]
    chapters: NotRequired[list[NewChapter]]


class DeletedDocument(TypedDict):
    document_id: str
    deleted: Literal[True]


class DocumentsUpdateParagraphRequest(TypedDict):
    text: NotRequired[str]
    voice_id: NotRequired[Union[str, None]]


class SubmittedParagraphs(TypedDict):
    document_id: str
    submitted: int
    characters: int


class DocumentsSpeakRequest(TypedDict):
    paragraph_ids: NotRequired[list[str]]


class CancelledParagraphs(TypedDict):
    document_id: str
    cancelled: int


class DocumentEstimate(TypedDict):
    document_id: str
    credits: int
    credits_left: int
    paragraphs: list[DocumentEstimateParagraph]


class DocumentEstimateParagraph(TypedDict):
    paragraph_id: str
    credits: int


class DocumentExport(TypedDict):
    export_id: str
    document_id: str
    format: Literal["m4b", "mp3"]
    chapter: Union[int, None]
    status: Literal["queued", "processing", "completed", "failed"]
    audio_url: Union[str, None]
    bytes: Union[int, None]
    duration_seconds: Union[float, None]
    error: Union[DocumentExportError, None]
    created_at: str
    finished_at: Union[str, None]


class DocumentExportError(TypedDict):
    code: str
    message: str


class DocumentsCreateExportRequest(TypedDict):
    format: NotRequired[Literal["m4b", "mp3"]]
    chapter: NotRequired[int]


class DocumentExports(TypedDict):
    items: list[DocumentExport]


class UserProfile(TypedDict):
    user_id: str
    name: str
    email: str
    email_verified: bool
    username: str
    role: Literal["user", "admin"]
    free_credits: Literal["granted", "verify_email", "address_used"]
    created_at: str
    keep_recordings: bool
    alert_percent: int


class AccountUpdateRequest(TypedDict):
    keep_recordings: NotRequired[bool]
    alert_percent: NotRequired[int]


class ClosedAccount(TypedDict):
    user_id: str
    closed: Literal[True]


class AccountCloseRequest(TypedDict):
    confirm: str


class SessionPage(TypedDict):
    items: list[Session]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class Session(TypedDict):
    session_id: str
    user_agent: str
    created_at: str
    last_seen_at: str
    expires_at: str
    current: bool


class EndedSessions(TypedDict):
    signed_out: int


class EndedSession(TypedDict):
    session_id: str
    signed_out: Literal[True]


class AccountExport(TypedDict):
    exported_at: str
    profile: UserProfile
    billing_details: NotRequired[BillingDetails]
    api_keys: NotRequired[list[ApiKey]]
    webhook_endpoints: NotRequired[list[WebhookEndpoint]]
    voices: NotRequired[list[Voice]]
    key_term_lists: NotRequired[list[KeyTermList]]
    pronunciation_dictionaries: NotRequired[list[PronunciationDictionary]]
    documents: NotRequired[list[Document]]
    feedback: NotRequired[list[Feedback]]
    payments: NotRequired[list[Payment]]
    credit_ledger: NotRequired[list[LedgerEntry]]
    requests: NotRequired[ExportedSpeechRequests]


class BillingDetails(TypedDict):
    company: str
    address: str
    tax_number: str
    tax_state: Union[str, None]
    updated_at: Union[str, None]


class ApiKey(TypedDict):
    api_key_id: str
    name: str
    description: str
    hint: str
    created_at: str
    last_used_at: Union[str, None]
    revoked_at: Union[str, None]
    scopes: list[Literal["speech", "voices", "usage", "keys", "billing", "admin"]]
    created_by_key_id: Union[str, None]
    monthly_credit_limit: Union[int, None]
    expires_at: Union[str, None]
    created_by_key_name: Union[str, None]
    replaces_key_id: Union[str, None]
    replaced_by_key_id: Union[str, None]
    credits_this_month: int
    live_descendants: int


class WebhookEndpoint(TypedDict):
    endpoint_id: str
    url: str
    description: str
    events: list[Literal["speech.request.completed", "speech.request.failed", "speech.batch.completed", "voice.ready", "voice.failed", "subscription.activated", "subscription.past_due", "subscription.cancelled", "subscription.expired", "credits.low"]]
    include: list[Literal["transcript"]]
    state: Literal["enabled", "disabled"]
    failing_since: Union[str, None]
    disabled_reason: Union[Literal["account", "gone", "failures"], None]
    disabled_at: Union[str, None]
    created_at: str


class Feedback(TypedDict):
    feedback_id: str
    request_id: str
    request_type: Literal["tts", "asr"]
    feedback_text: str
    created_at: str


class Payment(TypedDict):
    payments_order_id: str
    description: str
    purchase: Purchase
    amount: int
    refunded: int
    currency: str
    paid_at: str
    receipt_number: Union[str, None]
    further_payments: list[FurtherPayment]


class Purchase(TypedDict):
    plan_name: Union[str, None]
    months: int
    tts_credits: int
    asr_credits: int


class FurtherPayment(TypedDict):
    payment_id: str
    amount: int
    refunded: int
    received_at: str
    resolved_at: Union[str, None]


class LedgerEntry(TypedDict):
    entry_id: str
    pool: Literal["tts", "asr"]
    kind: Literal["grant", "usage", "expiry", "withdrawal", "correction"]
    credits: int
    request_id: Union[str, None]
    payments_order_id: Union[str, None]
    reason: Union[str, None]
    created_at: str


class Checklist(TypedDict):
    hidden: bool
    heard_voice: bool
    transcribed: bool
    has_api_key: bool
    last_api_call: Union[ChecklistLastApiCall, None]


class ChecklistLastApiCall(TypedDict):
    api_key_name: str
    at: str


class AccountLimits(TypedDict):
    text_max_characters: int
    audio: AccountLimitsAudio
    batch: AccountLimitsBatch
    voice_sample: AccountLimitsVoiceSample
    audio_retention_days: Union[int, None]
    synthesis_languages: list[AccountLimitsSynthesisLanguage]
    transcription_languages: list[AccountLimitsTranscriptionLanguage]
    live_languages: list[AccountLimitsLiveLanguage]


class AccountLimitsAudio(TypedDict):
    """Limits of a recording to transcribe."""

    max_bytes: int
    max_seconds: float


class AccountLimitsBatch(TypedDict):
    """A zip of recordings that are sent as a batch; its price in percent of that of single recordings."""

    max_bytes: int
    max_recordings: int
    price_percent: int


class AccountLimitsVoiceSample(TypedDict):
    """Limits of a sample for a voice."""

    max_bytes: int
    min_seconds: float
    max_seconds: float


class AccountLimitsSynthesisLanguage(TypedDict):
    tag: str
    name: str
    example_text: str


class AccountLimitsTranscriptionLanguage(TypedDict):
    tag: str
    name: str


class AccountLimitsLiveLanguage(TypedDict):
    tag: str
    name: str


class LiveToken(TypedDict):
    token: str
    expires_at: str


class LiveTokensCreateRequest(TypedDict):
    ttl_seconds: NotRequired[int]


class CreatedApiKey(TypedDict):
    api_key_id: str
    name: str
    description: str
    key: str
    created_at: str
    scopes: list[Literal["speech", "voices", "usage", "keys", "billing", "admin"]]
    created_by_key_id: Union[str, None]
    monthly_credit_limit: Union[int, None]
    expires_at: Union[str, None]


class ApiKeysCreateRequest(TypedDict):
    name: str
    description: NotRequired[str]
    scopes: NotRequired[list[Literal["speech", "voices", "usage", "keys", "billing", "admin"]]]
    monthly_credit_limit: NotRequired[Union[int, None]]
    expires_in_days: NotRequired[Union[int, None]]


class ApiKeyPage(TypedDict):
    items: list[ApiKey]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class ApiKeysUpdateRequest(TypedDict):
    monthly_credit_limit: Union[int, None]


class RevokedApiKey(TypedDict):
    api_key_id: str
    revoked_at: str
    revoked_descendants: list[str]
    live_descendants: int


class RotatedApiKey(TypedDict):
    api_key_id: str
    name: str
    description: str
    key: str
    created_at: str
    scopes: list[Literal["speech", "voices", "usage", "keys", "billing", "admin"]]
    created_by_key_id: Union[str, None]
    monthly_credit_limit: Union[int, None]
    expires_at: Union[str, None]
    replaces: RotatedApiKeyReplaces


class RotatedApiKeyReplaces(TypedDict):
    """The old key, and when it stops working."""

    api_key_id: str
    expires_at: str


class ApiKeysRotateRequest(TypedDict):
    grace_period_days: NotRequired[int]


class StartedDeviceAuthorization(TypedDict):
    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class DeviceAuthorizationsCreateRequest(TypedDict):
    client_name: str
    scopes: NotRequired[list[Literal["speech", "voices", "usage", "keys", "billing"]]]


class DeviceAuthorizationsRedeemRequest(TypedDict):
    device_code: str


class DeviceAuthorization(TypedDict):
    user_code: str
    client_name: str
    scopes: list[Literal["speech", "voices", "usage", "keys", "billing"]]
    status: Literal["pending", "approved", "denied"]
    expires_at: str


class CreatedWebhookEndpoint(TypedDict):
    endpoint_id: str
    url: str
    description: str
    events: list[Literal["speech.request.completed", "speech.request.failed", "speech.batch.completed", "voice.ready", "voice.failed", "subscription.activated", "subscription.past_due", "subscription.cancelled", "subscription.expired", "credits.low"]]
    include: list[Literal["transcript"]]
    state: Literal["enabled", "disabled"]
    failing_since: Union[str, None]
    disabled_reason: Union[Literal["account", "gone", "failures"], None]
    disabled_at: Union[str, None]
    created_at: str
    secret: str


class WebhookEndpointsCreateRequest(TypedDict):
    url: str
    events: NotRequired[list[Literal["speech.request.completed", "speech.request.failed", "speech.batch.completed", "voice.ready", "voice.failed", "subscription.activated", "subscription.past_due", "subscription.cancelled", "subscription.expired", "credits.low"]]]
    include: NotRequired[list[Literal["transcript"]]]
    description: NotRequired[str]


class WebhookEndpointList(TypedDict):
    items: list[WebhookEndpoint]


class WebhookEndpointsUpdateRequest(TypedDict):
    url: NotRequired[str]
    events: NotRequired[list[Literal["speech.request.completed", "speech.request.failed", "speech.batch.completed", "voice.ready", "voice.failed", "subscription.activated", "subscription.past_due", "subscription.cancelled", "subscription.expired", "credits.low"]]]
    include: NotRequired[list[Literal["transcript"]]]
    description: NotRequired[str]
    state: NotRequired[Literal["enabled", "disabled"]]


class DeletedWebhookEndpoint(TypedDict):
    endpoint_id: str
    deleted: Literal[True]


class RotatedWebhookSecret(TypedDict):
    endpoint_id: str
    secret: str
    former_secret_until: Union[str, None]


class WebhookEndpointsRotateRequest(TypedDict):
    grace_period_days: NotRequired[int]


class WebhookSecret(TypedDict):
    endpoint_id: str
    secret: str


class WebhookDeliveryPage(TypedDict):
    items: list[WebhookDelivery]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class WebhookDelivery(TypedDict):
    delivery_id: str
    endpoint_id: str
    event_id: str
    type: Union[str, None]
    url: Union[str, None]
    status: Literal["waiting", "pending", "delivered", "failed"]
    attempts: int
    next_attempt_at: Union[str, None]
    last_status: Union[int, None]
    last_error: Union[str, None]
    last_attempt_at: Union[str, None]
    last_duration_ms: Union[int, None]
    payload: Any
    created_at: str


class CreatedFeedback(TypedDict):
    feedback_id: str
    request_id: str
    created_at: str


class FeedbackCreateRequest(TypedDict):
    request_id: str
    feedback_text: str


class FeedbackPage(TypedDict):
    items: list[Feedback]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class CreatedContactSubmission(TypedDict):
    ticket_id: str


class ContactSubmissionsCreateRequest(TypedDict):
    name: str
    email: str
    company: NotRequired[Union[str, None]]
    interested_products: NotRequired[Union[list[str], None]]
    how_did_you_hear: NotRequired[Union[str, None]]
    message: NotRequired[Union[str, None]]


class PlanList(TypedDict):
    items: list[Plan]
    tax: Union[IncludedTax, None]


class Plan(TypedDict):
    plan_id: str
    display_name: str
    price_inr: int
    billing_cycle: Literal["monthly", "yearly"]
    tts_credits_per_cycle: int
    asr_credits_per_cycle: int


class IncludedTax(TypedDict):
    label: str
    percent: float


class SubscriptionCheckout(TypedDict):
    payments_order_id: str
    amount: int
    currency: str
    key_id: str
    checkout_url: str


class SubscriptionsCreateRequest(TypedDict):
    plan_id: str


class SubscriptionPreview(TypedDict):
    plan_id: str
    plan_name: str
    kind: Literal["new", "renewal", "upgrade", "downgrade"]
    amount: int
    currency: str
    starts_at: str
    renews_automatically: Literal[False]
    tts_granted: int
    asr_granted: int
    ends_at: str
    tts_remaining: int
    asr_remaining: int
    tts_carried_over: int
    asr_carried_over: int
    tts_expiring: int
    asr_expiring: int
    expires_at: Union[str, None]


class Subscription(TypedDict):
    subscription_id: str
    plan_id: str
    plan_name: str
    status: Literal["active", "past_due", "cancelled"]
    current_period_start: str
    current_period_end: str
    payments_order_id: str
    plans_paid_ahead: list[str]
    renewable_from: str


class TopUpPackList(TypedDict):
    items: list[TopUpPack]


class TopUpPack(TypedDict):
    pack_id: str
    price_inr: int
    tts_credits: int
    asr_credits: int


class TopUpsCreateRequest(TypedDict):
    pack_id: str


class PaymentPage(TypedDict):
    items: list[Payment]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class OpenOrderList(TypedDict):
    items: list[OpenOrder]


class OpenOrder(TypedDict):
    payments_order_id: str
    plan_id: Union[str, None]
    pack_id: Union[str, None]
    description: str
    purchase: Purchase
    amount: int
    currency: str
    created_at: str
    failed_at: Union[str, None]
    failure: Union[str, None]


class CancelledOrder(TypedDict):
    payments_order_id: str
    cancelled: Literal[True]


class BillingDetailsUpdateRequest(TypedDict):
    company: str
    address: str
    tax_number: str


class UsageReport(TypedDict):
    source: str
    period: UsageReportPeriod
    credits: UsageReportCredits
    storage: UsageReportStorage
    requests: UsageReportRequests
    total_credits_consumed: int
    series: list[UsageReportSeries]
    breakdown: list[UsageReportBreakdown]
    keys: list[UsageReportKey]


UsageReportPeriod = TypedDict(
    "UsageReportPeriod",
    {
        "from": "str",
        "to": "str",
    },
)


class UsageReportCredits(TypedDict):
    """Remaining credits now, independent of the period."""

    tts_remaining: int
    asr_remaining: int
    cycle: Union[UsageReportCreditsCycle, None]
    alerts: list[CreditAlert]


class UsageReportCreditsCycle(TypedDict):
    """The paid cycle that runs now: what it brought, and what is left of that until it ends."""

    ends_at: Union[str, None]
    tts_granted: int
    tts_remaining: int
    asr_granted: int
    asr_remaining: int


class CreditAlert(TypedDict):
    grant_id: str
    pool: Literal["tts", "asr"]
    threshold: int
    granted: int
    remaining: int
    of: Literal["cycle", "permanent"]


class UsageReportStorage(TypedDict):
    """The voices and the audio that the account has now, and how much of each it may have."""

    voices: int
    voices_max: int
    stored_bytes: int
    stored_max_bytes: int


class UsageReportRequests(TypedDict):
    """Speech requests of the period."""

    tts_count: int
    asr_count: int
    tts_characters_processed: int
    asr_seconds_processed: int


class UsageReportSeries(TypedDict):
    date: str
    total_credits_consumed: int
    tts_count: int
    asr_count: int
    tts_characters_processed: int
    asr_seconds_processed: int


class UsageReportBreakdown(TypedDict):
    key: str
    label: str
    credits_consumed: int
    tts_count: int


class UsageReportKey(TypedDict):
    api_key_id: Union[str, None]
    label: str
    credits_consumed: int
    tts_count: int
    asr_count: int
    tts_characters_processed: int
    asr_seconds_processed: int
    tts_latency: Union[UsageReportKeyTtsLatency, None]
    asr_latency: Union[UsageReportKeyAsrLatency, None]
    errors: list[UsageReportKeyError]
    cancelled_count: int


class UsageReportKeyTtsLatency(TypedDict):
    """From the call to the result, to 5 %; null when nothing was completed."""

    median_ms: int
    p95_ms: int


class UsageReportKeyAsrLatency(TypedDict):
    """From the call to the result, to 5 %; null when nothing was completed."""

    median_ms: int
    p95_ms: int


class UsageReportKeyError(TypedDict):
    code: str
    count: int


class CreditChangePage(TypedDict):
    items: list[CreditChange]
    total: int
    total_is_estimate: bool
    page: int
    limit: int
    has_next: bool


class CreditChange(TypedDict):
    date: str
    kind: Literal["grant", "usage", "expiry", "withdrawal", "correction"]
    credits: int
    balance: int
    description: Union[str, None]
    purchase: Union[Purchase, None]
    payments_order_id: Union[str, None]
    reason: Union[str, None]


class Liveness(TypedDict):
    status: Literal["ok", "unavailable"]


class Readiness(TypedDict):
    status: Literal["ok", "unavailable"]
    database: Literal["ok", "unavailable"]
    queue: Literal["ok", "unavailable"]
    object_store: Literal["ok", "unavailable"]
    engines: ReadinessEngines


class ReadinessEngines(TypedDict):
    """The speech engines of the workers that run: by what they do where they are ready; without them calls are accepted and wait."""

    recognition: list[str]
    synthesis: list[str]
    starting: list[str]
    unavailable: list[str]


ExportedSpeechRequests = list[ExportedSpeechRequest]


SpeechRequest = Union[SynthesisRequest, TranscriptionRequest]
