/**
 * The types of the API, written by `npm run generate` from its OpenAPI document. Do not edit: a test holds them current.
 */

export type DemoSynthesizeRequest = { "text": string; "input_type"?: "text" | "ssml"; "voice_id"?: string; "language"?: string };

export type DemoTranscribeRequest = { "audio": string };

export type SpeechSynthesizeRequest = { "text": string; "input_type"?: "text" | "ssml"; "voice_id"?: string; "voice"?: string; "language"?: string; "speed"?: number; "format"?: "wav" | "mp3" | "ogg" | "flac" | "aac" | "pcm" | "mulaw" | "alaw"; "sample_rate"?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000; "bit_rate"?: number; "callback_url"?: string; "word_timestamps"?: boolean; "pronunciation"?: boolean; "pronunciation_dictionary"?: string };

export type SpeechEstimateRequest = { "text": string; "input_type"?: "text" | "ssml"; "voice_id"?: string; "voice"?: string; "language"?: string; "pronunciation"?: boolean; "pronunciation_dictionary"?: string };

export type SpeechTranscribeRequest = { "audio"?: string; "language"?: string; "model"?: string; "task"?: "transcribe" | "translate"; "format"?: "smart" | "verbatim"; "start"?: number; "end"?: number; "diarize"?: boolean; "speakers"?: number; "min_speakers"?: number; "max_speakers"?: number; "channels"?: "together" | "separate"; "key_terms"?: readonly (string)[]; "key_term_list"?: string; "replace"?: readonly ({ "from": string; "to": string })[]; "search"?: readonly (string)[]; "profanity"?: "keep" | "mask"; "redact"?: readonly (string)[]; "redact_audio"?: boolean; "paragraphs"?: boolean; "chapters"?: boolean; "summary"?: boolean; "topics"?: boolean; "translate_to"?: string; "callback_url"?: string; "response_format"?: "json" | "text" | "srt" | "vtt"; "url"?: string; "max_line_width"?: number; "max_lines"?: number; "max_words"?: number };

export type RequestsDeleteManyRequest = { "request_ids": readonly (string)[] };

export type RequestsUpdateTranscriptRequest = { "speaker_names"?: {  }; "segments"?: {  }; "segment_speakers"?: {  } };

export type BatchesCreateRequest = { "language"?: string; "model"?: string; "task"?: "transcribe" | "translate"; "format"?: "smart" | "verbatim"; "start"?: number; "end"?: number; "diarize"?: boolean; "speakers"?: number; "min_speakers"?: number; "max_speakers"?: number; "channels"?: "together" | "separate"; "key_terms"?: readonly (string)[]; "key_term_list"?: string; "replace"?: readonly ({ "from": string; "to": string })[]; "search"?: readonly (string)[]; "profanity"?: "keep" | "mask"; "redact"?: readonly (string)[]; "redact_audio"?: boolean; "paragraphs"?: boolean; "chapters"?: boolean; "summary"?: boolean; "topics"?: boolean; "translate_to"?: string; "callback_url"?: string; "urls"?: readonly (string)[]; "items"?: readonly ({ "url": string; "custom_id"?: string })[] };

export type BatchesCreateForm = { "archive": string; "language"?: string; "model"?: string; "task"?: "transcribe" | "translate"; "format"?: "smart" | "verbatim"; "start"?: number; "end"?: number; "diarize"?: boolean; "speakers"?: number; "min_speakers"?: number; "max_speakers"?: number; "channels"?: "together" | "separate"; "key_terms"?: readonly (string)[]; "key_term_list"?: string; "replace"?: readonly ({ "from": string; "to": string })[]; "search"?: readonly (string)[]; "profanity"?: "keep" | "mask"; "redact"?: readonly (string)[]; "redact_audio"?: boolean; "paragraphs"?: boolean; "chapters"?: boolean; "summary"?: boolean; "topics"?: boolean; "translate_to"?: string; "callback_url"?: string };

export type VoicesCreateRequest = { "audio": string; "name": string; "description"?: string; "language"?: string; "consent"?: string; "consent_given_by"?: string; "sample_text"?: string; "callback_url"?: string };

export type VoicesUpdateRequest = { "name"?: string; "description"?: string };

export type VoicesReplaceSampleRequest = { "audio": string; "sample_text"?: string };

export type KeyTermListsCreateRequest = { "name": string; "terms": readonly (string)[] };

export type KeyTermListsUpdateRequest = { "name"?: string; "terms"?: readonly (string)[] };

export type PronunciationDictionariesCreateRequest = { "name": string; "always"?: boolean; "entries"?: readonly (NewPronunciation)[] };

export type NewPronunciation = { "word": string; "respelling"?: string | null; "ipa"?: string | null; "language"?: string | null; "case_sensitive"?: boolean };

export type PronunciationDictionariesUpdateRequest = { "name"?: string; "always"?: boolean; "entries"?: readonly (NewPronunciation)[]; "remove"?: readonly (RemovedPronunciation)[]; "add"?: readonly (NewPronunciation)[] };

export type RemovedPronunciation = { "word": string; "language"?: string | null };

export type DocumentsCreateRequest = { "title": string; "author"?: string | null; "language"?: string | null; "voice_id"?: string | null; "speed"?: number; "speakers"?: readonly (DocumentSpeaker)[]; "text"?: string; "chapters"?: readonly (NewChapter)[] };

export type DocumentSpeaker = { "name": string; "voice_id": string };

export type NewChapter = { "title": string; "paragraphs": readonly (NewParagraph)[] };

export type NewParagraph = { "paragraph_id"?: string; "text": string; "voice_id"?: string | null };

export type DocumentsUpdateRequest = { "title"?: string; "author"?: string | null; "language"?: string | null; "voice_id"?: string | null; "speed"?: number; "speakers"?: readonly (DocumentSpeaker)[]; "chapters"?: readonly (NewChapter)[] };

export type DocumentsUpdateParagraphRequest = { "text"?: string; "voice_id"?: string | null };

export type DocumentsSpeakRequest = { "paragraph_ids"?: readonly (string)[] };

export type DocumentsCreateExportRequest = { "format"?: "m4b" | "mp3"; "chapter"?: number };

export type AccountUpdateRequest = { "keep_recordings"?: boolean; "alert_percent"?: number };

export type AccountCloseRequest = { "confirm": string };

export type LiveTokensCreateRequest = { "ttl_seconds"?: number };

export type ApiKeysCreateRequest = { "name": string; "description"?: string; "scopes"?: readonly ("speech" | "voices" | "usage" | "keys" | "billing" | "admin")[]; "monthly_credit_limit"?: number | null; "expires_in_days"?: number | null };

export type ApiKeysUpdateRequest = { "monthly_credit_limit": number | null };

export type ApiKeysRotateRequest = { "grace_period_days"?: number };

export type DeviceAuthorizationsCreateRequest = { "client_name": string; "scopes"?: readonly ("speech" | "voices" | "usage" | "keys" | "billing")[] };

export type DeviceAuthorizationsRedeemRequest = { "device_code": string };

export type WebhookEndpointsCreateRequest = { "url": string; "events"?: readonly ("speech.request.completed" | "speech.request.failed" | "speech.batch.completed" | "voice.ready" | "voice.failed" | "subscription.activated" | "subscription.past_due" | "subscription.cancelled" | "subscription.expired" | "credits.low")[]; "include"?: readonly ("transcript")[]; "description"?: string };

export type WebhookEndpointsUpdateRequest = { "url"?: string; "events"?: readonly ("speech.request.completed" | "speech.request.failed" | "speech.batch.completed" | "voice.ready" | "voice.failed" | "subscription.activated" | "subscription.past_due" | "subscription.cancelled" | "subscription.expired" | "credits.low")[]; "include"?: readonly ("transcript")[]; "description"?: string; "state"?: "enabled" | "disabled" };

export type WebhookEndpointsRotateRequest = { "grace_period_days"?: number };

export type FeedbackCreateRequest = { "request_id": string; "feedback_text": string };

export type ContactSubmissionsCreateRequest = { "name": string; "email": string; "company"?: string | null; "interested_products"?: readonly (string)[] | null; "how_did_you_hear"?: string | null; "message"?: string | null };

export type ContactSubmissionsUpdateRequest = { "status": "new" | "reviewed" | "closed" };

export type SubscriptionsCreateRequest = { "plan_id": string };

export type TopUpsCreateRequest = { "pack_id": string };

export type BillingDetailsUpdateRequest = { "company": string; "address": string; "tax_number": string };

export type IdentityEvent = { "type": string; "data": { "id"?: unknown; "sub"?: unknown } };

export type PaymentEvent = { "event": string; "payload"?: unknown };

export type AdminAccountsUpdateRequest = { "role": "user" | "admin" };

export type AdminAccountsCorrectCreditsRequest = { "pool": "tts" | "asr"; "credits": number; "reason": string };

export type AdminAccountsBlockRequest = { "reason": string };

export type AdminAccountsCreateNoteRequest = { "text": string };

export type AdminModelPullsCreateRequest = { "folder_id": string; "model": string; "accept_unverified"?: boolean };

export type OpenAISpeechCreateRequest = { "model": string; "input": string; "voice": string | { "id": string }; "instructions"?: string | null; "response_format"?: "mp3" | "opus" | "aac" | "flac" | "wav" | "pcm" | null; "speed"?: number | null; "stream_format"?: "audio" | "sse" | null; "language"?: string | null };

export type OpenAITranscriptionsCreateRequest = { "file": string; "model": string; "language"?: string; "languages"?: readonly (string)[]; "prompt"?: string; "keywords"?: readonly (string)[]; "temperature"?: number; "response_format"?: "json" | "text" | "srt" | "verbose_json" | "vtt" | "diarized_json"; "timestamp_granularities"?: readonly ("word" | "segment")[]; "include"?: readonly ("logprobs")[]; "chunking_strategy"?: string | { "type": "server_vad" }; "stream"?: boolean };

export type OpenAITranslationsCreateRequest = { "file": string; "model": string; "prompt"?: string; "temperature"?: number; "response_format"?: "json" | "text" | "srt" | "verbose_json" | "vtt" };

export type OpenAIRealtimeClientSecretsCreateRequest = { "expires_after"?: { "anchor"?: "created_at"; "seconds"?: number }; "session"?: { "type"?: "transcription"; "include"?: readonly (string)[] | null; "audio"?: { "input"?: { "format"?: { "type": "audio/pcm" | "audio/pcmu" | "audio/pcma"; "rate"?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000 }; "transcription"?: { "model"?: string; "language"?: string | null; "languages"?: readonly (string)[]; "prompt"?: string | null; "keywords"?: readonly (string)[]; "delay"?: string | null } | null; "turn_detection"?: { "type": "server_vad" | "semantic_vad"; "silence_duration_ms"?: number; "threshold"?: number; "prefix_padding_ms"?: number; "eagerness"?: "low" | "medium" | "high" | "auto" } | null; "noise_reduction"?: { "type": "near_field" | "far_field" } | null } } } };

export type DeepgramSpeakRequest = { "text": string };

export type DeepgramTokensCreateRequest = { "ttl_seconds"?: number };

export type ElevenLabsTextToSpeechConvertRequest = { "text": string; "model_id"?: string | null; "language_code"?: string | null; "voice_settings"?: { "speed"?: number | null } | null; "pronunciation_dictionary_locators"?: readonly ({ "pronunciation_dictionary_id": string; "version_id"?: string | null })[] | null };

export type ElevenLabsSpeechToTextConvertRequest = { "file"?: string; "model_id": string; "language_code"?: string; "timestamps_granularity"?: "none" | "word" | "character"; "additional_formats"?: string; "file_format"?: "other" | "pcm_s16le_16"; "diarize"?: boolean; "num_speakers"?: string; "use_multi_channel"?: boolean; "multichannel_output_style"?: "separate" | "combined"; "keyterms"?: readonly (string)[]; "webhook"?: false; "entity_redaction"?: readonly (string)[]; "source_url"?: string; "cloud_storage_url"?: string };

export type ElevenLabsVoicesCreateRequest = { "files": string; "name": string; "description"?: string; "labels"?: string; "remove_background_noise"?: boolean };

export type ElevenLabsVoicesUpdateSettingsRequest = { "stability"?: number | null; "similarity_boost"?: number | null; "style"?: number | null; "use_speaker_boost"?: boolean | null; "speed"?: number | null };

export type ElevenLabsVoicesUpdateRequest = { "name": string; "description"?: string; "labels"?: string; "remove_background_noise"?: boolean };

export type ElevenLabsPronunciationDictionariesCreateRequest = { "name": string; "description"?: string | null; "rules": readonly (ElevenLabsNewRule)[] };

export type ElevenLabsNewRule = { "type": "alias" | "phoneme"; "string_to_replace": string; "case_sensitive"?: boolean; "word_boundaries"?: boolean; "alias"?: string | null; "phoneme"?: string | null; "alphabet"?: "ipa" | null };

export type ElevenLabsPronunciationDictionariesUpdateRequest = { "name"?: string | null; "archived"?: boolean | null };

