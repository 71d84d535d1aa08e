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
        """Try text to speech."""
        return cast(DemoSynthesis, await self._client.answer(Call("POST", "/v1/demo/speech/synthesize", json=body), idempotency_key))

    async def transcribe(self, audio: AudioSource, body: DemoTranscribeRequest, *, idempotency_key: str | None = None) -> Transcription:
        """Try transcription."""
        return cast(Transcription, await self._client.answer(form_call("POST", "/v1/demo/speech/transcriptions", audio, body), idempotency_key))

    async def get_limits(self) -> DemoLimits:
        """Get demo limits."""
        return cast(DemoLimits, await self._client.answer(Call("GET", "/demo.json")))


class AsyncSpeechCalls(_AsyncCalls):
    async def synthesize(self, body: SpeechSynthesizeRequest, *, stream: bool | None = None, idempotency_key: str | None = None) -> Union[Synthesis, AcceptedRequest]:
        """Speak a text."""
        return cast("Union[Synthesis, AcceptedRequest]", await self._client.answer(Call("POST", "/v1/speech/synthesize", query={"stream": stream}, json=body), idempotency_key))

    async def estimate(self, body: SpeechEstimateRequest) -> SynthesisEstimate:
        """Estimate cost."""
        return cast(SynthesisEstimate, await self._client.answer(Call("POST", "/v1/speech/estimates", json=body)))

    async def transcribe(self, audio: AudioSource, body: SpeechTranscribeRequest, *, idempotency_key: str | None = None) -> Union[Transcription, AcceptedRequest, str]:
        """Transcribe a recording."""
        return cast("Union[Transcription, AcceptedRequest, str]", await self._client.answer(form_call("POST", "/v1/speech/transcriptions", audio, body), idempotency_key))


class AsyncRequestsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> SpeechRequestPage:
        """List requests."""
        return cast(SpeechRequestPage, await self._client.answer(Call("GET", "/v1/speech/requests", query={"page": page, "limit": limit, "search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset})))

    async def export(self, *, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None, format: Literal["csv", "json"] | None = None) -> Union[ExportedSpeechRequests, str]:
        """Export requests."""
        return cast("Union[ExportedSpeechRequests, str]", await self._client.answer(Call("GET", "/v1/speech/requests/export", query={"search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset, "format": format})))

    async def delete_many(self, body: RequestsDeleteManyRequest) -> DeletedRequests:
        """Delete several requests."""
        return cast(DeletedRequests, await self._client.answer(Call("POST", "/v1/speech/requests/delete", json=body)))

    async def delete(self, request_id: str) -> DeletedRequest:
        """Delete a request."""
        return cast(DeletedRequest, await self._client.answer(Call("DELETE", f"/v1/speech/requests/{in_path(request_id)}")))

    async def get(self, request_id: str) -> SpeechRequest:
        """Get a request."""
        return cast(SpeechRequest, await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}")))

    async def get_audio(self, request_id: str) -> bytes:
        """Download audio."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/audio")))

    async def get_transcript(self, request_id: str, *, format: Literal["json", "text", "srt", "vtt"] | None = None, max_line_width: int | None = None, max_lines: int | None = None, max_words: int | None = None) -> Union[Transcription, str]:
        """Download a transcript."""
        return cast("Union[Transcription, str]", await self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/transcript", query={"format": format, "max_line_width": max_line_width, "max_lines": max_lines, "max_words": max_words})))

    async def update_transcript(self, request_id: str, body: RequestsUpdateTranscriptRequest) -> SpeechRequest:
        """Correct a transcript."""
        return cast(SpeechRequest, await self._client.answer(Call("PATCH", f"/v1/speech/requests/{in_path(request_id)}/transcript", json=body)))


class AsyncBatchesCalls(_AsyncCalls):
    async def create(self, body: BatchesCreateRequest, *, idempotency_key: str | None = None) -> Batch:
        """Create a batch."""
        return cast(Batch, await self._client.answer(Call("POST", "/v1/speech/batches", json=body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None) -> BatchPage:
        """List batches."""
        return cast(BatchPage, await self._client.answer(Call("GET", "/v1/speech/batches", query={"page": page, "limit": limit})))

    async def get(self, batch_id: str) -> Batch:
        """Get a batch."""
        return cast(Batch, await self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}")))

    async def delete(self, batch_id: str) -> DeletedBatch:
        """Delete a batch."""
        return cast(DeletedBatch, await self._client.answer(Call("DELETE", f"/v1/speech/batches/{in_path(batch_id)}")))

    async def results(self, batch_id: str) -> str:
        """Download batch results."""
        return cast(str, await self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}/results")))

    async def cancel(self, batch_id: str) -> Batch:
        """Cancel a batch."""
        return cast(Batch, await self._client.answer(Call("POST", f"/v1/speech/batches/{in_path(batch_id)}/cancel")))


class AsyncVoicesCalls(_AsyncCalls):
    async def create(self, audio: AudioSource, body: VoicesCreateRequest, *, idempotency_key: str | None = None) -> CreatedVoice:
        """Create a voice."""
        return cast(CreatedVoice, await self._client.answer(form_call("POST", "/v1/voices", audio, body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None, type: Literal["builtin", "custom"] | None = None, language: str | None = None, gender: Literal["female", "male"] | None = None, quality: Literal["natural", "standard", "basic"] | None = None, engine: Literal["kokoro", "piper", "flite", "espeak-ng", "remote-speech"] | None = None, available: bool | None = None, installed: bool | None = None, favorite: bool | None = None, search: str | None = None) -> VoicePage:
        """List voices."""
        return cast(VoicePage, await self._client.answer(Call("GET", "/v1/voices", query={"page": page, "limit": limit, "type": type, "language": language, "gender": gender, "quality": quality, "engine": engine, "available": available, "installed": installed, "favorite": favorite, "search": search})))

    async def get(self, voice_id: str) -> Voice:
        """Get a voice."""
        return cast(Voice, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}")))

    async def update(self, voice_id: str, body: VoicesUpdateRequest) -> Voice:
        """Update a voice."""
        return cast(Voice, await self._client.answer(Call("PATCH", f"/v1/voices/{in_path(voice_id)}", json=body)))

    async def delete(self, voice_id: str) -> DeletedVoice:
        """Delete a voice."""
        return cast(DeletedVoice, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}")))

    async def get_preview(self, voice_id: str) -> bytes:
        """Preview a voice."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/preview")))

    async def train(self, voice_id: str) -> Voice:
        """Retrain a voice."""
        return cast(Voice, await self._client.answer(Call("POST", f"/v1/voices/{in_path(voice_id)}/train")))

    async def get_sample(self, voice_id: str) -> bytes:
        """Download a voice sample."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/sample")))

    async def replace_sample(self, voice_id: str, audio: AudioSource, body: VoicesReplaceSampleRequest) -> Voice:
        """Replace a voice sample."""
        return cast(Voice, await self._client.answer(form_call("PUT", f"/v1/voices/{in_path(voice_id)}/sample", audio, body)))

    async def delete_sample(self, voice_id: str) -> DeletedVoiceSample:
        """Delete a voice sample."""
        return cast(DeletedVoiceSample, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/sample")))

    async def get_comparison(self, voice_id: str) -> bytes:
        """Compare voice and sample."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/comparison")))

    async def list_uses(self, voice_id: str, *, page: int | None = None, limit: int | None = None) -> VoiceUsePage:
        """List uses of a voice."""
        return cast(VoiceUsePage, await self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/uses", query={"page": page, "limit": limit})))

    async def add_favorite(self, voice_id: str) -> FavoriteVoice:
        """Add a favorite voice."""
        return cast(FavoriteVoice, await self._client.answer(Call("PUT", f"/v1/voices/{in_path(voice_id)}/favorite")))

    async def remove_favorite(self, voice_id: str) -> FavoriteVoice:
        """Remove a favorite voice."""
        return cast(FavoriteVoice, await self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/favorite")))


class AsyncEnginesCalls(_AsyncCalls):
    async def list(self) -> EngineList:
        """List engines."""
        return cast(EngineList, await self._client.answer(Call("GET", "/v1/engines")))


class AsyncLanguagesCalls(_AsyncCalls):
    async def list(self) -> LanguageList:
        """List languages."""
        return cast(LanguageList, await self._client.answer(Call("GET", "/v1/languages")))


class AsyncExamplesCalls(_AsyncCalls):
    async def list(self) -> ExampleList:
        """List examples."""
        return cast(ExampleList, await self._client.answer(Call("GET", "/v1/examples")))

    async def get_audio(self, example_id: str) -> bytes:
        """Get example audio."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/audio")))

    async def get_transcript(self, example_id: str) -> ExampleTranscript:
        """Get an example transcript."""
        return cast(ExampleTranscript, await self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/transcript")))


class AsyncKeyTermListsCalls(_AsyncCalls):
    async def create(self, body: KeyTermListsCreateRequest) -> KeyTermList:
        """Create a key term list."""
        return cast(KeyTermList, await self._client.answer(Call("POST", "/v1/key-term-lists", json=body)))

    async def list(self) -> KeyTermLists:
        """List key term lists."""
        return cast(KeyTermLists, await self._client.answer(Call("GET", "/v1/key-term-lists")))

    async def get(self, list_id: str) -> KeyTermList:
        """Get a key term list."""
        return cast(KeyTermList, await self._client.answer(Call("GET", f"/v1/key-term-lists/{in_path(list_id)}")))

    async def update(self, list_id: str, body: KeyTermListsUpdateRequest) -> KeyTermList:
        """Update a key term list."""
        return cast(KeyTermList, await self._client.answer(Call("PATCH", f"/v1/key-term-lists/{in_path(list_id)}", json=body)))

    async def delete(self, list_id: str) -> DeletedKeyTermList:
        """Delete a key term list."""
        return cast(DeletedKeyTermList, await self._client.answer(Call("DELETE", f"/v1/key-term-lists/{in_path(list_id)}")))


class AsyncPronunciationDictionariesCalls(_AsyncCalls):
    async def create(self, body: PronunciationDictionariesCreateRequest) -> PronunciationDictionary:
        """Create a pronunciation dictionary."""
        return cast(PronunciationDictionary, await self._client.answer(Call("POST", "/v1/pronunciation-dictionaries", json=body)))

    async def list(self) -> PronunciationDictionaries:
        """List pronunciation dictionaries."""
        return cast(PronunciationDictionaries, await self._client.answer(Call("GET", "/v1/pronunciation-dictionaries")))

    async def get(self, dictionary_id: str) -> PronunciationDictionary:
        """Get a pronunciation dictionary."""
        return cast(PronunciationDictionary, await self._client.answer(Call("GET", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))

    async def update(self, dictionary_id: str, body: PronunciationDictionariesUpdateRequest) -> PronunciationDictionary:
        """Update a pronunciation dictionary."""
        return cast(PronunciationDictionary, await self._client.answer(Call("PATCH", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}", json=body)))

    async def delete(self, dictionary_id: str) -> DeletedPronunciationDictionary:
        """Delete a pronunciation dictionary."""
        return cast(DeletedPronunciationDictionary, await self._client.answer(Call("DELETE", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))


class AsyncDocumentsCalls(_AsyncCalls):
    async def create(self, body: DocumentsCreateRequest) -> Document:
        """Create a document."""
        return cast(Document, await self._client.answer(Call("POST", "/v1/documents", json=body)))

    async def list(self, *, page: int | None = None, limit: int | None = None) -> DocumentPage:
        """List documents."""
        return cast(DocumentPage, await self._client.answer(Call("GET", "/v1/documents", query={"page": page, "limit": limit})))

    async def get(self, document_id: str, *, text: bool | None = None) -> Document:
        """Get a document."""
        return cast(Document, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}", query={"text": text})))

    async def update(self, document_id: str, body: DocumentsUpdateRequest) -> Document:
        """Update a document."""
        return cast(Document, await self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}", json=body)))

    async def delete(self, document_id: str) -> DeletedDocument:
        """Delete a document."""
        return cast(DeletedDocument, await self._client.answer(Call("DELETE", f"/v1/documents/{in_path(document_id)}")))

    async def update_paragraph(self, document_id: str, paragraph_id: str, body: DocumentsUpdateParagraphRequest) -> Document:
        """Update a paragraph."""
        return cast(Document, await self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}/paragraphs/{in_path(paragraph_id)}", json=body)))

    async def speak(self, document_id: str, body: DocumentsSpeakRequest) -> SubmittedParagraphs:
        """Speak a document."""
        return cast(SubmittedParagraphs, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/speak", json=body)))

    async def cancel(self, document_id: str) -> CancelledParagraphs:
        """Stop speaking a document."""
        return cast(CancelledParagraphs, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/cancel")))

    async def get_estimate(self, document_id: str) -> DocumentEstimate:
        """Estimate the cost of a document."""
        return cast(DocumentEstimate, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/estimate")))

    async def create_export(self, document_id: str, body: DocumentsCreateExportRequest) -> DocumentExport:
        """Export a document."""
        return cast(DocumentExport, await self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/exports", json=body)))

    async def list_exports(self, document_id: str) -> DocumentExports:
        """List exports."""
        return cast(DocumentExports, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports")))

    async def get_export(self, document_id: str, export_id: str) -> DocumentExport:
        """Get an export."""
        return cast(DocumentExport, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}")))

    async def get_export_audio(self, document_id: str, export_id: str) -> bytes:
        """Download an export."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}/audio")))


class AsyncAccountCalls(_AsyncCalls):
    async def get(self) -> UserProfile:
        """Get the profile."""
        return cast(UserProfile, await self._client.answer(Call("GET", "/v1/users/me")))

    async def update(self, body: AccountUpdateRequest) -> UserProfile:
        """Update account settings."""
        return cast(UserProfile, await self._client.answer(Call("PATCH", "/v1/users/me", json=body)))

    async def close(self, body: AccountCloseRequest) -> ClosedAccount:
        """Close the account."""
        return cast(ClosedAccount, await self._client.answer(Call("POST", "/v1/users/me/close", json=body)))

    async def export(self) -> AccountExport:
        """Download account data."""
        return cast(AccountExport, await self._client.answer(Call("GET", "/v1/users/me/export")))

    async def get_limits(self) -> AccountLimits:
        """Get request limits."""
        return cast(AccountLimits, await self._client.answer(Call("GET", "/v1/users/me/limits")))


class AsyncSessionsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None) -> SessionPage:
        """List sessions."""
        return cast(SessionPage, await self._client.answer(Call("GET", "/v1/users/me/sessions", query={"page": page, "limit": limit})))

    async def delete_all(self) -> EndedSessions:
        """Sign out everywhere."""
        return cast(EndedSessions, await self._client.answer(Call("DELETE", "/v1/users/me/sessions")))

    async def delete(self, session_id: str) -> EndedSession:
        """Sign out one session."""
        return cast(EndedSession, await self._client.answer(Call("DELETE", f"/v1/users/me/sessions/{in_path(session_id)}")))


