"""The calls of the API, written by `npm run generate` from its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Union, cast

from .calls import AudioSource, Call, form_call, in_path
from .schemas import (
    AcceptedRequest,
    AccountCloseRequest,
    AccountExport,
    AccountLimits,
    AccountUpdateRequest,
    ApiKey,
    ApiKeyPage,
    ApiKeysCreateRequest,
    ApiKeysRotateRequest,
    ApiKeysUpdateRequest,
    Batch,
    BatchPage,
    BatchesCreateRequest,
    BillingDetails,
    BillingDetailsUpdateRequest,
    CancelledOrder,
    CancelledParagraphs,
    Checklist,
    ClosedAccount,
    ContactSubmissionsCreateRequest,
    CreatedApiKey,
    CreatedContactSubmission,
    CreatedFeedback,
    CreatedVoice,
    CreatedWebhookEndpoint,
    CreditChangePage,
    DeletedBatch,
    DeletedDocument,
    DeletedKeyTermList,
    DeletedPronunciationDictionary,
    DeletedRequest,
    DeletedRequests,
    DeletedVoice,
    DeletedVoiceSample,
    DeletedWebhookEndpoint,
    DemoLimits,
    DemoSynthesis,
    DemoSynthesizeRequest,
    DemoTranscribeRequest,
    DeviceAuthorization,
    DeviceAuthorizationsCreateRequest,
    DeviceAuthorizationsRedeemRequest,
    Document,
    DocumentEstimate,
    DocumentExport,
    DocumentExports,
    DocumentPage,
    DocumentsCreateExportRequest,
    DocumentsCreateRequest,
    DocumentsSpeakRequest,
    DocumentsUpdateParagraphRequest,
    DocumentsUpdateRequest,
    EndedSession,
    EndedSessions,
    EngineList,
    ExampleList,
    ExampleTranscript,
    ExportedSpeechRequests,
    FavoriteVoice,
    FeedbackCreateRequest,
    FeedbackPage,
    KeyTermList,
    KeyTermLists,
    KeyTermListsCreateRequest,
    KeyTermListsUpdateRequest,
    LanguageList,
    LiveToken,
    LiveTokensCreateRequest,
    Liveness,
    OpenOrderList,
    PaymentPage,
    PlanList,
    PronunciationDictionaries,
    PronunciationDictionariesCreateRequest,
    PronunciationDictionariesUpdateRequest,
    PronunciationDictionary,
    Readiness,
    RequestsDeleteManyRequest,
    RequestsUpdateTranscriptRequest,
    RevokedApiKey,
    RotatedApiKey,
    RotatedWebhookSecret,
    SessionPage,
    SpeechEstimateRequest,
    SpeechRequest,
    SpeechRequestPage,
    SpeechSynthesizeRequest,
    SpeechTranscribeRequest,
    StartedDeviceAuthorization,
    SubmittedParagraphs,
    Subscription,
    SubscriptionCheckout,
    SubscriptionPreview,
    SubscriptionsCreateRequest,
    Synthesis,
    SynthesisEstimate,
    TopUpPackList,
    TopUpsCreateRequest,
    Transcription,
    UsageReport,
    UserProfile,
    Voice,
    VoicePage,
    VoiceUsePage,
    VoicesCreateRequest,
    VoicesReplaceSampleRequest,
    VoicesUpdateRequest,
    WebhookDelivery,
    WebhookDeliveryPage,
    WebhookEndpoint,
    WebhookEndpointList,
    WebhookEndpointsCreateRequest,
    WebhookEndpointsRotateRequest,
    WebhookEndpointsUpdateRequest,
    WebhookSecret,
)

if TYPE_CHECKING:
    from .async_client import AsyncSpeechClient


class _AsyncCalls:
    def __init__(self, client: AsyncSpeechClient) -> None:
        self._client = client


class AsyncDemoCalls(_AsyncCalls):
    async def synthesize(self, body: DemoSynthesizeRequest, *, idempotency_key: str | None = None) -> DemoSynthesis:
        """Try text-to-speech without an account."""
        return cast(DemoSynthesis, await self._client.answer(Call("POST", "/v1/demo/speech/synthesize", json=body), idempotency_key))

    async def transcribe(self, audio: AudioSource, body: DemoTranscribeRequest, *, idempotency_key: str | None = None) -> Transcription:
        """Try speech-to-text without an account."""
        return cast(Transcription, await self._client.answer(form_call("POST", "/v1/demo/speech/transcriptions", audio, body), idempotency_key))

    async def get_limits(self) -> DemoLimits:
        """Read the limits of the demo, for a public page."""
        return cast(DemoLimits, await self._client.answer(Call("GET", "/demo.json")))


class AsyncSpeechCalls(_AsyncCalls):
    async def synthesize(self, body: SpeechSynthesizeRequest, *, stream: bool | None = None, idempotency_key: str | None = None) -> Union[Synthesis, AcceptedRequest]:
        """Speak a text."""
        return cast("Union[Synthesis, AcceptedRequest]", await self._client.answer(Call("POST", "/v1/speech/synthesize", query={"stream": stream}, json=body), idempotency_key))

    async def estimate(self, body: SpeechEstimateRequest) -> SynthesisEstimate:
        """Tell what speaking a text costs."""
        return cast(SynthesisEstimate, await self._client.answer(Call("POST", "/v1/speech/estimates", json=body)))

    async def transcribe(self, audio: AudioSource, body: SpeechTranscribeRequest, *, idempotency_key: str | None = None) -> Union[Transcription, AcceptedRequest, str]:
        """Transcribe a recording."""
        return cast("Union[Transcription, AcceptedRequest, str]", await self._client.answer(form_call("POST", "/v1/speech/transcriptions", audio, body), idempotency_key))


class AsyncRequestsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> SpeechRequestPage:
        """List the account's speech requests, newest first."""
        return cast(SpeechRequestPage, await self._client.answer(Call("GET", "/v1/speech/requests", query={"page": page, "limit": limit, "search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset})))

    async def export(self, *, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None, format: Literal["csv", "json"] | None = None) -> Union[ExportedSpeechRequests, str]:
        """Download the account's speech requests as CSV or JSON, newest first."""
        return cast("Union[ExportedSpeechRequests, str]", await self._client.answer(Call("GET", "/v1/speech/requests/export", query={"search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset, "format": format})))

    async def delete_many(self, body: RequestsDeleteManyRequest) -> DeletedRequests:
        """Delete up to 100 speech requests with their texts and their audio."""
        return cast(DeletedRequests, await self._client.answer(Call("POST", "/v1/speech/requests/delete", json=body)))

    async def delete(self, request_id: str) -> DeletedRequest:
        """Delete a speech request with its texts and its audio."""
        return cast(DeletedRequest, await self._client.answer(Call("DELETE", f"/v1/speech/requests/{in_path(request_id)}")))

    async def get(self, request_id: str) -> SpeechRequest:
        """Read a speech request, its progress and its result."""
        return cast(SpeechRequest, await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}")))

    async def get_audio(self, request_id: str) -> bytes:
        """Fetch the audio of a synthesis, or what is kept of a recording."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/audio")))

    async def get_transcript(self, request_id: str, *, format: Literal["json", "text", "srt", "vtt"] | None = None, max_line_width: int | None = None, max_lines: int | None = None, max_words: int | None = None) -> Union[Transcription, str]:
        """Fetch the transcript of a transcription as text, subtitles or JSON."""
        return cast("Union[Transcription, str]", await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/transcript", query={"format": format, "max_line_width": max_line_width, "max_lines": max_lines, "max_words": max_words})))

    async def update_transcript(self, request_id: str, body: RequestsUpdateTranscriptRequest) -> SpeechRequest:
        """Correct a transcript, and name its speakers or channels."""
        return cast(SpeechRequest, await self._client.answer(Call("PATCH", f"/v1/speech/requests/{in_path(request_id)}/transcript", json=body)))


class AsyncBatchesCalls(_AsyncCalls):
    async def create(self, body: BatchesCreateRequest, *, idempotency_key: str | None = None) -> Batch:
        """Transcribe up to 10,000 recordings."""
        return cast(Batch, await self._client.answer(Call("POST", "/v1/speech/batches", json=body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None) -> BatchPage:
        """List the account's batches, newest first."""
        return cast(BatchPage, await self._client.answer(Call("GET", "/v1/speech/batches", query={"page": page, "limit": limit})))

    async def get(self, batch_id: str) -> Batch:
        """Get a batch with its progress."""
        return cast(Batch, await self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}")))

    async def delete(self, batch_id: str) -> DeletedBatch:
        """Delete a batch with all its transcripts."""
        return cast(DeletedBatch, await self._client.answer(Call("DELETE", f"/v1/speech/batches/{in_path(batch_id)}")))

    async def results(self, batch_id: str) -> str:
        """Download the results of a batch as JSONL."""
        return cast(str, await self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}/results")))

    async def cancel(self, batch_id: str) -> Batch:
        """Cancel a batch."""
        return cast(Batch, await self._client.answer(Call("POST", f"/v1/speech/batches/{in_path(batch_id)}/cancel")))


class AsyncVoicesCalls(_AsyncCalls):
    async def create(self, audio: AudioSource, body: VoicesCreateRequest, *, idempotency_key: str | None = None) -> CreatedVoice:
        """Create a voice from a sample."""
        return cast(CreatedVoice, await self._client.answer(form_call("POST", "/v1/voices", audio, body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None, type: Literal["builtin", "custom"] | None = None, language: str | None = None, gender: Literal["female", "male"] | None = None, quality: Literal["natural", "standard", "basic"] | None = None, engine: Literal["kokoro", "piper", "flite", "espeak-ng", "remote-speech"] | None = None, available: bool | None = None, installed: bool | None = None, favorite: bool | None = None, search: str | None = None) -> VoicePage:
        """List the account's voices and the built-in ones."""
        return cast(VoicePage, await self._client.answer(Call("GET", "/v1/voices", query={"page": page, "limit": limit, "type": type, "language": language, "gender": gender, "quality": quality, "engine": engine, "available": available, "installed": installed, "favorite": favorite, "search": search})))

    async def get(self, voice_id: str) -> Voice:
        """Read a voice."""
        return cast(Voice, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}")))

    async def update(self, voice_id: str, body: VoicesUpdateRequest) -> Voice:
        """Rename a voice of the account, or change its description."""
        return cast(Voice, await self._client.answer(Call("PATCH", f"/v1/voices/{in_path(voice_id)}", json=body)))

    async def delete(self, voice_id: str) -> DeletedVoice:
        """Delete a voice of the account with its sample."""
        return cast(DeletedVoice, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}")))

    async def get_preview(self, voice_id: str) -> bytes:
        """Listen to a built-in voice."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/preview")))

    async def train(self, voice_id: str) -> Voice:
        """Train a voice of the account again."""
        return cast(Voice, await self._client.answer(Call("POST", f"/v1/voices/{in_path(voice_id)}/train")))

    async def get_sample(self, voice_id: str) -> bytes:
        """Fetch the sample of a voice of the account."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/sample")))

    async def replace_sample(self, voice_id: str, audio: AudioSource, body: VoicesReplaceSampleRequest) -> Voice:
        """Replace the sample of a voice whose training failed."""
        return cast(Voice, await self._client.answer(form_call("PUT", f"/v1/voices/{in_path(voice_id)}/sample", audio, body)))

    async def delete_sample(self, voice_id: str) -> DeletedVoiceSample:
        """Delete the sample of a voice and keep the voice."""
        return cast(DeletedVoiceSample, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/sample")))

    async def get_comparison(self, voice_id: str) -> bytes:
        """Listen to the words of the sample in a voice of the account."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/comparison")))

    async def list_uses(self, voice_id: str, *, page: int | None = None, limit: int | None = None) -> VoiceUsePage:
        """List the uses of a voice of the account."""
        return cast(VoiceUsePage, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/uses", query={"page": page, "limit": limit})))

    async def add_favorite(self, voice_id: str) -> FavoriteVoice:
        """Add a voice to the favorites of the account."""
        return cast(FavoriteVoice, await self._client.answer(Call("PUT", f"/v1/voices/{in_path(voice_id)}/favorite")))

    async def remove_favorite(self, voice_id: str) -> FavoriteVoice:
        """Remove a voice from the favorites of the account."""
        return cast(FavoriteVoice, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/favorite")))


class AsyncEnginesCalls(_AsyncCalls):
    async def list(self) -> EngineList:
        """List the speech engines of the workers that run."""
        return cast(EngineList, await self._client.answer(Call("GET", "/v1/engines")))


class AsyncLanguagesCalls(_AsyncCalls):
    async def list(self) -> LanguageList:
        """List the languages that can be spoken and transcribed."""
        return cast(LanguageList, await self._client.answer(Call("GET", "/v1/languages")))


class AsyncExamplesCalls(_AsyncCalls):
    async def list(self) -> ExampleList:
        """List voices and recordings to try."""
        return cast(ExampleList, await self._client.answer(Call("GET", "/v1/examples")))

    async def get_audio(self, example_id: str) -> bytes:
        """Listen to an example."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/audio")))

    async def get_transcript(self, example_id: str) -> ExampleTranscript:
        """Read the transcript of an example."""
        return cast(ExampleTranscript, await self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/transcript")))


class AsyncKeyTermListsCalls(_AsyncCalls):
    async def create(self, body: KeyTermListsCreateRequest) -> KeyTermList:
        """Keep a list of key terms."""
        return cast(KeyTermList, await self._client.answer(Call("POST", "/v1/key-term-lists", json=body)))

    async def list(self) -> KeyTermLists:
        """List the account's lists of key terms."""
        return cast(KeyTermLists, await self._client.answer(Call("GET", "/v1/key-term-lists")))

    async def get(self, list_id: str) -> KeyTermList:
        """Get a list of key terms."""
        return cast(KeyTermList, await self._client.answer(Call("GET", f"/v1/key-term-lists/{in_path(list_id)}")))

    async def update(self, list_id: str, body: KeyTermListsUpdateRequest) -> KeyTermList:
        """Change the name or the terms of a list."""
        return cast(KeyTermList, await self._client.answer(Call("PATCH", f"/v1/key-term-lists/{in_path(list_id)}", json=body)))

    async def delete(self, list_id: str) -> DeletedKeyTermList:
        """Delete a list of key terms."""
        return cast(DeletedKeyTermList, await self._client.answer(Call("DELETE", f"/v1/key-term-lists/{in_path(list_id)}")))


class AsyncPronunciationDictionariesCalls(_AsyncCalls):
    async def create(self, body: PronunciationDictionariesCreateRequest) -> PronunciationDictionary:
        """Keep a pronunciation dictionary."""
        return cast(PronunciationDictionary, await self._client.answer(Call("POST", "/v1/pronunciation-dictionaries", json=body)))

    async def list(self) -> PronunciationDictionaries:
        """List the account's pronunciation dictionaries."""
        return cast(PronunciationDictionaries, await self._client.answer(Call("GET", "/v1/pronunciation-dictionaries")))

    async def get(self, dictionary_id: str) -> PronunciationDictionary:
        """Get a pronunciation dictionary."""
        return cast(PronunciationDictionary, await self._client.answer(Call("GET", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))

    async def update(self, dictionary_id: str, body: PronunciationDictionariesUpdateRequest) -> PronunciationDictionary:
        """Change a pronunciation dictionary, or some of its entries."""
        return cast(PronunciationDictionary, await self._client.answer(Call("PATCH", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}", json=body)))

    async def delete(self, dictionary_id: str) -> DeletedPronunciationDictionary:
        """Delete a pronunciation dictionary."""
        return cast(DeletedPronunciationDictionary, await self._client.answer(Call("DELETE", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))


class AsyncDocumentsCalls(_AsyncCalls):
    async def create(self, body: DocumentsCreateRequest) -> Document:
        """Keep a long text to be spoken."""
        return cast(Document, await self._client.answer(Call("POST", "/v1/documents", json=body)))

    async def list(self, *, page: int | None = None, limit: int | None = None) -> DocumentPage:
        """List the account's documents, newest first."""
        return cast(DocumentPage, await self._client.answer(Call("GET", "/v1/documents", query={"page": page, "limit": limit})))

    async def get(self, document_id: str, *, text: bool | None = None) -> Document:
        """Get a document and its audio so far."""
        return cast(Document, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}", query={"text": text})))

    async def update(self, document_id: str, body: DocumentsUpdateRequest) -> Document:
        """Change a document."""
        return cast(Document, await self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}", json=body)))

    async def delete(self, document_id: str) -> DeletedDocument:
        """Delete a document and its audio."""
        return cast(DeletedDocument, await self._client.answer(Call("DELETE", f"/v1/documents/{in_path(document_id)}")))

    async def update_paragraph(self, document_id: str, paragraph_id: str, body: DocumentsUpdateParagraphRequest) -> Document:
        """Change the text or the voice of a paragraph."""
        return cast(Document, await self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}/paragraphs/{in_path(paragraph_id)}", json=body)))

    async def speak(self, document_id: str, body: DocumentsSpeakRequest) -> SubmittedParagraphs:
        """Speak what has no audio yet, or the paragraphs that are named."""
        return cast(SubmittedParagraphs, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/speak", json=body)))

    async def cancel(self, document_id: str) -> CancelledParagraphs:
        """Stop speaking a document."""
        return cast(CancelledParagraphs, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/cancel")))

    async def get_estimate(self, document_id: str) -> DocumentEstimate:
        """Tell what speaking a document costs."""
        return cast(DocumentEstimate, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/estimate")))

    async def create_export(self, document_id: str, body: DocumentsCreateExportRequest) -> DocumentExport:
        """Join the audio of a document, or of a chapter, to one file."""
        return cast(DocumentExport, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/exports", json=body)))

    async def list_exports(self, document_id: str) -> DocumentExports:
        """List the files of a document."""
        return cast(DocumentExports, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports")))

    async def get_export(self, document_id: str, export_id: str) -> DocumentExport:
        """Get the state of a file."""
        return cast(DocumentExport, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}")))

    async def get_export_audio(self, document_id: str, export_id: str) -> bytes:
        """Fetch the file of a document or a chapter."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}/audio")))


class AsyncAccountCalls(_AsyncCalls):
    async def get(self) -> UserProfile:
        """Read the profile of the account."""
        return cast(UserProfile, await self._client.answer(Call("GET", "/v1/users/me")))

    async def update(self, body: AccountUpdateRequest) -> UserProfile:
        """Change the settings of the account."""
        return cast(UserProfile, await self._client.answer(Call("PATCH", "/v1/users/me", json=body)))

    async def close(self, body: AccountCloseRequest) -> ClosedAccount:
        """Close the account for good, and erase what it holds."""
        return cast(ClosedAccount, await self._client.answer(Call("POST", "/v1/users/me/close", json=body)))

    async def export(self) -> AccountExport:
        """Download the data of the account as JSON."""
        return cast(AccountExport, await self._client.answer(Call("GET", "/v1/users/me/export")))

    async def get_limits(self) -> AccountLimits:
        """Read the limits of one request."""
        return cast(AccountLimits, await self._client.answer(Call("GET", "/v1/users/me/limits")))


class AsyncSessionsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None) -> SessionPage:
        """List the sessions of the account."""
        return cast(SessionPage, await self._client.answer(Call("GET", "/v1/users/me/sessions", query={"page": page, "limit": limit})))

    async def delete_all(self) -> EndedSessions:
        """Sign out everywhere."""
        return cast(EndedSessions, await self._client.answer(Call("DELETE", "/v1/users/me/sessions")))

    async def delete(self, session_id: str) -> EndedSession:
        """Sign out one session."""
        return cast(EndedSession, await self._client.answer(Call("DELETE", f"/v1/users/me/sessions/{in_path(session_id)}")))


class AsyncChecklistCalls(_AsyncCalls):
    async def get(self) -> Checklist:
        """Read the getting-started checklist."""
        return cast(Checklist, await self._client.answer(Call("GET", "/v1/users/me/checklist")))

    async def hide(self) -> Checklist:
        """Hide the getting-started checklist for good."""
        return cast(Checklist, await self._client.answer(Call("DELETE", "/v1/users/me/checklist")))


class AsyncLiveTokensCalls(_AsyncCalls):
    async def create(self, body: LiveTokensCreateRequest) -> LiveToken:
        """Create a token for one live session."""
        return cast(LiveToken, await self._client.answer(Call("POST", "/v1/live/tokens", json=body)))


class AsyncApiKeysCalls(_AsyncCalls):
    async def create(self, body: ApiKeysCreateRequest) -> CreatedApiKey:
        """Create an API key."""
        return cast(CreatedApiKey, await self._client.answer(Call("POST", "/v1/api-keys", json=body)))

    async def list(self, *, page: int | None = None, limit: int | None = None, status: Literal["live", "revoked"] | None = None) -> ApiKeyPage:
        """List the account's API keys, revoked ones included."""
        return cast(ApiKeyPage, await self._client.answer(Call("GET", "/v1/api-keys", query={"page": page, "limit": limit, "status": status})))

    async def update(self, api_key_id: str, body: ApiKeysUpdateRequest) -> ApiKey:
        """Set or remove the monthly limit of an API key."""
        return cast(ApiKey, await self._client.answer(Call("PATCH", f"/v1/api-keys/{in_path(api_key_id)}", json=body)))

    async def revoke(self, api_key_id: str, *, descendants: Literal["true", "false"] | None = None) -> RevokedApiKey:
        """Revoke an API key."""
        return cast(RevokedApiKey, await self._client.answer(Call("DELETE", f"/v1/api-keys/{in_path(api_key_id)}", query={"descendants": descendants})))

    async def rotate(self, api_key_id: str, body: ApiKeysRotateRequest) -> RotatedApiKey:
        """Replace an API key by a new one of the same name."""
        return cast(RotatedApiKey, await self._client.answer(Call("POST", f"/v1/api-keys/{in_path(api_key_id)}/rotate", json=body)))


class AsyncDeviceAuthorizationsCalls(_AsyncCalls):
    async def create(self, body: DeviceAuthorizationsCreateRequest) -> StartedDeviceAuthorization:
        """Ask a person for an API key."""
        return cast(StartedDeviceAuthorization, await self._client.answer(Call("POST", "/v1/device-authorizations", json=body)))

    async def redeem(self, body: DeviceAuthorizationsRedeemRequest) -> CreatedApiKey:
        """Fetch the API key that a person has approved."""
        return cast(CreatedApiKey, await self._client.answer(Call("POST", "/v1/device-authorizations/redeem", json=body)))

    async def get(self, user_code: str) -> DeviceAuthorization:
        """Read what a program asks for."""
        return cast(DeviceAuthorization, await self._client.answer(Call("GET", f"/v1/device-authorizations/{in_path(user_code)}")))

    async def approve(self, user_code: str) -> DeviceAuthorization:
        """Give a program an API key of the account."""
        return cast(DeviceAuthorization, await self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/approve")))

    async def deny(self, user_code: str) -> DeviceAuthorization:
        """Refuse a program an API key."""
        return cast(DeviceAuthorization, await self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/deny")))


class AsyncWebhookEndpointsCalls(_AsyncCalls):
    async def create(self, body: WebhookEndpointsCreateRequest) -> CreatedWebhookEndpoint:
        """Create a webhook endpoint."""
        return cast(CreatedWebhookEndpoint, await self._client.answer(Call("POST", "/v1/webhook-endpoints", json=body)))

    async def list(self) -> WebhookEndpointList:
        """List the account's webhook endpoints."""
        return cast(WebhookEndpointList, await self._client.answer(Call("GET", "/v1/webhook-endpoints")))

    async def get(self, endpoint_id: str) -> WebhookEndpoint:
        """Read a webhook endpoint."""
        return cast(WebhookEndpoint, await self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    async def update(self, endpoint_id: str, body: WebhookEndpointsUpdateRequest) -> WebhookEndpoint:
        """Change, disable or enable a webhook endpoint."""
        return cast(WebhookEndpoint, await self._client.answer(Call("PATCH", f"/v1/webhook-endpoints/{in_path(endpoint_id)}", json=body)))

    async def delete(self, endpoint_id: str) -> DeletedWebhookEndpoint:
        """Delete a webhook endpoint with its calls."""
        return cast(DeletedWebhookEndpoint, await self._client.answer(Call("DELETE", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    async def rotate(self, endpoint_id: str, body: WebhookEndpointsRotateRequest) -> RotatedWebhookSecret:
        """Replace the secret of a webhook endpoint."""
        return cast(RotatedWebhookSecret, await self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/rotate", json=body)))

    async def list_deliveries(self, endpoint_id: str, *, page: int | None = None, limit: int | None = None, status: Literal["waiting", "pending", "delivered", "failed"] | None = None) -> WebhookDeliveryPage:
        """List the calls of a webhook endpoint."""
        return cast(WebhookDeliveryPage, await self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/deliveries", query={"page": page, "limit": limit, "status": status})))

    async def test(self, endpoint_id: str) -> WebhookDelivery:
        """Send a test event to a webhook endpoint."""
        return cast(WebhookDelivery, await self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/test")))


class AsyncWebhookSecretCalls(_AsyncCalls):
    async def get(self) -> WebhookSecret:
        """Read the secret that signs what goes to a callback_url."""
        return cast(WebhookSecret, await self._client.answer(Call("GET", "/v1/webhook-secret")))


class AsyncWebhookDeliveriesCalls(_AsyncCalls):
    async def retry(self, delivery_id: str) -> WebhookDelivery:
        """Make a call of a webhook endpoint again."""
        return cast(WebhookDelivery, await self._client.answer(Call("POST", f"/v1/webhook-deliveries/{in_path(delivery_id)}/retry")))


class AsyncFeedbackCalls(_AsyncCalls):
    async def create(self, body: FeedbackCreateRequest, *, idempotency_key: str | None = None) -> CreatedFeedback:
        """Send feedback about a speech request."""
        return cast(CreatedFeedback, await self._client.answer(Call("POST", "/v1/feedback", json=body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None, request_type: Literal["tts", "asr"] | None = None, request_id: str | None = None) -> FeedbackPage:
        """List the account's feedback."""
        return cast(FeedbackPage, await self._client.answer(Call("GET", "/v1/feedback", query={"page": page, "limit": limit, "request_type": request_type, "request_id": request_id})))


class AsyncContactSubmissionsCalls(_AsyncCalls):
    async def create(self, body: ContactSubmissionsCreateRequest) -> CreatedContactSubmission:
        """Send a message to the operator of this service."""
        return cast(CreatedContactSubmission, await self._client.answer(Call("POST", "/v1/contact-submissions", json=body)))


class AsyncPlansCalls(_AsyncCalls):
    async def list(self) -> PlanList:
        """List the plans."""
        return cast(PlanList, await self._client.answer(Call("GET", "/v1/plans")))


class AsyncPricingCalls(_AsyncCalls):
    async def get(self) -> PlanList:
        """List the plans, for a public pricing page."""
        return cast(PlanList, await self._client.answer(Call("GET", "/pricing.json")))


class AsyncSubscriptionsCalls(_AsyncCalls):
    async def create(self, body: SubscriptionsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Start a checkout for a plan."""
        return cast(SubscriptionCheckout, await self._client.answer(Call("POST", "/v1/subscriptions", json=body), idempotency_key))

    async def get_preview(self, *, plan_id: str) -> SubscriptionPreview:
        """Preview what paying for a plan changes."""
        return cast(SubscriptionPreview, await self._client.answer(Call("GET", "/v1/subscriptions/preview", query={"plan_id": plan_id})))

    async def get_current(self) -> Subscription:
        """Read the account's subscription."""
        return cast(Subscription, await self._client.answer(Call("GET", "/v1/subscriptions/current")))

    async def cancel_current(self) -> Subscription:
        """Cancel the account's subscription at the end of the paid period."""
        return cast(Subscription, await self._client.answer(Call("DELETE", "/v1/subscriptions/current")))


class AsyncTopUpsCalls(_AsyncCalls):
    async def list(self) -> TopUpPackList:
        """List the packs of permanent credits."""
        return cast(TopUpPackList, await self._client.answer(Call("GET", "/v1/top-ups")))

    async def create(self, body: TopUpsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Start a checkout for a pack of permanent credits."""
        return cast(SubscriptionCheckout, await self._client.answer(Call("POST", "/v1/top-ups", json=body), idempotency_key))


class AsyncPaymentsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> PaymentPage:
        """List what the account has paid, the last payment first."""
        return cast(PaymentPage, await self._client.answer(Call("GET", "/v1/payments", query={"page": page, "limit": limit, "from": from_, "to": to, "utc_offset": utc_offset})))

    async def get_receipt(self, payments_order_id: str) -> bytes:
        """Download the receipt of a payment."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/payments/{in_path(payments_order_id)}/receipt")))


class AsyncOrdersCalls(_AsyncCalls):
    async def list(self) -> OpenOrderList:
        """List the orders that wait to be paid, newest first."""
        return cast(OpenOrderList, await self._client.answer(Call("GET", "/v1/orders")))

    async def cancel(self, payments_order_id: str) -> CancelledOrder:
        """Cancel an order that waits to be paid."""
        return cast(CancelledOrder, await self._client.answer(Call("DELETE", f"/v1/orders/{in_path(payments_order_id)}")))


class AsyncBillingDetailsCalls(_AsyncCalls):
    async def get(self) -> BillingDetails:
        """Read what the account wants on its receipts."""
        return cast(BillingDetails, await self._client.answer(Call("GET", "/v1/billing-details")))

    async def update(self, body: BillingDetailsUpdateRequest) -> BillingDetails:
        """Set the company, address and tax number on the account's receipts."""
        return cast(BillingDetails, await self._client.answer(Call("PUT", "/v1/billing-details", json=body)))


class AsyncUsageCalls(_AsyncCalls):
    async def get(self, *, source: Literal["web", "api_key", "all"] | None = None, granularity: Literal["day"] | None = None, breakdown: Literal["voice"] | None = None, api_key_id: str | None = None, from_: str | None = None, to: str | None = None) -> UsageReport:
        """Read the usage and the remaining credits."""
        return cast(UsageReport, await self._client.answer(Call("GET", "/v1/usage", query={"source": source, "granularity": granularity, "breakdown": breakdown, "api_key_id": api_key_id, "from": from_, "to": to})))

    async def list_ledger(self, *, page: int | None = None, limit: int | None = None, pool: Literal["tts", "asr"] | None = None) -> CreditChangePage:
        """List the changes of the credits by day, newest first."""
        return cast(CreditChangePage, await self._client.answer(Call("GET", "/v1/usage/ledger", query={"page": page, "limit": limit, "pool": pool})))


class AsyncHealthCalls(_AsyncCalls):
    async def get_liveness(self) -> Liveness:
        """Check that the process is alive."""
        return cast(Liveness, await self._client.answer(Call("GET", "/healthz")))

    async def get_readiness(self) -> Readiness:
        """Check that the dependencies answer."""
        return cast(Readiness, await self._client.answer(Call("GET", "/readyz")))


class AsyncApi:
    """All calls of the API, in groups."""

    def __init__(self, client: AsyncSpeechClient) -> None:
        self.demo = AsyncDemoCalls(client)
        self.speech = AsyncSpeechCalls(client)
        self.requests = AsyncRequestsCalls(client)
        self.batches = AsyncBatchesCalls(client)
        self.voices = AsyncVoicesCalls(client)
        self.engines = AsyncEnginesCalls(client)
        self.languages = AsyncLanguagesCalls(client)
        self.examples = AsyncExamplesCalls(client)
        self.key_term_lists = AsyncKeyTermListsCalls(client)
        self.pronunciation_dictionaries = AsyncPronunciationDictionariesCalls(client)
        self.documents = AsyncDocumentsCalls(client)
        self.account = AsyncAccountCalls(client)
        self.sessions = AsyncSessionsCalls(client)
        self.checklist = AsyncChecklistCalls(client)
        self.live_tokens = AsyncLiveTokensCalls(client)
        self.api_keys = AsyncApiKeysCalls(client)
        self.device_authorizations = AsyncDeviceAuthorizationsCalls(client)
        self.webhook_endpoints = AsyncWebhookEndpointsCalls(client)
        self.webhook_secret = AsyncWebhookSecretCalls(client)
        self.webhook_deliveries = AsyncWebhookDeliveriesCalls(client)
        self.feedback = AsyncFeedbackCalls(client)
        self.contact_submissions = AsyncContactSubmissionsCalls(client)
        self.plans = AsyncPlansCalls(client)
        self.pricing = AsyncPricingCalls(client)
        self.subscriptions = AsyncSubscriptionsCalls(client)
        self.top_ups = AsyncTopUpsCalls(client)
        self.payments = AsyncPaymentsCalls(client)
        self.orders = AsyncOrdersCalls(client)
        self.billing_details = AsyncBillingDetailsCalls(client)
        self.usage = AsyncUsageCalls(client)
        self.health = AsyncHealthCalls(client)