export type ElevenLabsPronunciationDictionariesSetRulesRequest = { "rules": readonly (ElevenLabsNewRule)[] };

export type ElevenLabsPronunciationDictionariesAddRulesRequest = { "rules": readonly (ElevenLabsNewRule)[] };

export type ElevenLabsPronunciationDictionariesRemoveRulesRequest = { "rule_strings": readonly (string)[] };

export type SarvamSpeechToTextTranscribeRequest = { "file": string; "model"?: string; "mode"?: "transcribe" | "translate" | "verbatim"; "language_code"?: string; "with_timestamps"?: boolean; "input_audio_codec"?: string; "keyterms"?: readonly (string)[] };

export type SarvamSpeechToTextTranslateRequest = { "file": string; "model"?: string; "input_audio_codec"?: string };

export type SarvamSpeechToTextJobsCreateRequest = { "job_parameters"?: { "model"?: string | null; "with_diarization"?: boolean | null; "num_speakers"?: number | null; "input_audio_codec"?: string | null; "mode"?: "transcribe" | "translate" | "verbatim" | null; "language_code"?: string | null; "with_timestamps"?: boolean | null; "keyterms"?: readonly (string)[] | null } | null; "callback"?: { "url": string; "auth_token"?: string | null } | null };

export type SarvamSpeechToTextJobsCreateUploadsRequest = { "job_id": string; "files": readonly (string)[] };

export type SarvamSpeechToTextJobsCreateDownloadsRequest = { "job_id": string; "files": readonly (string)[] };

export type SarvamSpeechToTextTranslateJobsCreateRequest = { "job_parameters"?: { "model"?: string | null; "with_diarization"?: boolean | null; "num_speakers"?: number | null; "input_audio_codec"?: string | null } | null; "callback"?: { "url": string; "auth_token"?: string | null } | null };

export type SarvamSpeechToTextTranslateJobsCreateUploadsRequest = { "job_id": string; "files": readonly (string)[] };

export type SarvamSpeechToTextTranslateJobsCreateDownloadsRequest = { "job_id": string; "files": readonly (string)[] };

export type SarvamTextToSpeechConvertRequest = { "text": string; "language_code"?: string | null; "target_language_code"?: string | null; "speaker"?: string | null; "model"?: string | null; "pace"?: number | null; "speech_sample_rate"?: 8000 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000 | null; "dict_id"?: string | null; "output_audio_codec"?: "mp3" | "linear16" | "mulaw" | "alaw" | "opus" | "flac" | "aac" | "wav" | null };

export type SarvamTextToSpeechConvertStreamRequest = { "text": string; "language_code"?: string | null; "target_language_code"?: string | null; "speaker"?: string | null; "model"?: string | null; "pace"?: number | null; "speech_sample_rate"?: 8000 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000 | null; "dict_id"?: string | null; "output_audio_codec"?: "mp3" | "linear16" | "mulaw" | "alaw" | "opus" | "flac" | "aac" | "wav" | null; "output_audio_bitrate"?: "32k" | "64k" | "96k" | "128k" | "192k" | null };

export type SarvamPronunciationDictionaryCreateRequest = { "file": string };

export type AssemblyAITranscriptsCreateRequest = { "audio_url": string; "language_code"?: string | null; "language_detection"?: boolean | null; "punctuate"?: boolean | null; "format_text"?: boolean | null; "speaker_labels"?: boolean | null; "speakers_expected"?: number | null; "speaker_options"?: { "min_speakers_expected"?: number; "max_speakers_expected"?: number } | null; "speech_models"?: readonly (string)[] | null; "speech_model"?: string | null; "audio_start_from"?: number | null; "audio_end_at"?: number | null; "multichannel"?: boolean | null; "dual_channel"?: boolean | null; "keyterms_prompt"?: readonly (string)[] | null; "word_boost"?: readonly (string)[] | null; "custom_spelling"?: readonly ({ "from": readonly (string)[]; "to": string })[] | null; "filter_profanity"?: boolean | null; "redact_pii"?: boolean | null; "redact_pii_policies"?: readonly (string)[] | null; "redact_pii_sub"?: "entity_name" | "hash" | null; "redact_pii_audio"?: boolean | null; "auto_chapters"?: false | null; "auto_highlights"?: false | null; "summarization"?: boolean | null; "sentiment_analysis"?: false | null; "entity_detection"?: false | null; "iab_categories"?: false | null; "content_safety"?: false | null; "webhook_url"?: string | null; "webhook_auth_header_name"?: string | null; "webhook_auth_header_value"?: string | null; "disfluencies"?: boolean | null; "custom_topics"?: boolean | null; "speed_boost"?: boolean | null; "redact_pii_return_unredacted"?: boolean | null; "topics"?: readonly (string)[] | null; "prompt"?: string | null; "boost_param"?: string | null; "domain"?: string | null; "remove_audio_tags"?: string | null; "redact_pii_audio_quality"?: string | null; "summary_model"?: string | null; "summary_type"?: string | null; "temperature"?: number | null; "speech_threshold"?: number | null; "language_confidence_threshold"?: number | null; "content_safety_confidence"?: number | null; "language_detection_options"?: unknown | null; "redact_pii_audio_options"?: unknown | null; "keyterms_prompt_options"?: unknown | null; "speech_understanding"?: unknown | null };

export type EndedRequestData = { "request_id": string; "request_type": "tts" | "asr"; "status": "completed" | "failed" | "cancelled"; "error_code"?: string; "transcript"?: {  } | null; "transcript_omitted"?: "too_large" };

export type BatchData = { "batch_id": string; "status": "completed" | "cancelled"; "completed": number; "failed": number; "cancelled": number };

export type VoiceData = { "voice_id": string; "status": "ready" | "failed"; "error_code"?: string };

export type SubscriptionData = { "subscription_id": string; "plan_id": string; "status": "active" | "past_due" | "cancelled" | "expired" };

export type LowCreditsData = { "request_type": "tts" | "asr"; "percent_remaining": number; "remaining": number; "granted": number };

export type WebhookTestData = { "endpoint_id": string };

export type DemoSynthesis = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "audio_url": string | null; "content_type": string; "sample_rate": number; "bit_rate": number | null; "duration_seconds": number; "characters": number; "language": string; "model": string | null; "voice": { "voice_id": string; "name": string }; "cached": boolean; "audio": string };

export type ValidationError = { "detail": readonly ({ "type": string; "loc": readonly (string | number)[]; "msg": string; "input"?: unknown; "ctx"?: {  } })[]; "code": "missing_credentials" | "invalid_api_key" | "invalid_session" | "invalid_signature" | "forbidden" | "account_blocked" | "insufficient_scope" | "origin_mismatch" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "audio_unusable" | "audio_too_large" | "audio_url_refused" | "audio_url_unreachable" | "audio_too_long" | "body_too_large" | "validation_error" | "options_unsupported" | "callback_url_refused" | "malformed_request" | "headers_too_large" | "request_timeout" | "expectation_failed" | "too_many_key_terms" | "not_found" | "method_not_allowed" | "upgrade_required" | "request_not_found" | "batch_not_found" | "voice_not_found" | "key_term_list_not_found" | "pronunciation_dictionary_not_found" | "document_not_found" | "chapter_not_found" | "export_not_found" | "paragraph_not_found" | "model_not_found" | "model_folder_not_found" | "model_pull_not_found" | "api_key_not_found" | "session_not_found" | "user_code_not_found" | "ticket_not_found" | "plan_not_found" | "pack_not_found" | "payment_not_found" | "subscription_not_found" | "account_not_found" | "webhook_event_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "subscription_exists" | "plan_not_purchasable" | "voice_not_ready" | "voice_outdated" | "result_not_ready" | "range_not_satisfiable" | "api_key_limit" | "key_term_list_limit" | "key_term_list_exists" | "pronunciation_limit" | "document_not_spoken" | "document_limit" | "webhook_endpoint_limit" | "batch_limit" | "voice_limit" | "storage_limit" | "invalid_transition" | "model_folder_read_only" | "model_unverified" | "own_role" | "own_account" | "last_admin" | "confirmation_mismatch" | "credits_limit" | "idempotency_in_progress" | "insufficient_credits" | "monthly_limit_exceeded" | "rate_limited" | "concurrency_limited" | "sample_too_short" | "sample_without_speech" | "language_mismatch" | "language_unsupported" | "translation_unsupported" | "engine_unavailable" | "wait_timeout" | "engine_timeout" | "cancelled" | "sign_in_failed" | "voice_matching_not_installed" | "sign_in_not_configured" | "https_required" | "payments_not_configured" | "payment_provider_error" | "webhook_not_configured" | "storage_low" | "unavailable" | "internal_error"; "docs_url": string; "request_id": string };

export type Transcription = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "task": "transcribe" | "translate"; "text": string; "language": string; "language_probability": number | null; "model": string | null; "language_tag": string | null; "confidence_source": "model" | "alignment" | "none" | null; "duration_seconds": number; "segments": readonly ({ "id": number; "start": number; "end": number; "text": string; "confidence": number; "speaker"?: string; "channel"?: number; "corrected"?: boolean })[]; "words": readonly ({ "word": string; "written": string; "spoken": string; "start": number; "end": number; "confidence": number; "speaker"?: string; "channel"?: number })[]; "model_reason": string | null; "languages": readonly ({ "language": string; "probability": number; "start": number; "end": number })[]; "speakers": readonly ({ "speaker": string; "name": string | null; "seconds": number })[]; "overlaps"?: readonly ({ "start": number; "end": number })[]; "channels": readonly ({ "channel": number; "name": string | null; "language": string; "seconds": number })[]; "search": readonly ({ "query": string; "hits": readonly ({ "start": number; "end": number; "confidence": number; "snippet": string; "channel"?: number })[] })[]; "paragraphs": readonly ({ "start": number; "end": number; "text": string; "speaker"?: string; "channel"?: number })[]; "chapters": readonly ({ "start": number; "end": number; "keywords": readonly (string)[] })[]; "summary": string | null; "topics": readonly (string)[]; "translation": { "language": string; "text": string } | null; "text_model": string | null; "unintelligible": readonly ({ "start": number; "end": number })[]; "usage": { "type": "duration"; "seconds": number }; "warnings": readonly ({ "code": string; "message": string })[] };

export type DemoLimits = { "text_max_characters": number; "audio_max_bytes": number; "audio_max_seconds": number; "syntheses_per_minute": number; "transcriptions_per_minute": number; "languages": readonly ({ "tag": string; "name": string; "example_text": string })[]; "voices": readonly ({ "voice_id": string; "name": string; "language": string; "gender": "female" | "male" | null; "accent": string | null })[] };

export type Synthesis = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "audio_url": string | null; "content_type": string; "sample_rate": number; "bit_rate": number | null; "duration_seconds": number; "characters": number; "language": string; "model": string | null; "voice": { "voice_id": string; "name": string }; "cached": boolean; "words": readonly ({ "word": string; "start": number; "end": number })[] | null; "words_source": "model" | "alignment" | "estimate" | null };

export type AcceptedRequest = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "credits_reserved": number | null };

export type SynthesisEstimate = { "characters": number; "credits": number; "language": string; "text_language": string | null; "voice_id": string };

export type SpeechRequestPage = { "items": readonly (SpeechRequestSummary)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type SpeechRequestSummary = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "progress": number; "language": string; "model": string | null; "language_tag": string | null; "confidence_source": "model" | "alignment" | "none" | null; "duration_seconds": number | null; "credits_consumed": number | null; "error": SpeechFailure | null; "api_key": { "api_key_id": string; "name": string } | null; "created_at": string; "finished_at": string | null; "request_type": "tts" | "asr"; "characters": number | null; "voice": { "voice_id": string; "name": string } | null; "file_name": string | null; "document": { "document_id": string; "title": string } | null; "preview": string | null; "excerpt": string | null; "audio_url": string | null; "content_type": string | null };

export type SpeechFailure = { "code": string; "message": string };

export type ExportedSpeechRequests = readonly ({ "request_id": string; "request_type": "tts" | "asr"; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "created_at": string; "finished_at": string | null; "language": string; "model": string | null; "voice": string | null; "api_key": string | null; "file_name": string | null; "characters": number | null; "duration_seconds": number | null; "credits_consumed": number | null; "error": string | null; "audio_url": string | null; "text": string | null })[];

export type DeletedRequests = { "deleted": readonly (string)[]; "not_found": readonly (string)[] };

export type DeletedRequest = { "request_id": string; "deleted": true };

export type SpeechRequest = SynthesisRequest | TranscriptionRequest;

export type SynthesisRequest = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "progress": number; "language": string; "model": string | null; "language_tag": string | null; "confidence_source": "model" | "alignment" | "none" | null; "duration_seconds": number | null; "credits_consumed": number | null; "error": SpeechFailure | null; "api_key": { "api_key_id": string; "name": string } | null; "created_at": string; "finished_at": string | null; "queue_position": number | null; "request_type": "tts"; "text": string; "cached": boolean; "input_type": "text" | "ssml"; "speed": number; "words": readonly ({ "word": string; "start": number; "end": number })[] | null; "words_source": "model" | "alignment" | "estimate" | null; "characters": number; "voice": { "voice_id": string; "name": string }; "document": { "document_id": string; "title": string } | null; "first_sound_ms": number | null; "audio_url": string | null; "content_type": string | null; "sample_rate": number | null; "bit_rate": number | null };

