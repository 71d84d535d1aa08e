"""The synchronous form of async_api.py, written from it by `npm run generate`."""

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
    from .client import SpeechClient


class _Calls:
    def __init__(self, client: SpeechClient) -> None:
        self._client = client


class DemoCalls(_Calls):
    def synthesize(self, body: DemoSynthesizeRequest, *, idempotency_key: str | None = None) -> DemoSynthesis:
        """Try text to speech."""
        return cast(DemoSynthesis, self._client.answer(Call("POST", "/v1/demo/speech/synthesize", json=body), idempotency_key))

    def transcribe(self, audio: AudioSource, body: DemoTranscribeRequest, *, idempotency_key: str | None = None) -> Transcription:
        """Try transcription."""
        return cast(Transcription, self._client.answer(form_call("POST", "/v1/demo/speech/transcriptions", audio, body), idempotency_key))

    def get_limits(self) -> DemoLimits:
        """Get demo limits."""
        return cast(DemoLimits, self._client.answer(Call("GET", "/demo.json")))


class SpeechCalls(_Calls):
    def synthesize(self, body: SpeechSynthesizeRequest, *, stream: bool | None = None, idempotency_key: str | None = None) -> Union[Synthesis, AcceptedRequest]:
        """Speak a text."""
        return cast("Union[Synthesis, AcceptedRequest]", self._client.answer(Call("POST", "/v1/speech/synthesize", query={"stream": stream}, json=body), idempotency_key))

    def estimate(self, body: SpeechEstimateRequest) -> SynthesisEstimate:
        """Estimate cost."""
        return cast(SynthesisEstimate, self._client.answer(Call("POST", "/v1/speech/estimates", json=body)))

    def transcribe(self, audio: AudioSource, body: SpeechTranscribeRequest, *, idempotency_key: str | None = None) -> Union[Transcription, AcceptedRequest, str]:
        """Transcribe a recording."""
        return cast("Union[Transcription, AcceptedRequest, str]", self._client.answer(form_call("POST", "/v1/speech/transcriptions", audio, body), idempotency_key))