class AsyncChecklistCalls(_AsyncCalls):
    async def get(self) -> Checklist:
        """Get the checklist."""
        return cast(Checklist, await self._client.answer(Call("GET", "/v1/users/me/checklist")))

    async def hide(self) -> Checklist:
        """Hide the checklist."""
        return cast(Checklist, await self._client.answer(Call("DELETE", "/v1/users/me/checklist")))


class AsyncLiveTokensCalls(_AsyncCalls):
    async def create(self, body: LiveTokensCreateRequest) -> LiveToken:
        """Create a live token."""
        return cast(LiveToken, await self._client.answer(Call("POST", "/v1/live/tokens", json=body)))


class AsyncApiKeysCalls(_AsyncCalls):
    async def create(self, body: ApiKeysCreateRequest) -> CreatedApiKey:
        """Create an API key."""
        return cast(CreatedApiKey, await self._client.answer(Call("POST", "/v1/api-keys", json=body)))

    async def list(self, *, page: int | None = None, limit: int | None = None, status: Literal["live", "revoked"] | None = None) -> ApiKeyPage:
        """List API keys."""
        return cast(ApiKeyPage, await self._client.answer(Call("GET", "/v1/api-keys", query={"page": page, "limit": limit, "status": status})))

    async def update(self, api_key_id: str, body: ApiKeysUpdateRequest) -> ApiKey:
        """Limit an API key."""
        return cast(ApiKey, await self._client.answer(Call("PATCH", f"/v1/api-keys/{in_path(api_key_id)}", json=body)))

    async def revoke(self, api_key_id: str, *, descendants: Literal["true", "false"] | None = None) -> RevokedApiKey:
        """Revoke an API key."""
        return cast(RevokedApiKey, await self._client.answer(Call("DELETE", f"/v1/api-keys/{in_path(api_key_id)}", query={"descendants": descendants})))

    async def rotate(self, api_key_id: str, body: ApiKeysRotateRequest) -> RotatedApiKey:
        """Rotate an API key."""
        return cast(RotatedApiKey, await self._client.answer(Call("POST", f"/v1/api-keys/{in_path(api_key_id)}/rotate", json=body)))