export type TranscriptionRequest = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "progress": number; "language": string; "model": string | null; "language_tag": string | null; "confidence_source": "model" | "alignment" | "none" | null; "duration_seconds": number | null; "credits_consumed": number | null; "error": SpeechFailure | null; "api_key": { "api_key_id": string; "name": string } | null; "created_at": string; "finished_at": string | null; "queue_position": number | null; "request_type": "asr"; "task": "transcribe" | "translate"; "file_name": string | null; "text": string | null; "segments": readonly ({ "id": number; "start": number; "end": number; "text": string; "confidence": number; "speaker"?: string; "channel"?: number; "corrected"?: boolean })[] | null; "words": readonly ({ "word": string; "written": string; "spoken": string; "start": number; "end": number; "confidence": number; "speaker"?: string; "channel"?: number })[] | null; "audio_url": string | null; "usage": { "type": "duration"; "seconds": number } | null; "language_probability": number | null; "model_reason": string | null; "languages": readonly ({ "language": string; "probability": number; "start": number; "end": number })[]; "speakers": readonly ({ "speaker": string; "name": string | null; "seconds": number })[]; "overlaps"?: readonly ({ "start": number; "end": number })[]; "channels": readonly ({ "channel": number; "name": string | null; "language": string; "seconds": number })[]; "search": readonly ({ "query": string; "hits": readonly ({ "start": number; "end": number; "confidence": number; "snippet": string; "channel"?: number })[] })[]; "paragraphs": readonly ({ "start": number; "end": number; "text": string; "speaker"?: string; "channel"?: number })[]; "chapters": readonly ({ "start": number; "end": number; "keywords": readonly (string)[] })[]; "summary": string | null; "topics": readonly (string)[]; "translation": { "language": string; "text": string } | null; "text_model": string | null; "unintelligible": readonly ({ "start": number; "end": number })[]; "warnings": readonly ({ "code": string; "message": string })[] };

export type Batch = { "batch_id": string; "status": "uploading" | "running" | "cancelling" | "completed" | "cancelled"; "progress": number; "total": number; "waiting": number; "running": number; "completed": number; "failed": number; "cancelled": number; "price_percent": number; "credits_consumed": number; "created_at": string; "finished_at": string | null };