class RequestsCalls(_Calls):
    def list(self, *, page: int | None = None, limit: int | None = None, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> SpeechRequestPage:
        """List requests."""
        return cast(SpeechRequestPage, self._client.answer(Call("GET", "/v1/speech/requests", query={"page": page, "limit": limit, "search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset})))

    def export(self, *, search: str | None = None, request_type: Literal["tts", "asr"] | None = None, status: Literal["queued", "processing", "completed", "failed", "cancelled"] | None = None, voice_id: str | None = None, api_key_id: str | None = None, documents: Literal["exclude", "only"] | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None, format: Literal["csv", "json"] | None = None) -> Union[ExportedSpeechRequests, str]:
        """Export requests."""
        return cast("Union[ExportedSpeechRequests, str]", self._client.answer(Call("GET", "/v1/speech/requests/export", query={"search": search, "request_type": request_type, "status": status, "voice_id": voice_id, "api_key_id": api_key_id, "documents": documents, "from": from_, "to": to, "utc_offset": utc_offset, "format": format})))

    def delete_many(self, body: RequestsDeleteManyRequest) -> DeletedRequests:
        """Delete several requests."""
        return cast(DeletedRequests, self._client.answer(Call("POST", "/v1/speech/requests/delete", json=body)))

    def delete(self, request_id: str) -> DeletedRequest:
        """Delete a request."""
        return cast(DeletedRequest, self._client.answer(Call("DELETE", f"/v1/speech/requests/{in_path(request_id)}")))

    def get(self, request_id: str) -> SpeechRequest:
        """Get a request."""
        return cast(SpeechRequest, self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}")))

    def get_audio(self, request_id: str) -> bytes:
        """Download audio."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/audio")))

    def get_transcript(self, request_id: str, *, format: Literal["json", "text", "srt", "vtt"] | None = None, max_line_width: int | None = None, max_lines: int | None = None, max_words: int | None = None) -> Union[Transcription, str]:
        """Download a transcript."""
        return cast("Union[Transcription, str]", self._client.answer(Call("GET", f"/v1/speech/requests/{in_path(request_id)}/transcript", query={"format": format, "max_line_width": max_line_width, "max_lines": max_lines, "max_words": max_words})))

    def update_transcript(self, request_id: str, body: RequestsUpdateTranscriptRequest) -> SpeechRequest:
        """Correct a transcript."""
        return cast(SpeechRequest, self._client.answer(Call("PATCH", f"/v1/speech/requests/{in_path(request_id)}/transcript", json=body)))


class BatchesCalls(_Calls):
    def create(self, body: BatchesCreateRequest, *, idempotency_key: str | None = None) -> Batch:
        """Create a batch."""
        return cast(Batch, self._client.answer(Call("POST", "/v1/speech/batches", json=body), idempotency_key))

    def list(self, *, page: int | None = None, limit: int | None = None) -> BatchPage:
        """List batches."""
        return cast(BatchPage, self._client.answer(Call("GET", "/v1/speech/batches", query={"page": page, "limit": limit})))

    def get(self, batch_id: str) -> Batch:
        """Get a batch."""
        return cast(Batch, self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}")))

    def delete(self, batch_id: str) -> DeletedBatch:
        """Delete a batch."""
        return cast(DeletedBatch, self._client.answer(Call("DELETE", f"/v1/speech/batches/{in_path(batch_id)}")))

    def results(self, batch_id: str) -> str:
        """Download batch results."""
        return cast(str, self._client.answer(Call("GET", f"/v1/speech/batches/{in_path(batch_id)}/results")))

    def cancel(self, batch_id: str) -> Batch:
        """Cancel a batch."""
        return cast(Batch, self._client.answer(Call("POST", f"/v1/speech/batches/{in_path(batch_id)}/cancel")))


class VoicesCalls(_Calls):
    def create(self, audio: AudioSource, body: VoicesCreateRequest, *, idempotency_key: str | None = None) -> CreatedVoice:
        """Create a voice."""
        return cast(CreatedVoice, self._client.answer(form_call("POST", "/v1/voices", audio, body), idempotency_key))

    def list(self, *, page: int | None = None, limit: int | None = None, type: Literal["builtin", "custom"] | None = None, language: str | None = None, gender: Literal["female", "male"] | None = None, quality: Literal["natural", "standard", "basic"] | None = None, engine: Literal["kokoro", "piper", "flite", "espeak-ng", "remote-speech"] | None = None, available: bool | None = None, installed: bool | None = None, favorite: bool | None = None, search: str | None = None) -> VoicePage:
        """List voices."""
        return cast(VoicePage, self._client.answer(Call("GET", "/v1/voices", query={"page": page, "limit": limit, "type": type, "language": language, "gender": gender, "quality": quality, "engine": engine, "available": available, "installed": installed, "favorite": favorite, "search": search})))

    def get(self, voice_id: str) -> Voice:
        """Get a voice."""
        return cast(Voice, self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}")))

    def update(self, voice_id: str, body: VoicesUpdateRequest) -> Voice:
        """Update a voice."""
        return cast(Voice, self._client.answer(Call("PATCH", f"/v1/voices/{in_path(voice_id)}", json=body)))

    def delete(self, voice_id: str) -> DeletedVoice:
        """Delete a voice."""
        return cast(DeletedVoice, self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}")))

    def get_preview(self, voice_id: str) -> bytes:
        """Preview a voice."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/preview")))

    def train(self, voice_id: str) -> Voice:
        """Retrain a voice."""
        return cast(Voice, self._client.answer(Call("POST", f"/v1/voices/{in_path(voice_id)}/train")))

    def get_sample(self, voice_id: str) -> bytes:
        """Download a voice sample."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/sample")))

    def replace_sample(self, voice_id: str, audio: AudioSource, body: VoicesReplaceSampleRequest) -> Voice:
        """Replace a voice sample."""
        return cast(Voice, self._client.answer(form_call("PUT", f"/v1/voices/{in_path(voice_id)}/sample", audio, body)))

    def delete_sample(self, voice_id: str) -> DeletedVoiceSample:
        """Delete a voice sample."""
        return cast(DeletedVoiceSample, self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/sample")))

    def get_comparison(self, voice_id: str) -> bytes:
        """Compare voice and sample."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/comparison")))

    def list_uses(self, voice_id: str, *, page: int | None = None, limit: int | None = None) -> VoiceUsePage:
        """List uses of a voice."""
        return cast(VoiceUsePage, self._client.answer(Call("GET", f"/v1/voices/{in_path(voice_id)}/uses", query={"page": page, "limit": limit})))

    def add_favorite(self, voice_id: str) -> FavoriteVoice:
        """Add a favorite voice."""
        return cast(FavoriteVoice, self._client.answer(Call("PUT", f"/v1/voices/{in_path(voice_id)}/favorite")))

    def remove_favorite(self, voice_id: str) -> FavoriteVoice:
        """Remove a favorite voice."""
        return cast(FavoriteVoice, self._client.answer(Call("DELETE", f"/v1/voices/{in_path(voice_id)}/favorite")))