class AsyncDeviceAuthorizationsCalls(_AsyncCalls):
    async def create(self, body: DeviceAuthorizationsCreateRequest) -> StartedDeviceAuthorization:
        """Request a device key."""
        return cast(StartedDeviceAuthorization, await self._client.answer(Call("POST", "/v1/device-authorizations", json=body)))

    async def redeem(self, body: DeviceAuthorizationsRedeemRequest) -> CreatedApiKey:
        """Redeem a device key."""
        return cast(CreatedApiKey, await self._client.answer(Call("POST", "/v1/device-authorizations/redeem", json=body)))

    async def get(self, user_code: str) -> DeviceAuthorization:
        """Get a device request."""
        return cast(DeviceAuthorization, await self._client.answer(Call("GET", f"/v1/device-authorizations/{in_path(user_code)}")))

    async def approve(self, user_code: str) -> DeviceAuthorization:
        """Approve a device request."""
        return cast(DeviceAuthorization, await self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/approve")))

    async def deny(self, user_code: str) -> DeviceAuthorization:
        """Deny a device request."""
        return cast(DeviceAuthorization, await self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/deny")))


class AsyncWebhookEndpointsCalls(_AsyncCalls):
    async def create(self, body: WebhookEndpointsCreateRequest) -> CreatedWebhookEndpoint:
        """Create a webhook endpoint."""
        return cast(CreatedWebhookEndpoint, await self._client.answer(Call("POST", "/v1/webhook-endpoints", json=body)))

    async def list(self) -> WebhookEndpointList:
        """List webhook endpoints."""
        return cast(WebhookEndpointList, await self._client.answer(Call("GET", "/v1/webhook-endpoints")))

    async def get(self, endpoint_id: str) -> WebhookEndpoint:
        """Get a webhook endpoint."""
        return cast(WebhookEndpoint, await self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    async def update(self, endpoint_id: str, body: WebhookEndpointsUpdateRequest) -> WebhookEndpoint:
        """Update a webhook endpoint."""
        return cast(WebhookEndpoint, await self._client.answer(Call("PATCH", f"/v1/webhook-endpoints/{in_path(endpoint_id)}", json=body)))

    async def delete(self, endpoint_id: str) -> DeletedWebhookEndpoint:
        """Delete a webhook endpoint."""
        return cast(DeletedWebhookEndpoint, await self._client.answer(Call("DELETE", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    async def rotate(self, endpoint_id: str, body: WebhookEndpointsRotateRequest) -> RotatedWebhookSecret:
        """Rotate a webhook secret."""
        return cast(RotatedWebhookSecret, await self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/rotate", json=body)))

    async def list_deliveries(self, endpoint_id: str, *, page: int | None = None, limit: int | None = None, status: Literal["waiting", "pending", "delivered", "failed"] | None = None) -> WebhookDeliveryPage:
        """List webhook deliveries."""
        return cast(WebhookDeliveryPage, await self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/deliveries", query={"page": page, "limit": limit, "status": status})))

    async def test(self, endpoint_id: str) -> WebhookDelivery:
        """Send a test event."""
        return cast(WebhookDelivery, await self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/test")))


class AsyncWebhookSecretCalls(_AsyncCalls):
    async def get(self) -> WebhookSecret:
        """Get the callback secret."""
        return cast(WebhookSecret, await self._client.answer(Call("GET", "/v1/webhook-secret")))


class AsyncWebhookDeliveriesCalls(_AsyncCalls):
    async def retry(self, delivery_id: str) -> WebhookDelivery:
        """Retry a webhook delivery."""
        return cast(WebhookDelivery, await self._client.answer(Call("POST", f"/v1/webhook-deliveries/{in_path(delivery_id)}/retry")))


class AsyncFeedbackCalls(_AsyncCalls):
    async def create(self, body: FeedbackCreateRequest, *, idempotency_key: str | None = None) -> CreatedFeedback:
        """Send feedback."""
        return cast(CreatedFeedback, await self._client.answer(Call("POST", "/v1/feedback", json=body), idempotency_key))

    async def list(self, *, page: int | None = None, limit: int | None = None, request_type: Literal["tts", "asr"] | None = None, request_id: str | None = None) -> FeedbackPage:
        """List feedback."""
        return cast(FeedbackPage, await self._client.answer(Call("GET", "/v1/feedback", query={"page": page, "limit": limit, "request_type": request_type, "request_id": request_id})))


class AsyncContactSubmissionsCalls(_AsyncCalls):
    async def create(self, body: ContactSubmissionsCreateRequest) -> CreatedContactSubmission:
        """Contact the operator."""
        return cast(CreatedContactSubmission, await self._client.answer(Call("POST", "/v1/contact-submissions", json=body)))


class AsyncPlansCalls(_AsyncCalls):
    async def list(self) -> PlanList:
        """List plans."""
        return cast(PlanList, await self._client.answer(Call("GET", "/v1/plans")))


class AsyncPricingCalls(_AsyncCalls):
    async def get(self) -> PlanList:
        """Get public prices."""
        return cast(PlanList, await self._client.answer(Call("GET", "/pricing.json")))


class AsyncSubscriptionsCalls(_AsyncCalls):
    async def create(self, body: SubscriptionsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Subscribe to a plan."""
        return cast(SubscriptionCheckout, await self._client.answer(Call("POST", "/v1/subscriptions", json=body), idempotency_key))

    async def get_preview(self, *, plan_id: str) -> SubscriptionPreview:
        """Preview a plan change."""
        return cast(SubscriptionPreview, await self._client.answer(Call("GET", "/v1/subscriptions/preview", query={"plan_id": plan_id})))

    async def get_current(self) -> Subscription:
        """Get the subscription."""
        return cast(Subscription, await self._client.answer(Call("GET", "/v1/subscriptions/current")))

    async def cancel_current(self) -> Subscription:
        """Cancel the subscription."""
        return cast(Subscription, await self._client.answer(Call("DELETE", "/v1/subscriptions/current")))


class AsyncTopUpsCalls(_AsyncCalls):
    async def list(self) -> TopUpPackList:
        """List credit packs."""
        return cast(TopUpPackList, await self._client.answer(Call("GET", "/v1/top-ups")))

    async def create(self, body: TopUpsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Buy a credit pack."""
        return cast(SubscriptionCheckout, await self._client.answer(Call("POST", "/v1/top-ups", json=body), idempotency_key))


class AsyncPaymentsCalls(_AsyncCalls):
    async def list(self, *, page: int | None = None, limit: int | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> PaymentPage:
        """List payments."""
        return cast(PaymentPage, await self._client.answer(Call("GET", "/v1/payments", query={"page": page, "limit": limit, "from": from_, "to": to, "utc_offset": utc_offset})))

    async def get_receipt(self, payments_order_id: str) -> bytes:
        """Download a receipt."""
        return cast(bytes, await self._client.answer(Call("GET", f"/v1/payments/{in_path(payments_order_id)}/receipt")))


class AsyncOrdersCalls(_AsyncCalls):
    async def list(self) -> OpenOrderList:
        """List unpaid orders."""
        return cast(OpenOrderList, await self._client.answer(Call("GET", "/v1/orders")))

    async def cancel(self, payments_order_id: str) -> CancelledOrder:
        """Cancel an unpaid order."""
        return cast(CancelledOrder, await self._client.answer(Call("DELETE", f"/v1/orders/{in_path(payments_order_id)}")))


class AsyncBillingDetailsCalls(_AsyncCalls):
    async def get(self) -> BillingDetails:
        """Get billing details."""
        return cast(BillingDetails, await self._client.answer(Call("GET", "/v1/billing-details")))

    async def update(self, body: BillingDetailsUpdateRequest) -> BillingDetails:
        """Update billing details."""
        return cast(BillingDetails, await self._client.answer(Call("PUT", "/v1/billing-details", json=body)))


class AsyncUsageCalls(_AsyncCalls):
    async def get(self, *, source: Literal["web", "api_key", "all"] | None = None, granularity: Literal["day"] | None = None, breakdown: Literal["voice"] | None = None, api_key_id: str | None = None, from_: str | None = None, to: str | None = None) -> UsageReport:
        """Get usage and credits."""
        return cast(UsageReport, await self._client.answer(Call("GET", "/v1/usage", query={"source": source, "granularity": granularity, "breakdown": breakdown, "api_key_id": api_key_id, "from": from_, "to": to})))

    async def list_ledger(self, *, page: int | None = None, limit: int | None = None, pool: Literal["tts", "asr"] | None = None) -> CreditChangePage:
        """List credit changes."""
        return cast(CreditChangePage, await self._client.answer(Call("GET", "/v1/usage/ledger", query={"page": page, "limit": limit, "pool": pool})))


class AsyncHealthCalls(_AsyncCalls):
    async def get_liveness(self) -> Liveness:
        """Check liveness."""
        return cast(Liveness, await self._client.answer(Call("GET", "/healthz")))

    async def get_readiness(self) -> Readiness:
        """Check readiness."""
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