export type BatchPage = { "items": readonly (Batch)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type DeletedBatch = { "batch_id": string; "deleted": true };

export type CreatedVoice = { "voice_id": string; "name": string; "status": "pending" | "training" | "ready" | "failed"; "created_at": string; "description": string };

export type VoicePage = { "items": readonly (Voice)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean; "nearest": boolean };

export type Voice = { "voice_id": string; "name": string; "status": "pending" | "training" | "ready" | "failed"; "created_at": string; "description": string; "user_id": string; "type": "builtin" | "custom"; "language": string; "gender": "female" | "male" | null; "accent": string | null; "age": "adult" | "old" | null; "tags": readonly (string)[]; "use_cases": readonly (string)[]; "quality": "natural" | "standard" | "basic" | null; "licence": string | null; "deprecated": boolean; "default": boolean; "available": boolean; "engine": string | null; "engine_state": "ready" | "starting" | "unavailable" | null; "favorite": boolean; "preview_url": string | null; "progress": number; "queue_position": number | null; "training_started_at": string | null; "seconds_left": number | null; "match": VoiceMatch | null; "comparison": VoiceComparison | null; "consent": { "statement": string; "given_by": string | null; "given_at": string | null } | null; "sample_sha256": string | null; "sample_text": string | null; "has_sample": boolean; "error": { "code": string; "message": string } | null };

export type VoiceMatch = { "method": "matched" | "nearest"; "similarity": number; "base_voice": string; "builtin_voice": string; "builtin_similarity": number; "sample_pitch_hz": number; "pitch_hz": number; "clarity": number; "sample_clarity": number; "sample_seconds": number; "word_errors": number | null; "words": number; "warnings": readonly (string)[] };

export type VoiceComparison = { "text": string; "sample_seconds": number; "voice_seconds": number | null };

export type DeletedVoice = { "voice_id": string; "deleted": true };

export type DeletedVoiceSample = { "voice_id": string; "sample_deleted": true };

export type VoiceUsePage = { "items": readonly (VoiceUse)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type VoiceUse = { "action": "created" | "trained" | "spoken" | "sample_replaced" | "sample_deleted" | "deleted"; "request_id": string | null; "created_at": string };

export type FavoriteVoice = { "voice_id": string; "favorite": boolean };

export type EngineList = { "items": readonly ({ "name": string; "kind": "recognition" | "synthesis"; "languages": readonly (string)[]; "tier": "fast" | "accurate" | "fallback"; "state": "ready" | "starting" | "unavailable"; "detects_language": boolean; "translates": boolean; "memory_mb": number; "workers": number })[] };

export type LanguageList = { "items": readonly ({ "tag": string; "name": string; "speech_models": readonly (string)[]; "transcription_models": readonly (string)[]; "recognition": readonly ({ "model": string; "installed": boolean; "quality": "measured" | "untested"; "measurement": { "word_error_percent": number; "words": number; "recordings": string; "date": string } | null })[] })[]; "detection_models": readonly (string)[] };

export type ExampleList = { "voices": readonly ({ "voice_id": string; "name": string; "language": string; "gender": "female" | "male" | null; "accent": string | null; "quality": "natural" | "standard" | "basic" | null })[]; "recordings": readonly ({ "example_id": string; "title": string; "language": string; "voice_name": string; "transcript": ExampleTranscript | null })[] };

export type ExampleTranscript = { "text": string; "model": string | null; "duration_seconds": number; "words": readonly ({ "written": string; "start": number; "end": number })[] };

export type KeyTermList = { "list_id": string; "name": string; "terms": readonly (string)[]; "created_at": string; "updated_at": string };

export type KeyTermLists = { "items": readonly (KeyTermList)[] };

export type DeletedKeyTermList = { "list_id": string; "deleted": true };

export type PronunciationDictionary = { "dictionary_id": string; "name": string; "always": boolean; "entries": readonly (Pronunciation)[]; "created_at": string; "updated_at": string };

export type Pronunciation = { "word": string; "respelling": string | null; "ipa": string | null; "language": string | null; "case_sensitive": boolean };

export type PronunciationDictionaries = { "items": readonly (PronunciationDictionary)[] };

export type DeletedPronunciationDictionary = { "dictionary_id": string; "deleted": true };

export type Document = { "document_id": string; "title": string; "author": string | null; "language": string | null; "voice_id": string | null; "speed": number; "speakers": readonly (DocumentSpeaker)[]; "created_at": string; "updated_at": string; "characters": number; "counts": { "total": number; "unspoken": number; "running": number; "spoken": number; "failed": number }; "characters_left": number; "credits_charged": number; "duration_seconds": number; "chapters": readonly (Chapter)[] | null };

export type Chapter = { "title": string; "paragraphs": readonly (Paragraph)[] };

export type Paragraph = { "paragraph_id": string; "text": string; "voice_id": string | null; "status": "unspoken" | "queued" | "processing" | "spoken" | "failed" | "expired"; "characters": number; "request_id": string | null; "audio_url": string | null; "duration_seconds": number | null; "error": { "code": string; "message": string } | null };

export type DocumentPage = { "items": readonly (DocumentSummary)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type DocumentSummary = { "document_id": string; "title": string; "author": string | null; "language": string | null; "voice_id": string | null; "speed": number; "speakers": readonly (DocumentSpeaker)[]; "created_at": string; "updated_at": string; "chapter_count": number; "paragraph_count": number; "characters": number };

export type DeletedDocument = { "document_id": string; "deleted": true };

export type SubmittedParagraphs = { "document_id": string; "submitted": number; "characters": number };

export type CancelledParagraphs = { "document_id": string; "cancelled": number };

export type DocumentEstimate = { "document_id": string; "credits": number; "credits_left": number; "paragraphs": readonly ({ "paragraph_id": string; "credits": number })[] };

export type DocumentExport = { "export_id": string; "document_id": string; "format": "m4b" | "mp3"; "chapter": number | null; "status": "queued" | "processing" | "completed" | "failed"; "audio_url": string | null; "bytes": number | null; "duration_seconds": number | null; "error": { "code": string; "message": string } | null; "created_at": string; "finished_at": string | null };

export type DocumentExports = { "items": readonly (DocumentExport)[] };

export type SignedOut = { "signed_out": true; "provider_sign_out_url": string | null };

export type UserProfile = { "user_id": string; "name": string; "email": string; "email_verified": boolean; "username": string; "role": "user" | "admin"; "free_credits": "granted" | "verify_email" | "address_used"; "created_at": string; "keep_recordings": boolean; "alert_percent": number };

export type ClosedAccount = { "user_id": string; "closed": true };

export type SessionPage = { "items": readonly (Session)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type Session = { "session_id": string; "user_agent": string; "created_at": string; "last_seen_at": string; "expires_at": string; "current": boolean };

export type EndedSessions = { "signed_out": number };

export type EndedSession = { "session_id": string; "signed_out": true };

export type AccountExport = { "exported_at": string; "profile": UserProfile; "billing_details"?: BillingDetails; "api_keys"?: readonly (ApiKey)[]; "webhook_endpoints"?: readonly (WebhookEndpoint)[]; "voices"?: readonly (Voice)[]; "key_term_lists"?: readonly (KeyTermList)[]; "pronunciation_dictionaries"?: readonly (PronunciationDictionary)[]; "documents"?: readonly (Document)[]; "feedback"?: readonly (Feedback)[]; "payments"?: readonly (Payment)[]; "credit_ledger"?: readonly (LedgerEntry)[]; "requests"?: ExportedSpeechRequests };

export type BillingDetails = { "company": string; "address": string; "tax_number": string; "tax_state": string | null; "updated_at": string | null };

export type ApiKey = { "api_key_id": string; "name": string; "description": string; "hint": string; "created_at": string; "last_used_at": string | null; "revoked_at": string | null; "scopes": readonly ("speech" | "voices" | "usage" | "keys" | "billing" | "admin")[]; "created_by_key_id": string | null; "monthly_credit_limit": number | null; "expires_at": string | null; "created_by_key_name": string | null; "replaces_key_id": string | null; "replaced_by_key_id": string | null; "credits_this_month": number; "live_descendants": number };

export type WebhookEndpoint = { "endpoint_id": string; "url": string; "description": string; "events": readonly ("speech.request.completed" | "speech.request.failed" | "speech.batch.completed" | "voice.ready" | "voice.failed" | "subscription.activated" | "subscription.past_due" | "subscription.cancelled" | "subscription.expired" | "credits.low")[]; "include": readonly ("transcript")[]; "state": "enabled" | "disabled"; "failing_since": string | null; "disabled_reason": "account" | "gone" | "failures" | null; "disabled_at": string | null; "created_at": string };

export type Feedback = { "feedback_id": string; "request_id": string; "request_type": "tts" | "asr"; "feedback_text": string; "created_at": string };

export type Payment = { "payments_order_id": string; "description": string; "purchase": Purchase; "amount": number; "refunded": number; "currency": string; "paid_at": string; "receipt_number": string | null; "further_payments": readonly (FurtherPayment)[] };

export type Purchase = { "plan_name": string | null; "months": number; "tts_credits": number; "asr_credits": number };

export type FurtherPayment = { "payment_id": string; "amount": number; "refunded": number; "received_at": string; "resolved_at": string | null };

export type LedgerEntry = { "entry_id": string; "pool": "tts" | "asr"; "kind": "grant" | "usage" | "expiry" | "withdrawal" | "correction"; "credits": number; "request_id": string | null; "payments_order_id": string | null; "reason": string | null; "created_at": string };

export type Checklist = { "hidden": boolean; "heard_voice": boolean; "transcribed": boolean; "has_api_key": boolean; "last_api_call": { "api_key_name": string; "at": string } | null };

export type AccountLimits = { "text_max_characters": number; "audio": { "max_bytes": number; "max_seconds": number }; "batch": { "max_bytes": number; "max_recordings": number; "price_percent": number }; "voice_sample": { "max_bytes": number; "min_seconds": number; "max_seconds": number }; "audio_retention_days": number | null; "synthesis_languages": readonly ({ "tag": string; "name": string; "example_text": string })[]; "transcription_languages": readonly ({ "tag": string; "name": string })[]; "live_languages": readonly ({ "tag": string; "name": string })[] };

export type LiveToken = { "token": string; "expires_at": string };

export type CreatedApiKey = { "api_key_id": string; "name": string; "description": string; "key": string; "created_at": string; "scopes": readonly ("speech" | "voices" | "usage" | "keys" | "billing" | "admin")[]; "created_by_key_id": string | null; "monthly_credit_limit": number | null; "expires_at": string | null };

export type ApiKeyPage = { "items": readonly (ApiKey)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type RevokedApiKey = { "api_key_id": string; "revoked_at": string; "revoked_descendants": readonly (string)[]; "live_descendants": number };

export type RotatedApiKey = { "api_key_id": string; "name": string; "description": string; "key": string; "created_at": string; "scopes": readonly ("speech" | "voices" | "usage" | "keys" | "billing" | "admin")[]; "created_by_key_id": string | null; "monthly_credit_limit": number | null; "expires_at": string | null; "replaces": { "api_key_id": string; "expires_at": string } };

export type StartedDeviceAuthorization = { "device_code": string; "user_code": string; "verification_uri": string; "verification_uri_complete": string; "expires_in": number; "interval": number };

export type DeviceAuthorization = { "user_code": string; "client_name": string; "scopes": readonly ("speech" | "voices" | "usage" | "keys" | "billing")[]; "status": "pending" | "approved" | "denied"; "expires_at": string };

export type CreatedWebhookEndpoint = { "endpoint_id": string; "url": string; "description": string; "events": readonly ("speech.request.completed" | "speech.request.failed" | "speech.batch.completed" | "voice.ready" | "voice.failed" | "subscription.activated" | "subscription.past_due" | "subscription.cancelled" | "subscription.expired" | "credits.low")[]; "include": readonly ("transcript")[]; "state": "enabled" | "disabled"; "failing_since": string | null; "disabled_reason": "account" | "gone" | "failures" | null; "disabled_at": string | null; "created_at": string; "secret": string };

export type WebhookEndpointList = { "items": readonly (WebhookEndpoint)[] };

export type DeletedWebhookEndpoint = { "endpoint_id": string; "deleted": true };

export type RotatedWebhookSecret = { "endpoint_id": string; "secret": string; "former_secret_until": string | null };

export type WebhookSecret = { "endpoint_id": string; "secret": string };

export type WebhookDeliveryPage = { "items": readonly (WebhookDelivery)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type WebhookDelivery = { "delivery_id": string; "endpoint_id": string; "event_id": string; "type": string | null; "url": string | null; "status": "waiting" | "pending" | "delivered" | "failed"; "attempts": number; "next_attempt_at": string | null; "last_status": number | null; "last_error": string | null; "last_attempt_at": string | null; "last_duration_ms": number | null; "payload": unknown; "created_at": string };

export type CreatedFeedback = { "feedback_id": string; "request_id": string; "created_at": string };

export type FeedbackPage = { "items": readonly (Feedback)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type CreatedContactSubmission = { "ticket_id": string };

export type ContactPage = { "items": readonly (ContactSubmission)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type ContactSubmission = { "ticket_id": string; "name": string; "email": string; "company": string | null; "interested_products": readonly (string)[] | null; "how_did_you_hear": string | null; "message": string | null; "status": "new" | "reviewed" | "closed"; "created_at": string };

export type PlanList = { "items": readonly (Plan)[]; "tax": IncludedTax | null };

export type Plan = { "plan_id": string; "display_name": string; "price_inr": number; "billing_cycle": "monthly" | "yearly"; "tts_credits_per_cycle": number; "asr_credits_per_cycle": number };

export type IncludedTax = { "label": string; "percent": number };

export type SubscriptionCheckout = { "payments_order_id": string; "amount": number; "currency": string; "key_id": string; "checkout_url": string };

export type SubscriptionPreview = { "plan_id": string; "plan_name": string; "kind": "new" | "renewal" | "upgrade" | "downgrade"; "amount": number; "currency": string; "starts_at": string; "renews_automatically": false; "tts_granted": number; "asr_granted": number; "ends_at": string; "tts_remaining": number; "asr_remaining": number; "tts_carried_over": number; "asr_carried_over": number; "tts_expiring": number; "asr_expiring": number; "expires_at": string | null };

export type Subscription = { "subscription_id": string; "plan_id": string; "plan_name": string; "status": "active" | "past_due" | "cancelled"; "current_period_start": string; "current_period_end": string; "payments_order_id": string; "plans_paid_ahead": readonly (string)[]; "renewable_from": string };

export type TopUpPackList = { "items": readonly (TopUpPack)[] };

export type TopUpPack = { "pack_id": string; "price_inr": number; "tts_credits": number; "asr_credits": number };

export type PaymentPage = { "items": readonly (Payment)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type OpenOrderList = { "items": readonly (OpenOrder)[] };

export type OpenOrder = { "payments_order_id": string; "plan_id": string | null; "pack_id": string | null; "description": string; "purchase": Purchase; "amount": number; "currency": string; "created_at": string; "failed_at": string | null; "failure": string | null };

export type CancelledOrder = { "payments_order_id": string; "cancelled": true };

export type UsageReport = { "source": string; "period": { "from": string; "to": string }; "credits": { "tts_remaining": number; "asr_remaining": number; "cycle": { "ends_at": string | null; "tts_granted": number; "tts_remaining": number; "asr_granted": number; "asr_remaining": number } | null; "alerts": readonly (CreditAlert)[] }; "storage": { "voices": number; "voices_max": number; "stored_bytes": number; "stored_max_bytes": number }; "requests": { "tts_count": number; "asr_count": number; "tts_characters_processed": number; "asr_seconds_processed": number }; "total_credits_consumed": number; "series": readonly ({ "date": string; "total_credits_consumed": number; "tts_count": number; "asr_count": number; "tts_characters_processed": number; "asr_seconds_processed": number })[]; "breakdown": readonly ({ "key": string; "label": string; "credits_consumed": number; "tts_count": number })[]; "keys": readonly ({ "api_key_id": string | null; "label": string; "credits_consumed": number; "tts_count": number; "asr_count": number; "tts_characters_processed": number; "asr_seconds_processed": number; "tts_latency": { "median_ms": number; "p95_ms": number } | null; "asr_latency": { "median_ms": number; "p95_ms": number } | null; "errors": readonly ({ "code": string; "count": number })[]; "cancelled_count": number })[] };

export type CreditAlert = { "grant_id": string; "pool": "tts" | "asr"; "threshold": number; "granted": number; "remaining": number; "of": "cycle" | "permanent" };

export type CreditChangePage = { "items": readonly (CreditChange)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type CreditChange = { "date": string; "kind": "grant" | "usage" | "expiry" | "withdrawal" | "correction"; "credits": number; "balance": number; "description": string | null; "purchase": Purchase | null; "payments_order_id": string | null; "reason": string | null };

export type ReceivedEvent = { "received": true; "event_id": string; "status": "queued" | "duplicate" | "ignored" };

export type AttentionReport = { "open_payment_events": number; "open_identity_events": number; "new_tickets": number; "engines_down": readonly (string)[] };

export type AdminStatistics = { "counted_at": string | null; "active_accounts": { "last_day": number; "last_7_days": number; "last_30_days": number }; "active_subscriptions": number; "ending_subscriptions": number; "revenue": readonly ({ "month": string; "currency": string; "payments": number; "captured": number; "refunded": number; "net": number })[]; "series": readonly ({ "date": string; "sign_ups": number; "active_accounts": number; "tts_count": number; "asr_count": number; "tts_characters_processed": number; "asr_seconds_processed": number; "failed_count": number; "cancelled_count": number })[] };

export type AccountPage = { "items": readonly (ListedAccount)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type ListedAccount = { "user_id": string; "email": string; "email_verified": boolean; "has_identity": boolean; "name": string; "username": string; "role": "user" | "admin"; "role_source": "default" | "provider" | "email_list" | "sandbox" | "operator"; "created_at": string; "closed_at": string | null; "blocked_at": string | null; "last_used_at": string | null; "plan_name": string | null; "credits": { "tts_remaining": number; "asr_remaining": number } };

export type AdminAccount = { "user_id": string; "email": string; "email_verified": boolean; "has_identity": boolean; "name": string; "username": string; "role": "user" | "admin"; "role_source": "default" | "provider" | "email_list" | "sandbox" | "operator"; "created_at": string; "closed_at": string | null; "blocked_at": string | null; "last_used_at": string | null; "plan_name": string | null; "credits": { "tts_remaining": number; "asr_remaining": number }; "subscription": { "plan_id": string; "plan_name": string; "status": "active" | "past_due" | "cancelled"; "current_period_end": string } | null; "requests": number; "voices": number; "live_api_keys": number; "sessions": number };

export type CreditCorrection = { "user_id": string; "pool": "tts" | "asr"; "credits": number; "reason": string; "created_at": string; "remaining": number };

export type SignedOutAccount = { "user_id": string; "signed_out": number };

export type AdminSpeechRequestPage = { "items": readonly (AdminSpeechRequest)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type AdminSpeechRequest = { "request_id": string; "status": "queued" | "processing" | "completed" | "failed" | "cancelled"; "progress": number; "language": string; "model": string | null; "language_tag": string | null; "confidence_source": "model" | "alignment" | "none" | null; "duration_seconds": number | null; "credits_consumed": number | null; "error": SpeechFailure | null; "api_key": { "api_key_id": string; "name": string } | null; "created_at": string; "finished_at": string | null; "request_type": "tts" | "asr"; "characters": number | null; "voice": { "voice_id": string; "name": string } | null; "excerpt": string | null };

export type LedgerPage = { "items": readonly (LedgerEntry)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type AccountNotePage = { "items": readonly (AccountNote)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type AccountNote = { "note_id": string; "kind": "note" | "blocked" | "unblocked"; "text": string; "author_id": string | null; "author_name": string | null; "created_at": string };

export type WebhookEventPage = { "items": readonly (WebhookEvent)[]; "total": number; "total_is_estimate": boolean; "page": number; "limit": number; "has_next": boolean };

export type WebhookEvent = { "webhook_event_id": string; "provider": "identity" | "payment"; "event_id": string; "type": string; "subject": string | null; "user_id": string | null; "user_name": string | null; "status": "queued" | "processed" | "ignored" | "quarantined" | "failed"; "detail": string | null; "received_at": string; "processed_at": string | null; "resolved_at": string | null; "resolved_by": string | null; "resolved_by_name": string | null };

export type QueueReport = { "queues": readonly ({ "queue": "synthesis" | "transcription" | "training" | "billing"; "waiting": number; "delayed": number; "running": number; "oldest_seconds": number | null; "failed_last_day": number })[]; "failed_requests": readonly ({ "request_id": string; "user_id": string | null; "user_name": string | null; "request_type": "tts" | "asr"; "code": string; "message": string; "finished_at": string })[] };

export type QueueTrends = { "step_seconds": number; "points": readonly ({ "time": string; "queues": readonly ({ "queue": "synthesis" | "transcription" | "training" | "billing"; "waiting": number; "running": number; "oldest_seconds": number | null; "completed": number; "failed": number })[] })[] };

export type LiveReport = { "workers": readonly ({ "worker_id": string; "address": string; "version": string | null; "alive": boolean; "draining": boolean; "capacity": number; "used": number; "lag_seconds": number; "languages": readonly (string)[]; "models": readonly (string)[]; "heartbeat_at": string })[]; "sessions": number };

export type ModelReport = { "folders": readonly ({ "folder_id": string; "host": string; "directory": string; "writable": boolean; "free_bytes": number; "models": readonly ({ "name": string; "kind": string; "languages": readonly (string)[]; "tier": string; "licence": string; "size_bytes": number | null; "memory_mb": number | null; "in_catalogue": boolean; "tried": boolean; "verifiable": boolean; "state": "available" | "installed" | "outdated" | "damaged"; "problem": string | null; "configured": boolean })[] })[]; "engines": readonly ({ "name": string; "kind": "recognition" | "synthesis"; "languages": readonly (string)[]; "tier": string; "memory_mb": number; "requires": string; "state": "ready" | "starting" | "unavailable"; "reason": string | null; "workers": number })[]; "pulls": readonly (ModelPull)[] };

export type ModelPull = { "pull_id": string; "folder_id": string; "model": string; "status": "queued" | "running" | "completed" | "failed" | "cancelled"; "step": string | null; "done_bytes": number | null; "total_bytes": number | null; "error": string | null; "requested_by": string; "created_at": string; "finished_at": string | null };

export type OpenAIError = { "error": { "message": string; "type": string; "param": string | null; "code": string | null } };

export type OpenAITranscriptionAnswer = OpenAIVerboseTranscription | OpenAIDiarizedTranscription | OpenAITranscription;

export type OpenAIVerboseTranscription = { "task": "transcribe" | "translate"; "language": string; "duration": number; "text": string; "segments"?: readonly ({ "id": number; "seek": number; "start": number; "end": number; "text": string; "tokens": readonly (number)[]; "temperature": number; "avg_logprob": number; "compression_ratio": number; "no_speech_prob": number })[]; "words"?: readonly ({ "word": string; "start": number; "end": number })[]; "usage": { "type": "duration"; "seconds": number } };

export type OpenAIDiarizedTranscription = { "task": "transcribe"; "duration": number; "text": string; "segments": readonly ({ "type": "transcript.text.segment"; "id": string; "start": number; "end": number; "text": string; "speaker": string })[]; "usage": { "type": "duration"; "seconds": number } };

export type OpenAITranscription = { "text": string; "languages"?: readonly ({ "code": string })[]; "usage": { "type": "duration"; "seconds": number } };

export type OpenAIModelList = { "object": "list"; "data": readonly (OpenAIModel)[] };

export type OpenAIModel = { "id": string; "object": "model"; "created": number; "owned_by": string };

export type OpenAISpeechModelList = { "object": "list"; "data": readonly (OpenAIModel)[]; "models": readonly (OpenAIModel)[] };

export type OpenAIVoiceList = { "object": "list"; "data": readonly (OpenAIVoice)[]; "voices": readonly (OpenAIVoice)[] };

export type OpenAIVoice = { "id": string; "name": string; "language": string };

export type OpenAIClientSecret = { "value": string; "expires_at": number; "session": { "id": string; "object": "realtime.transcription_session"; "type": "transcription"; "expires_at": number; "audio": { "input": {  } } } };

export type DeepgramListenReply = DeepgramTranscript | DeepgramAccepted;

export type DeepgramTranscript = { "metadata": { "transaction_key": "deprecated"; "request_id": string; "sha256": string; "created": string; "duration": number; "channels": number; "models": readonly (string)[]; "model_info": {  }; "summary_info"?: { "model_uuid": string }; "topics_info"?: { "model_uuid": string }; "tags"?: readonly (string)[]; "extra"?: {  } }; "results": { "channels": readonly ({ "alternatives": readonly ({ "transcript": string; "confidence": number; "words": readonly ({ "word": string; "start": number; "end": number; "confidence": number; "punctuated_word"?: string; "speaker"?: number })[]; "paragraphs"?: { "transcript": string; "paragraphs": readonly ({ "sentences": readonly ({ "text": string; "start": number; "end": number })[]; "num_words": number; "start": number; "end": number; "speaker"?: number })[] } })[]; "detected_language"?: string; "language_confidence"?: number; "search"?: readonly ({ "query": string; "hits": readonly ({ "confidence": number; "start": number; "end": number; "snippet": string })[] })[] })[]; "utterances"?: readonly ({ "start": number; "end": number; "confidence": number; "channel": number; "transcript": string; "words": readonly ({ "word": string; "start": number; "end": number; "confidence": number; "punctuated_word"?: string; "speaker"?: number })[]; "speaker"?: number; "id": string })[]; "summary"?: { "result": "success" | "failure"; "short"?: string }; "topics"?: { "segments": readonly ({ "text": string; "start_word": number; "end_word": number; "topics": readonly ({ "topic": string })[] })[] } } };

export type DeepgramAccepted = { "request_id": string };

export type DeepgramError = { "err_code": string; "err_msg": string; "request_id": string };

export type DeepgramGrant = { "access_token": string; "expires_in": number };

export type DeepgramModelList = { "stt": readonly ({ "name": string; "canonical_name": string; "architecture": string; "languages": readonly (string)[]; "version": string; "uuid": string; "batch": boolean; "streaming": boolean; "formatted_output": boolean })[]; "tts": readonly ({ "name": string; "canonical_name": string; "architecture": string; "languages": readonly (string)[]; "version": string; "uuid": string })[] };

export type DeepgramModel = { "name": string; "canonical_name": string; "architecture": string; "languages": readonly (string)[]; "version": string; "uuid": string; "batch": boolean; "streaming": boolean; "formatted_output": boolean } | { "name": string; "canonical_name": string; "architecture": string; "languages": readonly (string)[]; "version": string; "uuid": string };

export type DeepgramProjectList = { "projects": readonly ({ "project_id": string; "name": string })[] };

export type ElevenLabsError = { "detail": { "status": string; "message": string } };

export type ValidationDetail = { "detail": readonly ({ "type": string; "loc": readonly (string | number)[]; "msg": string; "input"?: unknown; "ctx"?: {  } })[] };

export type ElevenLabsTimedSpeech = { "audio_base64": string; "alignment": ElevenLabsAlignment | null; "normalized_alignment": ElevenLabsAlignment | null };

export type ElevenLabsAlignment = { "characters": readonly (string)[]; "character_start_times_seconds": readonly (number)[]; "character_end_times_seconds": readonly (number)[] };

export type ElevenLabsTranscripts = ElevenLabsTranscript | ElevenLabsChannelTranscripts;

export type ElevenLabsTranscript = { "language_code": string; "language_probability": number; "text": string; "words": readonly ({ "text": string; "start"?: number; "end"?: number; "type": "word" | "spacing"; "logprob": number; "speaker_id"?: string; "channel_index"?: number; "characters"?: readonly ({ "text": string; "start"?: number; "end"?: number })[] })[]; "channel_index"?: number; "additional_formats"?: readonly ({ "requested_format": "srt" | "txt"; "file_extension": string; "content_type": string; "is_base64_encoded": boolean; "content": string })[]; "transcription_id": string; "audio_duration_secs": number };

export type ElevenLabsChannelTranscripts = { "transcripts": readonly (ElevenLabsTranscript)[]; "transcription_id": string; "audio_duration_secs": number };

export type ElevenLabsDone = { "status": "ok" };

export type ElevenLabsAddedVoice = { "voice_id": string; "requires_verification": boolean };

export type ElevenLabsVoiceList = { "voices": readonly (ElevenLabsVoice)[] };

export type ElevenLabsVoice = { "voice_id": string; "name": string; "samples": null; "category": "premade" | "cloned"; "fine_tuning": { "is_allowed_to_fine_tune": boolean; "state": {  } }; "labels": {  }; "description": string; "preview_url": string | null; "available_for_tiers": readonly (string)[]; "settings": ElevenLabsVoiceSettings; "sharing": null; "high_quality_base_model_ids": readonly (string)[]; "is_owner": boolean; "is_legacy": boolean; "is_mixed": boolean; "created_at_unix": number };

export type ElevenLabsVoiceSettings = { "stability": number; "similarity_boost": number; "style": number; "use_speaker_boost": boolean; "speed": number };

export type ElevenLabsVoicePage = { "voices": readonly (ElevenLabsVoice)[]; "has_more": boolean; "total_count": number; "next_page_token": string | null };

export type ElevenLabsAddedDictionary = { "id": string; "name": string; "description": string; "created_by": string; "creation_time_unix": number; "version_id": string; "version_rules_num": number };

export type ElevenLabsDictionaryPage = { "pronunciation_dictionaries": readonly (ElevenLabsPronunciationDictionary)[]; "next_cursor": string | null; "has_more": boolean };

export type ElevenLabsPronunciationDictionary = { "id": string; "name": string; "description": string; "created_by": string; "creation_time_unix": number; "latest_version_id": string; "latest_version_rules_num": number };

export type ElevenLabsDictionaryWithRules = { "id": string; "name": string; "description": string; "created_by": string; "creation_time_unix": number; "latest_version_id": string; "latest_version_rules_num": number; "rules": readonly (ElevenLabsRule)[] };

export type ElevenLabsRule = { "type": "alias" | "phoneme"; "string_to_replace": string; "case_sensitive": boolean; "word_boundaries": true; "alias"?: string; "phoneme"?: string; "alphabet"?: "ipa" };

export type ElevenLabsDictionaryVersion = { "id": string; "version_id": string; "version_rules_num": number };

export type ElevenLabsModelList = readonly ({ "model_id": string; "name": string; "description": string; "can_be_finetuned": boolean; "can_do_text_to_speech": boolean; "can_do_voice_conversion": boolean; "can_use_style": boolean; "can_use_speaker_boost": boolean; "serves_pro_voices": boolean; "requires_alpha_access": boolean; "token_cost_factor": number; "max_characters_request_free_user": number; "max_characters_request_subscribed_user": number; "maximum_text_length_per_request": number; "languages": readonly ({ "language_id": string; "name": string })[] })[];

export type ElevenLabsUser = { "user_id": string; "workspace_id": string; "subscription": ElevenLabsSubscription; "is_new_user": boolean; "can_use_delayed_payment_methods": boolean; "is_onboarding_completed": boolean; "is_onboarding_checklist_completed": boolean; "first_name": string | null; "is_api_key_hashed": boolean; "created_at": number; "seat_type": "workspace_admin" };

export type ElevenLabsSubscription = { "tier": string; "status": "free" | "active" | "past_due"; "character_count": number; "character_limit": number; "max_credit_limit_extension": number; "can_extend_character_limit": boolean; "allowed_to_extend_character_limit": boolean; "next_character_count_reset_unix": number | null; "voice_slots_used": number; "professional_voice_slots_used": number; "professional_voice_slots_used_in_workspace": number; "voice_limit": number; "voice_add_edit_counter": number; "professional_voice_limit": number; "can_extend_voice_limit": boolean; "can_use_instant_voice_cloning": boolean; "can_use_professional_voice_cloning": boolean; "currency": null; "current_overage": { "amount": string; "currency": string }; "billing_period": null; "character_refresh_period": null; "next_invoice": null; "open_invoices": readonly (unknown)[]; "has_open_invoices": boolean; "pending_change": null };

export type ElevenLabsSingleUseToken = { "token": string };

export type SarvamTranscription = { "request_id": string; "transcript": string; "language_code": string | null; "language_probability": number | null; "timestamps"?: { "words": readonly (string)[]; "start_time_seconds": readonly (number)[]; "end_time_seconds": readonly (number)[] } };

export type SarvamError = { "error": { "message": string; "code": string; "request_id": string } };

export type SarvamTranslation = { "request_id": string; "transcript": string; "language_code": string | null; "language_probability": number | null; "diarized_transcript": null };

export type SarvamJob = { "job_id": string; "job_state": "Accepted" | "Pending" | "Running" | "Completed" | "Failed"; "storage_container_type": "Local"; "job_parameters": {  } };

export type SarvamJobUploads = { "job_id": string; "job_state": "Accepted" | "Pending" | "Running" | "Completed" | "Failed"; "storage_container_type": "Local"; "upload_urls": {  } };

export type SarvamJobStatus = { "job_id": string; "job_state": "Accepted" | "Pending" | "Running" | "Completed" | "Failed"; "storage_container_type": "Local"; "created_at": string; "updated_at": string; "total_files": number; "successful_files_count": number; "failed_files_count": number; "error_message": string; "job_details": readonly ({ "inputs": readonly ({ "file_name": string; "file_id": string })[]; "outputs": readonly ({ "file_name": string; "file_id": string })[]; "state": "Success" | "API Error" | "Internal Server Error"; "error_message": string; "exception_name": string })[] };

export type SarvamJobDownloads = { "job_id": string; "job_state": "Accepted" | "Pending" | "Running" | "Completed" | "Failed"; "storage_container_type": "Local"; "download_urls": {  } };

export type SarvamSpeech = { "request_id": string; "audios": readonly (string)[] };

export type SarvamDictionary = { "dictionary_id": string };

export type SarvamDictionaries = { "dictionary_count": number; "dictionaries": readonly (string)[] };

export type SarvamChangedDictionary = { "dictionary_id": string; "updated_pronunciations": {  } };

export type SarvamPronunciations = { "pronunciations": {  } };

export type SarvamJobFile = { "file_id": string; "size": number };

export type SarvamFileTranscript = { "request_id": string; "transcript": string; "language_code": string | null; "language_probability": number | null; "timestamps": { "words": readonly (string)[]; "start_time_seconds": readonly (number)[]; "end_time_seconds": readonly (number)[] } | null; "diarized_transcript": { "entries": readonly ({ "transcript": string; "start_time_seconds": number; "end_time_seconds": number; "speaker_id": string })[] } | null };

export type SarvamVoiceList = { "status": "success"; "data": { "voices": readonly ({ "id": string; "name": string; "language": string; "gender": string | null; "accent": string | null; "descriptor": string | null; "status": "active"; "source": "cloned"; "created_by": string; "created_at": string; "has_preview": false })[]; "total": number } };

export type AssemblyAIUpload = { "upload_url": string };

export type AssemblyAIError = { "error": string };

export type AssemblyAITranscript = { "audio_url": string; "language_code": string | null; "language_detection"?: boolean; "punctuate"?: boolean; "format_text"?: boolean; "speaker_labels"?: boolean; "speakers_expected"?: number; "speaker_options": {  } | null; "speech_models"?: readonly (string)[]; "speech_model": string | null; "audio_start_from"?: number; "audio_end_at"?: number; "multichannel"?: boolean; "dual_channel"?: boolean; "keyterms_prompt"?: readonly (string)[]; "word_boost"?: readonly (string)[]; "custom_spelling"?: readonly ({ "from": readonly (string)[]; "to": string })[]; "filter_profanity"?: boolean; "redact_pii"?: boolean; "redact_pii_policies"?: readonly (string)[]; "redact_pii_sub"?: "entity_name" | "hash"; "redact_pii_audio"?: boolean; "auto_chapters"?: false; "auto_highlights"?: false; "summarization"?: boolean; "sentiment_analysis"?: false; "entity_detection"?: false; "iab_categories"?: false; "content_safety"?: false; "webhook_url"?: string; "webhook_auth_header_name"?: string; "disfluencies"?: boolean; "custom_topics"?: boolean; "speed_boost"?: boolean; "redact_pii_return_unredacted"?: boolean; "topics"?: readonly (string)[]; "prompt"?: string; "boost_param"?: string; "domain"?: string; "remove_audio_tags"?: string; "redact_pii_audio_quality"?: string; "summary_model"?: string; "summary_type"?: string; "temperature"?: number; "speech_threshold"?: number; "language_confidence_threshold": number | null; "content_safety_confidence"?: number; "language_detection_options"?: unknown; "redact_pii_audio_options"?: unknown; "keyterms_prompt_options"?: unknown; "speech_understanding"?: unknown; "id": string; "status": "queued" | "processing" | "completed" | "error"; "error"?: string; "text": string | null; "confidence": number | null; "audio_duration": number | null; "words": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null })[] | null; "utterances": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null; "words": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null })[] })[] | null; "language_codes": null; "language_confidence": number | null; "acoustic_model": string; "language_model": string; "audio_channels": number | null; "speech_model_used": string | null; "webhook_auth": boolean; "webhook_status_code": number | null; "throttled": null; "summary": string | null; "text_model": string | null; "auto_highlights_result": null; "chapters": null; "sentiment_analysis_results": null; "entities": null; "iab_categories_result": null; "content_safety_labels": null };

export type AssemblyAITranscriptList = { "page_details": { "limit": number; "result_count": number; "current_url": string; "prev_url": string | null; "next_url": string | null }; "transcripts": readonly ({ "id": string; "resource_url": string; "status": "queued" | "processing" | "completed" | "error"; "created": string; "completed": string | null; "audio_url": string; "error": string | null })[] };

export type AssemblyAISentences = { "id": string; "confidence": number; "audio_duration": number; "sentences": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null; "words": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null })[] })[] };

export type AssemblyAIParagraphs = { "id": string; "confidence": number; "audio_duration": number; "paragraphs": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null; "words": readonly ({ "text": string; "start": number; "end": number; "confidence": number; "speaker": string | null; "channel": string | null })[] })[] };

export type AssemblyAIWordSearch = { "id": string; "total_count": number; "matches": readonly ({ "text": string; "count": number; "timestamps": readonly (readonly (number)[])[]; "indexes": readonly (number)[] })[] };

export type AssemblyAIRedactedAudio = { "status": "redacted_audio_ready" | "redacted_audio_processing"; "redacted_audio_url"?: string };

export type AssemblyAIToken = { "token": string; "expires_in_seconds": number };

export type Liveness = { "status": "ok" | "unavailable" };

export type Readiness = { "status": "ok" | "unavailable"; "database": "ok" | "unavailable"; "queue": "ok" | "unavailable"; "object_store": "ok" | "unavailable"; "engines": { "recognition": readonly (string)[]; "synthesis": readonly (string)[]; "starting": readonly (string)[]; "unavailable": readonly (string)[] } };

export type OpenApiDocument = { "openapi": string };

export type AsyncApiDocument = { "asyncapi": string };

export interface Operations {
  "POST /v1/demo/speech/synthesize": { path: {}; query: {}; body: DemoSynthesizeRequest; answer: DemoSynthesis };
  "POST /v1/demo/speech/transcriptions": { path: {}; query: {}; body: undefined; answer: Transcription };
  "GET /demo.json": { path: {}; query: {}; body: undefined; answer: DemoLimits };
  "POST /v1/speech/synthesize": { path: {}; query: { stream?: boolean }; body: SpeechSynthesizeRequest; answer: Synthesis | AcceptedRequest };
  "POST /v1/speech/estimates": { path: {}; query: {}; body: SpeechEstimateRequest; answer: SynthesisEstimate };
  "POST /v1/speech/transcriptions": { path: {}; query: {}; body: undefined; answer: Transcription | AcceptedRequest };
  "GET /v1/speech/requests": { path: {}; query: { page?: number; limit?: number; search?: string; request_type?: "tts" | "asr"; status?: "queued" | "processing" | "completed" | "failed" | "cancelled"; voice_id?: string; api_key_id?: string; documents?: "exclude" | "only"; from?: string; to?: string; utc_offset?: number }; body: undefined; answer: SpeechRequestPage };
  "GET /v1/speech/requests/export": { path: {}; query: { search?: string; request_type?: "tts" | "asr"; status?: "queued" | "processing" | "completed" | "failed" | "cancelled"; voice_id?: string; api_key_id?: string; documents?: "exclude" | "only"; from?: string; to?: string; utc_offset?: number; format?: "csv" | "json" }; body: undefined; answer: ExportedSpeechRequests };
  "POST /v1/speech/requests/delete": { path: {}; query: {}; body: RequestsDeleteManyRequest; answer: DeletedRequests };
  "DELETE /v1/speech/requests/{request_id}": { path: { request_id: string }; query: {}; body: undefined; answer: DeletedRequest };
  "GET /v1/speech/requests/{request_id}": { path: { request_id: string }; query: {}; body: undefined; answer: SpeechRequest };
  "GET /v1/speech/requests/{request_id}/transcript": { path: { request_id: string }; query: { format?: "json" | "text" | "srt" | "vtt"; max_line_width?: number; max_lines?: number; max_words?: number }; body: undefined; answer: Transcription };
  "PATCH /v1/speech/requests/{request_id}/transcript": { path: { request_id: string }; query: {}; body: RequestsUpdateTranscriptRequest; answer: SpeechRequest };
  "POST /v1/speech/batches": { path: {}; query: {}; body: BatchesCreateRequest; answer: Batch };
  "GET /v1/speech/batches": { path: {}; query: { page?: number; limit?: number }; body: undefined; answer: BatchPage };
  "GET /v1/speech/batches/{batch_id}": { path: { batch_id: string }; query: {}; body: undefined; answer: Batch };
  "DELETE /v1/speech/batches/{batch_id}": { path: { batch_id: string }; query: {}; body: undefined; answer: DeletedBatch };
  "POST /v1/speech/batches/{batch_id}/cancel": { path: { batch_id: string }; query: {}; body: undefined; answer: Batch };
  "POST /v1/voices": { path: {}; query: {}; body: undefined; answer: CreatedVoice };
  "GET /v1/voices": { path: {}; query: { page?: number; limit?: number; type?: "builtin" | "custom"; language?: string; gender?: "female" | "male"; quality?: "natural" | "standard" | "basic"; engine?: "kokoro" | "piper" | "flite" | "espeak-ng" | "remote-speech"; available?: boolean; installed?: boolean; favorite?: boolean; search?: string }; body: undefined; answer: VoicePage };
  "GET /v1/voices/{voice_id}": { path: { voice_id: string }; query: {}; body: undefined; answer: Voice };
  "PATCH /v1/voices/{voice_id}": { path: { voice_id: string }; query: {}; body: VoicesUpdateRequest; answer: Voice };
  "DELETE /v1/voices/{voice_id}": { path: { voice_id: string }; query: {}; body: undefined; answer: DeletedVoice };
  "POST /v1/voices/{voice_id}/train": { path: { voice_id: string }; query: {}; body: undefined; answer: Voice };
  "PUT /v1/voices/{voice_id}/sample": { path: { voice_id: string }; query: {}; body: undefined; answer: Voice };
  "DELETE /v1/voices/{voice_id}/sample": { path: { voice_id: string }; query: {}; body: undefined; answer: DeletedVoiceSample };
  "GET /v1/voices/{voice_id}/uses": { path: { voice_id: string }; query: { page?: number; limit?: number }; body: undefined; answer: VoiceUsePage };
  "PUT /v1/voices/{voice_id}/favorite": { path: { voice_id: string }; query: {}; body: undefined; answer: FavoriteVoice };
  "DELETE /v1/voices/{voice_id}/favorite": { path: { voice_id: string }; query: {}; body: undefined; answer: FavoriteVoice };
  "GET /v1/engines": { path: {}; query: {}; body: undefined; answer: EngineList };
  "GET /v1/languages": { path: {}; query: {}; body: undefined; answer: LanguageList };
  "GET /v1/examples": { path: {}; query: {}; body: undefined; answer: ExampleList };
  "GET /v1/examples/{example_id}/transcript": { path: { example_id: string }; query: {}; body: undefined; answer: ExampleTranscript };
  "POST /v1/key-term-lists": { path: {}; query: {}; body: KeyTermListsCreateRequest; answer: KeyTermList };
  "GET /v1/key-term-lists": { path: {}; query: {}; body: undefined; answer: KeyTermLists };
  "GET /v1/key-term-lists/{list_id}": { path: { list_id: string }; query: {}; body: undefined; answer: KeyTermList };
  "PATCH /v1/key-term-lists/{list_id}": { path: { list_id: string }; query: {}; body: KeyTermListsUpdateRequest; answer: KeyTermList };
  "DELETE /v1/key-term-lists/{list_id}": { path: { list_id: string }; query: {}; body: undefined; answer: DeletedKeyTermList };
  "POST /v1/pronunciation-dictionaries": { path: {}; query: {}; body: PronunciationDictionariesCreateRequest; answer: PronunciationDictionary };
  "GET /v1/pronunciation-dictionaries": { path: {}; query: {}; body: undefined; answer: PronunciationDictionaries };
  "GET /v1/pronunciation-dictionaries/{dictionary_id}": { path: { dictionary_id: string }; query: {}; body: undefined; answer: PronunciationDictionary };
  "PATCH /v1/pronunciation-dictionaries/{dictionary_id}": { path: { dictionary_id: string }; query: {}; body: PronunciationDictionariesUpdateRequest; answer: PronunciationDictionary };
  "DELETE /v1/pronunciation-dictionaries/{dictionary_id}": { path: { dictionary_id: string }; query: {}; body: undefined; answer: DeletedPronunciationDictionary };
  "POST /v1/documents": { path: {}; query: {}; body: DocumentsCreateRequest; answer: Document };
  "GET /v1/documents": { path: {}; query: { page?: number; limit?: number }; body: undefined; answer: DocumentPage };
  "GET /v1/documents/{document_id}": { path: { document_id: string }; query: { text?: boolean }; body: undefined; answer: Document };
  "PATCH /v1/documents/{document_id}": { path: { document_id: string }; query: {}; body: DocumentsUpdateRequest; answer: Document };
  "DELETE /v1/documents/{document_id}": { path: { document_id: string }; query: {}; body: undefined; answer: DeletedDocument };
  "PATCH /v1/documents/{document_id}/paragraphs/{paragraph_id}": { path: { document_id: string; paragraph_id: string }; query: {}; body: DocumentsUpdateParagraphRequest; answer: Document };
  "POST /v1/documents/{document_id}/speak": { path: { document_id: string }; query: {}; body: DocumentsSpeakRequest; answer: SubmittedParagraphs };
  "POST /v1/documents/{document_id}/cancel": { path: { document_id: string }; query: {}; body: undefined; answer: CancelledParagraphs };
  "GET /v1/documents/{document_id}/estimate": { path: { document_id: string }; query: {}; body: undefined; answer: DocumentEstimate };
  "POST /v1/documents/{document_id}/exports": { path: { document_id: string }; query: {}; body: DocumentsCreateExportRequest; answer: DocumentExport };
  "GET /v1/documents/{document_id}/exports": { path: { document_id: string }; query: {}; body: undefined; answer: DocumentExports };
  "GET /v1/documents/{document_id}/exports/{export_id}": { path: { document_id: string; export_id: string }; query: {}; body: undefined; answer: DocumentExport };
  "POST /auth/logout": { path: {}; query: {}; body: undefined; answer: SignedOut };
  "GET /v1/users/me": { path: {}; query: {}; body: undefined; answer: UserProfile };
  "PATCH /v1/users/me": { path: {}; query: {}; body: AccountUpdateRequest; answer: UserProfile };
  "POST /v1/users/me/close": { path: {}; query: {}; body: AccountCloseRequest; answer: ClosedAccount };
  "GET /v1/users/me/sessions": { path: {}; query: { page?: number; limit?: number }; body: undefined; answer: SessionPage };
  "DELETE /v1/users/me/sessions": { path: {}; query: {}; body: undefined; answer: EndedSessions };
  "DELETE /v1/users/me/sessions/{session_id}": { path: { session_id: string }; query: {}; body: undefined; answer: EndedSession };
  "GET /v1/users/me/export": { path: {}; query: {}; body: undefined; answer: AccountExport };
  "GET /v1/users/me/checklist": { path: {}; query: {}; body: undefined; answer: Checklist };
  "DELETE /v1/users/me/checklist": { path: {}; query: {}; body: undefined; answer: Checklist };
  "GET /v1/users/me/limits": { path: {}; query: {}; body: undefined; answer: AccountLimits };
  "POST /v1/live/tokens": { path: {}; query: {}; body: LiveTokensCreateRequest; answer: LiveToken };
  "POST /v1/api-keys": { path: {}; query: {}; body: ApiKeysCreateRequest; answer: CreatedApiKey };
  "GET /v1/api-keys": { path: {}; query: { page?: number; limit?: number; status?: "live" | "revoked" }; body: undefined; answer: ApiKeyPage };
  "PATCH /v1/api-keys/{api_key_id}": { path: { api_key_id: string }; query: {}; body: ApiKeysUpdateRequest; answer: ApiKey };
  "DELETE /v1/api-keys/{api_key_id}": { path: { api_key_id: string }; query: { descendants?: "true" | "false" }; body: undefined; answer: RevokedApiKey };
  "POST /v1/api-keys/{api_key_id}/rotate": { path: { api_key_id: string }; query: {}; body: ApiKeysRotateRequest; answer: RotatedApiKey };
  "POST /v1/device-authorizations": { path: {}; query: {}; body: DeviceAuthorizationsCreateRequest; answer: StartedDeviceAuthorization };
  "POST /v1/device-authorizations/redeem": { path: {}; query: {}; body: DeviceAuthorizationsRedeemRequest; answer: CreatedApiKey };
  "GET /v1/device-authorizations/{user_code}": { path: { user_code: string }; query: {}; body: undefined; answer: DeviceAuthorization };
  "POST /v1/device-authorizations/{user_code}/approve": { path: { user_code: string }; query: {}; body: undefined; answer: DeviceAuthorization };
  "POST /v1/device-authorizations/{user_code}/deny": { path: { user_code: string }; query: {}; body: undefined; answer: DeviceAuthorization };
  "POST /v1/webhook-endpoints": { path: {}; query: {}; body: WebhookEndpointsCreateRequest; answer: CreatedWebhookEndpoint };
  "GET /v1/webhook-endpoints": { path: {}; query: {}; body: undefined; answer: WebhookEndpointList };
  "GET /v1/webhook-endpoints/{endpoint_id}": { path: { endpoint_id: string }; query: {}; body: undefined; answer: WebhookEndpoint };
  "PATCH /v1/webhook-endpoints/{endpoint_id}": { path: { endpoint_id: string }; query: {}; body: WebhookEndpointsUpdateRequest; answer: WebhookEndpoint };
  "DELETE /v1/webhook-endpoints/{endpoint_id}": { path: { endpoint_id: string }; query: {}; body: undefined; answer: DeletedWebhookEndpoint };
  "POST /v1/webhook-endpoints/{endpoint_id}/rotate": { path: { endpoint_id: string }; query: {}; body: WebhookEndpointsRotateRequest; answer: RotatedWebhookSecret };
  "GET /v1/webhook-secret": { path: {}; query: {}; body: undefined; answer: WebhookSecret };
  "GET /v1/webhook-endpoints/{endpoint_id}/deliveries": { path: { endpoint_id: string }; query: { page?: number; limit?: number; status?: "waiting" | "pending" | "delivered" | "failed" }; body: undefined; answer: WebhookDeliveryPage };
  "POST /v1/webhook-endpoints/{endpoint_id}/test": { path: { endpoint_id: string }; query: {}; body: undefined; answer: WebhookDelivery };
  "POST /v1/webhook-deliveries/{delivery_id}/retry": { path: { delivery_id: string }; query: {}; body: undefined; answer: WebhookDelivery };
  "POST /v1/feedback": { path: {}; query: {}; body: FeedbackCreateRequest; answer: CreatedFeedback };
  "GET /v1/feedback": { path: {}; query: { page?: number; limit?: number; request_type?: "tts" | "asr"; request_id?: string }; body: undefined; answer: FeedbackPage };
  "POST /v1/contact-submissions": { path: {}; query: {}; body: ContactSubmissionsCreateRequest; answer: CreatedContactSubmission };
  "GET /v1/contact-submissions": { path: {}; query: { page?: number; limit?: number; status?: "new" | "reviewed" | "closed"; search?: string }; body: undefined; answer: ContactPage };
  "PATCH /v1/contact-submissions/{ticket_id}": { path: { ticket_id: string }; query: {}; body: ContactSubmissionsUpdateRequest; answer: ContactSubmission };
  "GET /v1/plans": { path: {}; query: {}; body: undefined; answer: PlanList };
  "GET /pricing.json": { path: {}; query: {}; body: undefined; answer: PlanList };
  "POST /v1/subscriptions": { path: {}; query: {}; body: SubscriptionsCreateRequest; answer: SubscriptionCheckout };
  "GET /v1/subscriptions/preview": { path: {}; query: { plan_id: string }; body: undefined; answer: SubscriptionPreview };
  "GET /v1/subscriptions/current": { path: {}; query: {}; body: undefined; answer: Subscription };
  "DELETE /v1/subscriptions/current": { path: {}; query: {}; body: undefined; answer: Subscription };
  "GET /v1/top-ups": { path: {}; query: {}; body: undefined; answer: TopUpPackList };
  "POST /v1/top-ups": { path: {}; query: {}; body: TopUpsCreateRequest; answer: SubscriptionCheckout };
  "GET /v1/payments": { path: {}; query: { page?: number; limit?: number; from?: string; to?: string; utc_offset?: number }; body: undefined; answer: PaymentPage };
  "GET /v1/orders": { path: {}; query: {}; body: undefined; answer: OpenOrderList };
  "DELETE /v1/orders/{payments_order_id}": { path: { payments_order_id: string }; query: {}; body: undefined; answer: CancelledOrder };
  "GET /v1/billing-details": { path: {}; query: {}; body: undefined; answer: BillingDetails };
  "PUT /v1/billing-details": { path: {}; query: {}; body: BillingDetailsUpdateRequest; answer: BillingDetails };
  "GET /v1/usage": { path: {}; query: { source?: "web" | "api_key" | "all"; granularity?: "day"; breakdown?: "voice"; api_key_id?: string; from?: string; to?: string }; body: undefined; answer: UsageReport };
  "GET /v1/usage/ledger": { path: {}; query: { page?: number; limit?: number; pool?: "tts" | "asr" }; body: undefined; answer: CreditChangePage };
  "POST /v1/webhooks/identity": { path: {}; query: {}; body: IdentityEvent; answer: ReceivedEvent };
  "POST /v1/webhooks/payments": { path: {}; query: {}; body: PaymentEvent; answer: ReceivedEvent };
  "GET /v1/admin/attention": { path: {}; query: {}; body: undefined; answer: AttentionReport };
  "GET /v1/admin/statistics": { path: {}; query: { days?: number }; body: undefined; answer: AdminStatistics };
  "GET /v1/admin/accounts": { path: {}; query: { page?: number; limit?: number; search?: string; role?: "user" | "admin"; sort?: "newest" | "oldest" | "email" }; body: undefined; answer: AccountPage };
  "GET /v1/admin/accounts/{user_id}": { path: { user_id: string }; query: {}; body: undefined; answer: AdminAccount };
  "PATCH /v1/admin/accounts/{user_id}": { path: { user_id: string }; query: {}; body: AdminAccountsUpdateRequest; answer: AdminAccount };
  "POST /v1/admin/accounts/{user_id}/credits": { path: { user_id: string }; query: {}; body: AdminAccountsCorrectCreditsRequest; answer: CreditCorrection };
  "DELETE /v1/admin/accounts/{user_id}/sessions": { path: { user_id: string }; query: {}; body: undefined; answer: SignedOutAccount };
  "GET /v1/admin/accounts/{user_id}/payments": { path: { user_id: string }; query: { page?: number; limit?: number }; body: undefined; answer: PaymentPage };
  "GET /v1/admin/accounts/{user_id}/api-keys": { path: { user_id: string }; query: { page?: number; limit?: number }; body: undefined; answer: ApiKeyPage };
  "GET /v1/admin/accounts/{user_id}/requests": { path: { user_id: string }; query: { page?: number; limit?: number; request_id?: string }; body: undefined; answer: AdminSpeechRequestPage };
  "GET /v1/admin/accounts/{user_id}/ledger": { path: { user_id: string }; query: { page?: number; limit?: number; pool?: "tts" | "asr" }; body: undefined; answer: LedgerPage };
  "PUT /v1/admin/accounts/{user_id}/block": { path: { user_id: string }; query: {}; body: AdminAccountsBlockRequest; answer: AdminAccount };
  "DELETE /v1/admin/accounts/{user_id}/block": { path: { user_id: string }; query: {}; body: undefined; answer: AdminAccount };
  "POST /v1/admin/accounts/{user_id}/close": { path: { user_id: string }; query: {}; body: undefined; answer: AdminAccount };
  "GET /v1/admin/accounts/{user_id}/notes": { path: { user_id: string }; query: { page?: number; limit?: number }; body: undefined; answer: AccountNotePage };
  "POST /v1/admin/accounts/{user_id}/notes": { path: { user_id: string }; query: {}; body: AdminAccountsCreateNoteRequest; answer: AccountNote };
  "GET /v1/admin/webhook-events": { path: {}; query: { page?: number; limit?: number; provider?: "identity" | "payment"; status?: "queued" | "processed" | "ignored" | "quarantined" | "failed"; type?: string; resolved?: boolean }; body: undefined; answer: WebhookEventPage };
  "GET /v1/admin/webhook-events/{webhook_event_id}": { path: { webhook_event_id: string }; query: {}; body: undefined; answer: WebhookEvent };
  "POST /v1/admin/webhook-events/{webhook_event_id}/resolve": { path: { webhook_event_id: string }; query: {}; body: undefined; answer: WebhookEvent };
  "GET /v1/admin/queues": { path: {}; query: {}; body: undefined; answer: QueueReport };
  "GET /v1/admin/queues/trends": { path: {}; query: { period?: "hour" | "day" }; body: undefined; answer: QueueTrends };
  "GET /v1/admin/live": { path: {}; query: {}; body: undefined; answer: LiveReport };
  "GET /v1/admin/models": { path: {}; query: {}; body: undefined; answer: ModelReport };
  "POST /v1/admin/models/pulls": { path: {}; query: {}; body: AdminModelPullsCreateRequest; answer: ModelPull };
  "DELETE /v1/admin/models/pulls/{pull_id}": { path: { pull_id: string }; query: {}; body: undefined; answer: ModelPull };
  "POST /openai/v1/audio/transcriptions": { path: {}; query: {}; body: undefined; answer: OpenAITranscriptionAnswer };
  "POST /openai/v1/audio/translations": { path: {}; query: {}; body: undefined; answer: OpenAITranscriptionAnswer };
  "GET /openai/v1/models": { path: {}; query: {}; body: undefined; answer: OpenAIModelList };
  "GET /openai/v1/audio/models": { path: {}; query: {}; body: undefined; answer: OpenAISpeechModelList };
  "GET /openai/v1/models/{model}": { path: { model: string }; query: {}; body: undefined; answer: OpenAIModel };
  "GET /openai/v1/audio/voices": { path: {}; query: {}; body: undefined; answer: OpenAIVoiceList };
  "POST /openai/v1/realtime/client_secrets": { path: {}; query: {}; body: OpenAIRealtimeClientSecretsCreateRequest; answer: OpenAIClientSecret };
  "POST /v1/audio/transcriptions": { path: {}; query: {}; body: undefined; answer: OpenAITranscriptionAnswer };
  "POST /v1/audio/translations": { path: {}; query: {}; body: undefined; answer: OpenAITranscriptionAnswer };
  "GET /v1/models": { path: {}; query: {}; body: undefined; answer: OpenAIModelList };
  "GET /v1/audio/models": { path: {}; query: {}; body: undefined; answer: OpenAISpeechModelList };
  "GET /v1/models/{model}": { path: { model: string }; query: {}; body: undefined; answer: OpenAIModel };
  "GET /v1/audio/voices": { path: {}; query: {}; body: undefined; answer: OpenAIVoiceList };
  "POST /v1/realtime/client_secrets": { path: {}; query: {}; body: OpenAIRealtimeClientSecretsCreateRequest; answer: OpenAIClientSecret };
  "POST /deepgram/v1/listen": { path: {}; query: { model?: string; language?: string; detect_language?: boolean | string; punctuate?: boolean; smart_format?: boolean; numerals?: boolean; paragraphs?: boolean; utterances?: boolean; tag?: string; extra?: string; encoding?: "linear16" | "mulaw" | "alaw" | "flac" | "opus" | "ogg-opus"; sample_rate?: number; channels?: number; diarize?: boolean; diarize_model?: string; multichannel?: boolean; keyterm?: readonly (string)[]; keywords?: readonly (string)[]; replace?: readonly (string)[]; search?: readonly (string)[]; profanity_filter?: boolean; redact?: readonly (string)[]; summarize?: string; topics?: string; callback?: string; callback_method?: "post" | "put" | "POST" | "PUT" }; body: undefined; answer: DeepgramListenReply };
  "POST /deepgram/v1/auth/grant": { path: {}; query: {}; body: DeepgramTokensCreateRequest; answer: DeepgramGrant };
  "GET /deepgram/v1/models": { path: {}; query: {}; body: undefined; answer: DeepgramModelList };
  "GET /deepgram/v1/models/{model_id}": { path: { model_id: string }; query: {}; body: undefined; answer: DeepgramModel };
  "GET /deepgram/v1/projects": { path: {}; query: {}; body: undefined; answer: DeepgramProjectList };
  "POST /elevenlabs/v1/text-to-speech/{voice_id}/with-timestamps": { path: { voice_id: string }; query: { output_format?: "mp3_22050_32" | "mp3_24000_48" | "mp3_44100_32" | "mp3_44100_64" | "mp3_44100_96" | "mp3_44100_128" | "mp3_44100_192" | "opus_48000_32" | "opus_48000_64" | "opus_48000_96" | "opus_48000_128" | "opus_48000_192" | "pcm_8000" | "pcm_16000" | "pcm_22050" | "pcm_24000" | "pcm_32000" | "pcm_44100" | "pcm_48000" | "ulaw_8000" | "alaw_8000" | "wav_8000" | "wav_16000" | "wav_22050" | "wav_24000" | "wav_32000" | "wav_44100" | "wav_48000"; enable_logging?: true }; body: ElevenLabsTextToSpeechConvertRequest; answer: ElevenLabsTimedSpeech };
  "POST /elevenlabs/v1/speech-to-text": { path: {}; query: { enable_logging?: true }; body: undefined; answer: ElevenLabsTranscripts };
  "GET /elevenlabs/v1/speech-to-text/transcripts/{transcription_id}": { path: { transcription_id: string }; query: {}; body: undefined; answer: ElevenLabsTranscripts };
  "DELETE /elevenlabs/v1/speech-to-text/transcripts/{transcription_id}": { path: { transcription_id: string }; query: {}; body: undefined; answer: ElevenLabsDone };
  "POST /elevenlabs/v1/voices/add": { path: {}; query: {}; body: undefined; answer: ElevenLabsAddedVoice };
  "GET /elevenlabs/v1/voices": { path: {}; query: { show_legacy?: boolean }; body: undefined; answer: ElevenLabsVoiceList };
  "GET /elevenlabs/v2/voices": { path: {}; query: { page_size?: number; next_page_token?: number; search?: string; sort?: "name" | "created_at_unix"; sort_direction?: "asc" | "desc"; voice_type?: "personal" | "community" | "default" | "workspace" | "non-default" | "non-community" | "saved"; category?: "premade" | "cloned" | "generated" | "professional" | "famous" | "high_quality"; gender?: string; accent?: string; language?: string; voice_ids?: string }; body: undefined; answer: ElevenLabsVoicePage };
  "GET /elevenlabs/v1/voices/{voice_id}": { path: { voice_id: string }; query: {}; body: undefined; answer: ElevenLabsVoice };
  "DELETE /elevenlabs/v1/voices/{voice_id}": { path: { voice_id: string }; query: {}; body: undefined; answer: ElevenLabsDone };
  "GET /elevenlabs/v1/voices/{voice_id}/settings": { path: { voice_id: string }; query: {}; body: undefined; answer: ElevenLabsVoiceSettings };
  "GET /elevenlabs/v1/voices/settings/default": { path: {}; query: {}; body: undefined; answer: ElevenLabsVoiceSettings };
  "POST /elevenlabs/v1/voices/{voice_id}/settings/edit": { path: { voice_id: string }; query: {}; body: ElevenLabsVoicesUpdateSettingsRequest; answer: ElevenLabsDone };
  "POST /elevenlabs/v1/voices/{voice_id}/edit": { path: { voice_id: string }; query: {}; body: undefined; answer: ElevenLabsDone };
  "POST /elevenlabs/v1/pronunciation-dictionaries/add-from-rules": { path: {}; query: {}; body: ElevenLabsPronunciationDictionariesCreateRequest; answer: ElevenLabsAddedDictionary };
  "GET /elevenlabs/v1/pronunciation-dictionaries": { path: {}; query: { page_size?: number; cursor?: string; sort?: "creation_time_unix" | "name"; sort_direction?: "ascending" | "descending" | "ASCENDING" | "DESCENDING"; include_archived?: boolean }; body: undefined; answer: ElevenLabsDictionaryPage };
  "GET /elevenlabs/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}": { path: { pronunciation_dictionary_id: string }; query: {}; body: undefined; answer: ElevenLabsDictionaryWithRules };
  "PATCH /elevenlabs/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}": { path: { pronunciation_dictionary_id: string }; query: {}; body: ElevenLabsPronunciationDictionariesUpdateRequest; answer: ElevenLabsPronunciationDictionary };
  "POST /elevenlabs/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/set-rules": { path: { pronunciation_dictionary_id: string }; query: {}; body: ElevenLabsPronunciationDictionariesSetRulesRequest; answer: ElevenLabsDictionaryVersion };
  "POST /elevenlabs/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/add-rules": { path: { pronunciation_dictionary_id: string }; query: {}; body: ElevenLabsPronunciationDictionariesAddRulesRequest; answer: ElevenLabsDictionaryVersion };
  "POST /elevenlabs/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/remove-rules": { path: { pronunciation_dictionary_id: string }; query: {}; body: ElevenLabsPronunciationDictionariesRemoveRulesRequest; answer: ElevenLabsDictionaryVersion };
  "GET /elevenlabs/v1/models": { path: {}; query: {}; body: undefined; answer: ElevenLabsModelList };
  "GET /elevenlabs/v1/user": { path: {}; query: {}; body: undefined; answer: ElevenLabsUser };
  "GET /elevenlabs/v1/user/subscription": { path: {}; query: {}; body: undefined; answer: ElevenLabsSubscription };
  "POST /elevenlabs/v1/single-use-token/{token_type}": { path: { token_type: "realtime_scribe" | "tts_websocket" }; query: {}; body: undefined; answer: ElevenLabsSingleUseToken };
  "POST /sarvam/speech-to-text": { path: {}; query: {}; body: undefined; answer: SarvamTranscription };
  "POST /sarvam/speech-to-text-translate": { path: {}; query: {}; body: undefined; answer: SarvamTranslation };
  "POST /sarvam/speech-to-text/job/v1": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateRequest; answer: SarvamJob };
  "POST /sarvam/speech-to-text/job/v1/upload-files": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateUploadsRequest; answer: SarvamJobUploads };
  "POST /sarvam/speech-to-text/job/v1/{job_id}/start": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "GET /sarvam/speech-to-text/job/v1/{job_id}/status": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "POST /sarvam/speech-to-text/job/v1/download-files": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateDownloadsRequest; answer: SarvamJobDownloads };
  "POST /sarvam/speech-to-text-translate/job/v1": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateRequest; answer: SarvamJob };
  "POST /sarvam/speech-to-text-translate/job/v1/upload-files": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateUploadsRequest; answer: SarvamJobUploads };
  "POST /sarvam/speech-to-text-translate/job/v1/{job_id}/start": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "GET /sarvam/speech-to-text-translate/job/v1/{job_id}/status": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "POST /sarvam/speech-to-text-translate/job/v1/download-files": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateDownloadsRequest; answer: SarvamJobDownloads };
  "POST /sarvam/text-to-speech": { path: {}; query: {}; body: SarvamTextToSpeechConvertRequest; answer: SarvamSpeech };
  "POST /sarvam/text-to-speech/pronunciation-dictionary": { path: {}; query: {}; body: undefined; answer: SarvamDictionary };
  "GET /sarvam/text-to-speech/pronunciation-dictionary": { path: {}; query: {}; body: undefined; answer: SarvamDictionaries };
  "PUT /sarvam/text-to-speech/pronunciation-dictionary": { path: {}; query: { dict_id: string }; body: undefined; answer: SarvamChangedDictionary };
  "DELETE /sarvam/text-to-speech/pronunciation-dictionary": { path: {}; query: { dict_id: string }; body: undefined; answer: { "success": true; "message": string } };
  "GET /sarvam/text-to-speech/pronunciation-dictionary/{dict_id}": { path: { dict_id: string }; query: {}; body: undefined; answer: SarvamPronunciations };
  "PUT /sarvam/job-files/{file_id}": { path: { file_id: string }; query: { token: string }; body: undefined; answer: SarvamJobFile };
  "GET /sarvam/job-files/{file_id}": { path: { file_id: string }; query: { token: string }; body: undefined; answer: SarvamFileTranscript };
  "GET /sarvam/voices": { path: {}; query: { search?: string; gender?: string; accent?: string; limit?: number; offset?: number }; body: undefined; answer: SarvamVoiceList };
  "POST /speech-to-text": { path: {}; query: {}; body: undefined; answer: SarvamTranscription };
  "POST /speech-to-text-translate": { path: {}; query: {}; body: undefined; answer: SarvamTranslation };
  "POST /speech-to-text/job/v1": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateRequest; answer: SarvamJob };
  "POST /speech-to-text/job/v1/upload-files": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateUploadsRequest; answer: SarvamJobUploads };
  "POST /speech-to-text/job/v1/{job_id}/start": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "GET /speech-to-text/job/v1/{job_id}/status": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "POST /speech-to-text/job/v1/download-files": { path: {}; query: {}; body: SarvamSpeechToTextJobsCreateDownloadsRequest; answer: SarvamJobDownloads };
  "POST /speech-to-text-translate/job/v1": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateRequest; answer: SarvamJob };
  "POST /speech-to-text-translate/job/v1/upload-files": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateUploadsRequest; answer: SarvamJobUploads };
  "POST /speech-to-text-translate/job/v1/{job_id}/start": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "GET /speech-to-text-translate/job/v1/{job_id}/status": { path: { job_id: string }; query: {}; body: undefined; answer: SarvamJobStatus };
  "POST /speech-to-text-translate/job/v1/download-files": { path: {}; query: {}; body: SarvamSpeechToTextTranslateJobsCreateDownloadsRequest; answer: SarvamJobDownloads };
  "POST /text-to-speech": { path: {}; query: {}; body: SarvamTextToSpeechConvertRequest; answer: SarvamSpeech };
  "POST /assemblyai/v2/upload": { path: {}; query: {}; body: undefined; answer: AssemblyAIUpload };
  "POST /assemblyai/v2/transcript": { path: {}; query: {}; body: AssemblyAITranscriptsCreateRequest; answer: AssemblyAITranscript };
  "GET /assemblyai/v2/transcript": { path: {}; query: { limit?: number; status?: "queued" | "processing" | "completed" | "error"; created_on?: string; before_id?: string; after_id?: string; throttled_only?: boolean }; body: undefined; answer: AssemblyAITranscriptList };
  "GET /assemblyai/v2/transcript/{transcript_id}": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAITranscript };
  "DELETE /assemblyai/v2/transcript/{transcript_id}": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAITranscript };
  "GET /assemblyai/v2/transcript/{transcript_id}/sentences": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAISentences };
  "GET /assemblyai/v2/transcript/{transcript_id}/paragraphs": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAIParagraphs };
  "GET /assemblyai/v2/transcript/{transcript_id}/word-search": { path: { transcript_id: string }; query: { words: string }; body: undefined; answer: AssemblyAIWordSearch };
  "GET /assemblyai/v2/transcript/{transcript_id}/redacted-audio": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAIRedactedAudio };
  "GET /assemblyai/v3/token": { path: {}; query: { expires_in_seconds: number; max_session_duration_seconds?: number }; body: undefined; answer: AssemblyAIToken };
  "POST /v2/upload": { path: {}; query: {}; body: undefined; answer: AssemblyAIUpload };
  "POST /v2/transcript": { path: {}; query: {}; body: AssemblyAITranscriptsCreateRequest; answer: AssemblyAITranscript };
  "GET /v2/transcript": { path: {}; query: { limit?: number; status?: "queued" | "processing" | "completed" | "error"; created_on?: string; before_id?: string; after_id?: string; throttled_only?: boolean }; body: undefined; answer: AssemblyAITranscriptList };
  "GET /v2/transcript/{transcript_id}": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAITranscript };
  "DELETE /v2/transcript/{transcript_id}": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAITranscript };
  "GET /v2/transcript/{transcript_id}/sentences": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAISentences };
  "GET /v2/transcript/{transcript_id}/paragraphs": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAIParagraphs };
  "GET /v2/transcript/{transcript_id}/word-search": { path: { transcript_id: string }; query: { words: string }; body: undefined; answer: AssemblyAIWordSearch };
  "GET /v2/transcript/{transcript_id}/redacted-audio": { path: { transcript_id: string }; query: {}; body: undefined; answer: AssemblyAIRedactedAudio };
  "GET /v3/token": { path: {}; query: { expires_in_seconds: number; max_session_duration_seconds?: number }; body: undefined; answer: AssemblyAIToken };
  "GET /healthz": { path: {}; query: {}; body: undefined; answer: Liveness };
  "GET /readyz": { path: {}; query: {}; body: undefined; answer: Readiness };
  "GET /openapi.json": { path: {}; query: {}; body: undefined; answer: OpenApiDocument };
  "GET /openapi-internal.json": { path: {}; query: {}; body: undefined; answer: OpenApiDocument };
  "GET /asyncapi.json": { path: {}; query: {}; body: undefined; answer: AsyncApiDocument };
  "GET /site.webmanifest": { path: {}; query: {}; body: undefined; answer: { "name": string; "short_name": string; "start_url": string; "display": string; "theme_color": string; "icons": readonly ({ "src": string; "type": string; "sizes": string })[] } };
}