class EnginesCalls(_Calls):
    def list(self) -> EngineList:
        """List engines."""
        return cast(EngineList, self._client.answer(Call("GET", "/v1/engines")))


class LanguagesCalls(_Calls):
    def list(self) -> LanguageList:
        """List languages."""
        return cast(LanguageList, self._client.answer(Call("GET", "/v1/languages")))


class ExamplesCalls(_Calls):
    def list(self) -> ExampleList:
        """List examples."""
        return cast(ExampleList, self._client.answer(Call("GET", "/v1/examples")))

    def get_audio(self, example_id: str) -> bytes:
        """Get example audio."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/audio")))

    def get_transcript(self, example_id: str) -> ExampleTranscript:
        """Get an example transcript."""
        return cast(ExampleTranscript, self._client.answer(Call("GET", f"/v1/examples/{in_path(example_id)}/transcript")))


class KeyTermListsCalls(_Calls):
    def create(self, body: KeyTermListsCreateRequest) -> KeyTermList:
        """Create a key term list."""
        return cast(KeyTermList, self._client.answer(Call("POST", "/v1/key-term-lists", json=body)))

    def list(self) -> KeyTermLists:
        """List key term lists."""
        return cast(KeyTermLists, self._client.answer(Call("GET", "/v1/key-term-lists")))

    def get(self, list_id: str) -> KeyTermList:
        """Get a key term list."""
        return cast(KeyTermList, self._client.answer(Call("GET", f"/v1/key-term-lists/{in_path(list_id)}")))

    def update(self, list_id: str, body: KeyTermListsUpdateRequest) -> KeyTermList:
        """Update a key term list."""
        return cast(KeyTermList, self._client.answer(Call("PATCH", f"/v1/key-term-lists/{in_path(list_id)}", json=body)))

    def delete(self, list_id: str) -> DeletedKeyTermList:
        """Delete a key term list."""
        return cast(DeletedKeyTermList, self._client.answer(Call("DELETE", f"/v1/key-term-lists/{in_path(list_id)}")))


class PronunciationDictionariesCalls(_Calls):
    def create(self, body: PronunciationDictionariesCreateRequest) -> PronunciationDictionary:
        """Create a pronunciation dictionary."""
        return cast(PronunciationDictionary, self._client.answer(Call("POST", "/v1/pronunciation-dictionaries", json=body)))

    def list(self) -> PronunciationDictionaries:
        """List pronunciation dictionaries."""
        return cast(PronunciationDictionaries, self._client.answer(Call("GET", "/v1/pronunciation-dictionaries")))

    def get(self, dictionary_id: str) -> PronunciationDictionary:
        """Get a pronunciation dictionary."""
        return cast(PronunciationDictionary, self._client.answer(Call("GET", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))

    def update(self, dictionary_id: str, body: PronunciationDictionariesUpdateRequest) -> PronunciationDictionary:
        """Update a pronunciation dictionary."""
        return cast(PronunciationDictionary, self._client.answer(Call("PATCH", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}", json=body)))

    def delete(self, dictionary_id: str) -> DeletedPronunciationDictionary:
        """Delete a pronunciation dictionary."""
        return cast(DeletedPronunciationDictionary, self._client.answer(Call("DELETE", f"/v1/pronunciation-dictionaries/{in_path(dictionary_id)}")))


class DocumentsCalls(_Calls):
    def create(self, body: DocumentsCreateRequest) -> Document:
        """Create a document."""
        return cast(Document, self._client.answer(Call("POST", "/v1/documents", json=body)))

    def list(self, *, page: int | None = None, limit: int | None = None) -> DocumentPage:
        """List documents."""
        return cast(DocumentPage, self._client.answer(Call("GET", "/v1/documents", query={"page": page, "limit": limit})))

    def get(self, document_id: str, *, text: bool | None = None) -> Document:
        """Get a document."""
        return cast(Document, self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}", query={"text": text})))

    def update(self, document_id: str, body: DocumentsUpdateRequest) -> Document:
        """Update a document."""
        return cast(Document, self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}", json=body)))

    def delete(self, document_id: str) -> DeletedDocument:
        """Delete a document."""
        return cast(DeletedDocument, self._client.answer(Call("DELETE", f"/v1/documents/{in_path(document_id)}")))

    def update_paragraph(self, document_id: str, paragraph_id: str, body: DocumentsUpdateParagraphRequest) -> Document:
        """Update a paragraph."""
        return cast(Document, self._client.answer(Call("PATCH", f"/v1/documents/{in_path(document_id)}/paragraphs/{in_path(paragraph_id)}", json=body)))

    def speak(self, document_id: str, body: DocumentsSpeakRequest) -> SubmittedParagraphs:
        """Speak a document."""
        return cast(SubmittedParagraphs, self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/speak", json=body)))

    def cancel(self, document_id: str) -> CancelledParagraphs:
        """Stop speaking a document."""
        return cast(CancelledParagraphs, self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/cancel")))

    def get_estimate(self, document_id: str) -> DocumentEstimate:
        """Estimate the cost of a document."""
        return cast(DocumentEstimate, self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/estimate")))

    def create_export(self, document_id: str, body: DocumentsCreateExportRequest) -> DocumentExport:
        """Export a document."""
        return cast(DocumentExport, self._client.answer(Call("POST", f"/v1/documents/{in_path(document_id)}/exports", json=body)))

    def list_exports(self, document_id: str) -> DocumentExports:
        """List exports."""
        return cast(DocumentExports, self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports")))

    def get_export(self, document_id: str, export_id: str) -> DocumentExport:
        """Get an export."""
        return cast(DocumentExport, self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}")))

    def get_export_audio(self, document_id: str, export_id: str) -> bytes:
        """Download an export."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/documents/{in_path(document_id)}/exports/{in_path(export_id)}/audio")))


class AccountCalls(_Calls):
    def get(self) -> UserProfile:
        """Get the profile."""
        return cast(UserProfile, self._client.answer(Call("GET", "/v1/users/me")))

    def update(self, body: AccountUpdateRequest) -> UserProfile:
        """Update account settings."""
        return cast(UserProfile, self._client.answer(Call("PATCH", "/v1/users/me", json=body)))

    def close(self, body: AccountCloseRequest) -> ClosedAccount:
        """Close the account."""
        return cast(ClosedAccount, self._client.answer(Call("POST", "/v1/users/me/close", json=body)))

    def export(self) -> AccountExport:
        """Download account data."""
        return cast(AccountExport, self._client.answer(Call("GET", "/v1/users/me/export")))

    def get_limits(self) -> AccountLimits:
        """Get request limits."""
        return cast(AccountLimits, self._client.answer(Call("GET", "/v1/users/me/limits")))


class SessionsCalls(_Calls):
    def list(self, *, page: int | None = None, limit: int | None = None) -> SessionPage:
        """List sessions."""
        return cast(SessionPage, self._client.answer(Call("GET", "/v1/users/me/sessions", query={"page": page, "limit": limit})))

    def delete_all(self) -> EndedSessions:
        """Sign out everywhere."""
        return cast(EndedSessions, self._client.answer(Call("DELETE", "/v1/users/me/sessions")))

    def delete(self, session_id: str) -> EndedSession:
        """Sign out one session."""
        return cast(EndedSession, self._client.answer(Call("DELETE", f"/v1/users/me/sessions/{in_path(session_id)}")))


class ChecklistCalls(_Calls):
    def get(self) -> Checklist:
        """Get the checklist."""
        return cast(Checklist, self._client.answer(Call("GET", "/v1/users/me/checklist")))

    def hide(self) -> Checklist:
        """Hide the checklist."""
        return cast(Checklist, self._client.answer(Call("DELETE", "/v1/users/me/checklist")))


class LiveTokensCalls(_Calls):
    def create(self, body: LiveTokensCreateRequest) -> LiveToken:
        """Create a live token."""
        return cast(LiveToken, self._client.answer(Call("POST", "/v1/live/tokens", json=body)))


class ApiKeysCalls(_Calls):
    def create(self, body: ApiKeysCreateRequest) -> CreatedApiKey:
        """Create an API key."""
        return cast(CreatedApiKey, self._client.answer(Call("POST", "/v1/api-keys", json=body)))

    def list(self, *, page: int | None = None, limit: int | None = None, status: Literal["live", "revoked"] | None = None) -> ApiKeyPage:
        """List API keys."""
        return cast(ApiKeyPage, self._client.answer(Call("GET", "/v1/api-keys", query={"page": page, "limit": limit, "status": status})))

    def update(self, api_key_id: str, body: ApiKeysUpdateRequest) -> ApiKey:
        """Limit an API key."""
        return cast(ApiKey, self._client.answer(Call("PATCH", f"/v1/api-keys/{in_path(api_key_id)}", json=body)))

    def revoke(self, api_key_id: str, *, descendants: Literal["true", "false"] | None = None) -> RevokedApiKey:
        """Revoke an API key."""
        return cast(RevokedApiKey, self._client.answer(Call("DELETE", f"/v1/api-keys/{in_path(api_key_id)}", query={"descendants": descendants})))

    def rotate(self, api_key_id: str, body: ApiKeysRotateRequest) -> RotatedApiKey:
        """Rotate an API key."""
        return cast(RotatedApiKey, self._client.answer(Call("POST", f"/v1/api-keys/{in_path(api_key_id)}/rotate", json=body)))


class DeviceAuthorizationsCalls(_Calls):
    def create(self, body: DeviceAuthorizationsCreateRequest) -> StartedDeviceAuthorization:
        """Request a device key."""
        return cast(StartedDeviceAuthorization, self._client.answer(Call("POST", "/v1/device-authorizations", json=body)))

    def redeem(self, body: DeviceAuthorizationsRedeemRequest) -> CreatedApiKey:
        """Redeem a device key."""
        return cast(CreatedApiKey, self._client.answer(Call("POST", "/v1/device-authorizations/redeem", json=body)))

    def get(self, user_code: str) -> DeviceAuthorization:
        """Get a device request."""
        return cast(DeviceAuthorization, self._client.answer(Call("GET", f"/v1/device-authorizations/{in_path(user_code)}")))

    def approve(self, user_code: str) -> DeviceAuthorization:
        """Approve a device request."""
        return cast(DeviceAuthorization, self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/approve")))

    def deny(self, user_code: str) -> DeviceAuthorization:
        """Deny a device request."""
        return cast(DeviceAuthorization, self._client.answer(Call("POST", f"/v1/device-authorizations/{in_path(user_code)}/deny")))


class WebhookEndpointsCalls(_Calls):
    def create(self, body: WebhookEndpointsCreateRequest) -> CreatedWebhookEndpoint:
        """Create a webhook endpoint."""
        return cast(CreatedWebhookEndpoint, self._client.answer(Call("POST", "/v1/webhook-endpoints", json=body)))

    def list(self) -> WebhookEndpointList:
        """List webhook endpoints."""
        return cast(WebhookEndpointList, self._client.answer(Call("GET", "/v1/webhook-endpoints")))

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        """Get a webhook endpoint."""
        return cast(WebhookEndpoint, self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    def update(self, endpoint_id: str, body: WebhookEndpointsUpdateRequest) -> WebhookEndpoint:
        """Update a webhook endpoint."""
        return cast(WebhookEndpoint, self._client.answer(Call("PATCH", f"/v1/webhook-endpoints/{in_path(endpoint_id)}", json=body)))

    def delete(self, endpoint_id: str) -> DeletedWebhookEndpoint:
        """Delete a webhook endpoint."""
        return cast(DeletedWebhookEndpoint, self._client.answer(Call("DELETE", f"/v1/webhook-endpoints/{in_path(endpoint_id)}")))

    def rotate(self, endpoint_id: str, body: WebhookEndpointsRotateRequest) -> RotatedWebhookSecret:
        """Rotate a webhook secret."""
        return cast(RotatedWebhookSecret, self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/rotate", json=body)))

    def list_deliveries(self, endpoint_id: str, *, page: int | None = None, limit: int | None = None, status: Literal["waiting", "pending", "delivered", "failed"] | None = None) -> WebhookDeliveryPage:
        """List webhook deliveries."""
        return cast(WebhookDeliveryPage, self._client.answer(Call("GET", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/deliveries", query={"page": page, "limit": limit, "status": status})))

    def test(self, endpoint_id: str) -> WebhookDelivery:
        """Send a test event."""
        return cast(WebhookDelivery, self._client.answer(Call("POST", f"/v1/webhook-endpoints/{in_path(endpoint_id)}/test")))


class WebhookSecretCalls(_Calls):
    def get(self) -> WebhookSecret:
        """Get the callback secret."""
        return cast(WebhookSecret, self._client.answer(Call("GET", "/v1/webhook-secret")))


class WebhookDeliveriesCalls(_Calls):
    def retry(self, delivery_id: str) -> WebhookDelivery:
        """Retry a webhook delivery."""
        return cast(WebhookDelivery, self._client.answer(Call("POST", f"/v1/webhook-deliveries/{in_path(delivery_id)}/retry")))


class FeedbackCalls(_Calls):
    def create(self, body: FeedbackCreateRequest, *, idempotency_key: str | None = None) -> CreatedFeedback:
        """Send feedback."""
        return cast(CreatedFeedback, self._client.answer(Call("POST", "/v1/feedback", json=body), idempotency_key))

    def list(self, *, page: int | None = None, limit: int | None = None, request_type: Literal["tts", "asr"] | None = None, request_id: str | None = None) -> FeedbackPage:
        """List feedback."""
        return cast(FeedbackPage, self._client.answer(Call("GET", "/v1/feedback", query={"page": page, "limit": limit, "request_type": request_type, "request_id": request_id})))


class ContactSubmissionsCalls(_Calls):
    def create(self, body: ContactSubmissionsCreateRequest) -> CreatedContactSubmission:
        """Contact the operator."""
        return cast(CreatedContactSubmission, self._client.answer(Call("POST", "/v1/contact-submissions", json=body)))


class PlansCalls(_Calls):
    def list(self) -> PlanList:
        """List plans."""
        return cast(PlanList, self._client.answer(Call("GET", "/v1/plans")))


class PricingCalls(_Calls):
    def get(self) -> PlanList:
        """Get public prices."""
        return cast(PlanList, self._client.answer(Call("GET", "/pricing.json")))


class SubscriptionsCalls(_Calls):
    def create(self, body: SubscriptionsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Subscribe to a plan."""
        return cast(SubscriptionCheckout, self._client.answer(Call("POST", "/v1/subscriptions", json=body), idempotency_key))

    def get_preview(self, *, plan_id: str) -> SubscriptionPreview:
        """Preview a plan change."""
        return cast(SubscriptionPreview, self._client.answer(Call("GET", "/v1/subscriptions/preview", query={"plan_id": plan_id})))

    def get_current(self) -> Subscription:
        """Get the subscription."""
        return cast(Subscription, self._client.answer(Call("GET", "/v1/subscriptions/current")))

    def cancel_current(self) -> Subscription:
        """Cancel the subscription."""
        return cast(Subscription, self._client.answer(Call("DELETE", "/v1/subscriptions/current")))


class TopUpsCalls(_Calls):
    def list(self) -> TopUpPackList:
        """List credit packs."""
        return cast(TopUpPackList, self._client.answer(Call("GET", "/v1/top-ups")))

    def create(self, body: TopUpsCreateRequest, *, idempotency_key: str | None = None) -> SubscriptionCheckout:
        """Buy a credit pack."""
        return cast(SubscriptionCheckout, self._client.answer(Call("POST", "/v1/top-ups", json=body), idempotency_key))


class PaymentsCalls(_Calls):
    def list(self, *, page: int | None = None, limit: int | None = None, from_: str | None = None, to: str | None = None, utc_offset: int | None = None) -> PaymentPage:
        """List payments."""
        return cast(PaymentPage, self._client.answer(Call("GET", "/v1/payments", query={"page": page, "limit": limit, "from": from_, "to": to, "utc_offset": utc_offset})))

    def get_receipt(self, payments_order_id: str) -> bytes:
        """Download a receipt."""
        return cast(bytes, self._client.answer(Call("GET", f"/v1/payments/{in_path(payments_order_id)}/receipt")))


class OrdersCalls(_Calls):
    def list(self) -> OpenOrderList:
        """List unpaid orders."""
        return cast(OpenOrderList, self._client.answer(Call("GET", "/v1/orders")))

    def cancel(self, payments_order_id: str) -> CancelledOrder:
        """Cancel an unpaid order."""
        return cast(CancelledOrder, self._client.answer(Call("DELETE", f"/v1/orders/{in_path(payments_order_id)}")))


class BillingDetailsCalls(_Calls):
    def get(self) -> BillingDetails:
        """Get billing details."""
        return cast(BillingDetails, self._client.answer(Call("GET", "/v1/billing-details")))

    def update(self, body: BillingDetailsUpdateRequest) -> BillingDetails:
        """Update billing details."""
        return cast(BillingDetails, self._client.answer(Call("PUT", "/v1/billing-details", json=body)))


class UsageCalls(_Calls):
    def get(self, *, source: Literal["web", "api_key", "all"] | None = None, granularity: Literal["day"] | None = None, breakdown: Literal["voice"] | None = None, api_key_id: str | None = None, from_: str | None = None, to: str | None = None) -> UsageReport:
        """Get usage and credits."""
        return cast(UsageReport, self._client.answer(Call("GET", "/v1/usage", query={"source": source, "granularity": granularity, "breakdown": breakdown, "api_key_id": api_key_id, "from": from_, "to": to})))

    def list_ledger(self, *, page: int | None = None, limit: int | None = None, pool: Literal["tts", "asr"] | None = None) -> CreditChangePage:
        """List credit changes."""
        return cast(CreditChangePage, self._client.answer(Call("GET", "/v1/usage/ledger", query={"page": page, "limit": limit, "pool": pool})))


class HealthCalls(_Calls):
    def get_liveness(self) -> Liveness:
        """Check liveness."""
        return cast(Liveness, self._client.answer(Call("GET", "/healthz")))

    def get_readiness(self) -> Readiness:
        """Check readiness."""
        return cast(Readiness, self._client.answer(Call("GET", "/readyz")))


class Api:
    """All calls of the API, in groups."""

    def __init__(self, client: SpeechClient) -> None:
        self.demo = DemoCalls(client)
        self.speech = SpeechCalls(client)
        self.requests = RequestsCalls(client)
        self.batches = BatchesCalls(client)
        self.voices = VoicesCalls(client)
        self.engines = EnginesCalls(client)
        self.languages = LanguagesCalls(client)
        self.examples = ExamplesCalls(client)
        self.key_term_lists = KeyTermListsCalls(client)
        self.pronunciation_dictionaries = PronunciationDictionariesCalls(client)
        self.documents = DocumentsCalls(client)
        self.account = AccountCalls(client)
        self.sessions = SessionsCalls(client)
        self.checklist = ChecklistCalls(client)
        self.live_tokens = LiveTokensCalls(client)
        self.api_keys = ApiKeysCalls(client)
        self.device_authorizations = DeviceAuthorizationsCalls(client)
        self.webhook_endpoints = WebhookEndpointsCalls(client)
        self.webhook_secret = WebhookSecretCalls(client)
        self.webhook_deliveries = WebhookDeliveriesCalls(client)
        self.feedback = FeedbackCalls(client)
        self.contact_submissions = ContactSubmissionsCalls(client)
        self.plans = PlansCalls(client)
        self.pricing = PricingCalls(client)
        self.subscriptions = SubscriptionsCalls(client)
        self.top_ups = TopUpsCalls(client)
        self.payments = PaymentsCalls(client)
        self.orders = OrdersCalls(client)
        self.billing_details = BillingDetailsCalls(client)
        self.usage = UsageCalls(client)
        self.health = HealthCalls(client)
