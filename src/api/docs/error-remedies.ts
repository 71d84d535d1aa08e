import type { ErrorCode } from "#src/errors.ts";

const askOperator = "Ask the operator of the service.";
const retryAfter = "Wait for the seconds of `Retry-After`, then repeat the call.";
const checkId = "Check the id. The service also answers 404 for what belongs to another account.";

/** The remedy of each error code, for developers. */
export const errorRemedies: Readonly<Record<ErrorCode, string>> = {
  validation_error:
    "Correct what `detail` lists: each row has the place of a value in `loc`, and what is wrong with it in `type` and `msg`.",
  missing_credentials: "Send an API key in `X-API-Key` or as `Authorization: Bearer`.",
  invalid_api_key: "Check that the key is complete, not revoked and not expired, or create a new one.",
  invalid_session: "Sign in again, or get a new access token.",
  invalid_signature: "Sign the body as it is sent, with the secret that both sides know.",
  account_blocked: "Contact the operator: an admin has blocked the account, with all its keys and sessions.",
  forbidden: "Use an account with the role that the call needs, or a key in place of a temporary token.",
  insufficient_scope: "Create a key with the scope that `required_scope` names.",
  origin_mismatch: "Call from a page of this service, or with an API key in place of the session.",
  authorization_pending:
    "Repeat the call after `interval` seconds, until the person has decided or `expires_in` is over.",
  slow_down: "Wait 5 seconds longer between calls from now on, as RFC 8628 says.",
  access_denied: "Tell the person that access was denied. A new attempt needs a new approval.",
  expired_token: "Create a new device authorization. A code works for `expires_in` seconds, and once.",
  audio_unusable:
    "Send audio in a format of [Audio](api.md#audio), such as WAV, MP3, FLAC, Ogg, M4A, AAC, WebM, AMR, 3GP, WMA, AIFF or MPEG-TS.",
  audio_url_refused:
    "Send a public address that begins with `https://`, without a user and a password; a presigned one where it needs a permission.",
  audio_url_unreachable:
    "Open the address without signing in, from another network than your own, and check that it has not expired; then send the request again.",
  audio_too_large: "Send a smaller file: at most `max_bytes` bytes. A compressed format helps.",
  audio_too_long: "Divide the recording or the text: at most `max_seconds` seconds.",
  body_too_large: "Send less: at most `max_bytes` bytes.",
  options_unsupported: "Leave out the options that the message names: they have no effect here.",
  callback_url_refused:
    "Use an address with https that leads to a public network, without a user name and a password. The message says what is wrong.",
  malformed_request: "Correct the request line and the headers; an HTTP client does that automatically.",
  headers_too_large: "Shorten the URL and the headers.",
  request_timeout: "Repeat the call on a faster connection, or with a smaller file.",
  expectation_failed: "Leave the `Expect` header out, or send `100-continue`.",
  too_many_key_terms: "Leave terms out of `key_terms`, or name a shorter list.",
  not_found: "Check the path against the reference.",
  method_not_allowed: "Use a method that the `Allow` header lists.",
  upgrade_required: "Open the path with a WebSocket client; a proxy in between has to pass `Upgrade` on.",
  request_not_found: checkId,
  voice_not_found: checkId,
  batch_not_found: "Use an id that `GET /v1/speech/batches` shows.",
  key_term_list_not_found: "Use the id or the name of a list that `GET /v1/key-term-lists` shows.",
  document_not_found: "Use an id that `GET /v1/documents` shows.",
  chapter_not_found: "Chapters count from 1, up to the number of chapters of the document.",
  export_not_found: "Use an id that `GET /v1/documents/{document_id}/exports` shows.",
  paragraph_not_found: "Read the document again: its paragraphs have other ids when its chapters were replaced.",
  pronunciation_dictionary_not_found:
    "Use the id or the name of a dictionary that `GET /v1/pronunciation-dictionaries` shows.",
  model_not_found: "Use a model that the list of models has.",
  model_folder_not_found:
    "Start a worker on the machine with this folder, or use a folder that `GET /v1/admin/models` lists.",
  model_folder_read_only:
    "Let the workers write to the folder, or install the model on that machine by `npm run models -- pull`.",
  model_unverified:
    "Send `accept_unverified: true` if you trust its address, or install a model whose `verifiable` is true.",
  model_pull_not_found: checkId,
  api_key_not_found: checkId,
  session_not_found: checkId,
  user_code_not_found: "Compare the code with the one that the program shows. It works for 10 minutes, and once.",
  ticket_not_found: checkId,
  plan_not_found: "Use a plan that `GET /v1/plans` lists.",
  pack_not_found: "Use a pack that `GET /v1/top-ups` lists.",
  payment_not_found:
    "Check the id. The receipt of a payment is issued some seconds after it. An order that is paid, or was cancelled, cannot be cancelled.",
  subscription_not_found: "Buy a plan first: `POST /v1/subscriptions`.",
  account_not_found: "Check the id. A closed account can be read but not changed.",
  webhook_event_not_found: checkId,
  webhook_endpoint_not_found: checkId,
  webhook_delivery_not_found: checkId,
  subscription_exists: "Renew the plan in its last seven days, or choose another plan.",
  plan_not_purchasable: "Choose a plan that has a price.",
  voice_not_ready: "Read the voice until its `status` is `ready`.",
  voice_outdated:
    "Train it again with `POST /v1/voices/{voice_id}/train`. Where its sample is not kept, send another one with `PUT /v1/voices/{voice_id}/sample`.",
  result_not_ready: retryAfter,
  range_not_satisfiable: "Ask for bytes within the audio: it has `size_bytes` of them.",
  api_key_limit: "Revoke a key that is not used any more.",
  batch_limit:
    "Wait until a batch has ended, or cancel one; after many recordings wait a day, or delete a batch. A batch may have 10,000 recordings.",
  key_term_list_limit: "Delete a list that is not used any more.",
  key_term_list_exists: "Choose another name, or change that list.",
  document_not_spoken:
    "Call `POST /v1/documents/{document_id}/speak`, wait until all paragraphs are `spoken`, and export it again.",
  document_limit: "Delete a document that is not needed any more.",
  pronunciation_limit: "Delete entries or dictionaries that are not used any more.",
  webhook_endpoint_limit: "Delete an endpoint that is not used any more: an account may have `endpoints_max`.",
  voice_limit: "Delete a voice: the account has `voices` of `voices_max`.",
  storage_limit: "Delete speech requests or voices: `stored_bytes` of `stored_max_bytes` are used.",
  invalid_transition: "Read the object and use a status that follows its present one.",
  own_account: "Ask another admin, or close your own account in the profile.",
  last_admin: "Give another account the role `admin`, then close this one.",
  confirmation_mismatch:
    "Send the `email` of `GET /v1/users/me` as `confirm`; where it is empty the `username`, or else the `user_id`.",
  own_role: "Ask another admin to change your role.",
  credits_limit: "Grant fewer credits.",
  idempotency_in_progress: retryAfter,
  insufficient_credits: "Buy a plan, or send less: the call needs `required` credits; `remaining` remain.",
  monthly_limit_exceeded:
    "Raise the key's limit, use another key, or wait for the next month; `remaining` credits remain.",
  rate_limited: retryAfter,
  concurrency_limited: "Wait until one of the unfinished requests has ended, then repeat the call.",
  sample_too_short: "Record a longer sample.",
  sample_without_speech: "Record a sample in which one person speaks, close to the microphone.",
  language_mismatch:
    "Send its language, or `language=auto` where `GET /v1/languages` names a model that finds it (`detection_models`). If it is English after all, send `language=en`: then the transcript comes with a warning, and is charged.",
  language_unsupported: "Use a language that `GET /v1/languages` lists, or ask the operator to add a model.",
  translation_unsupported:
    "Transcribe the recording in its own language, or have the operator install a model that translates: `npm run models -- pull whisper-base`.",
  engine_unavailable: retryAfter,
  wait_timeout: "Repeat the same call: it waits for the work that goes on.",
  engine_timeout: "Repeat the call later, or with a shorter text or recording.",
  cancelled: "The request was deleted or its caller hung up. Send it again if it is still needed.",
  sign_in_failed: "Start signing in again.",
  voice_matching_not_installed:
    "The operator of the service runs the command in `detail`, which installs the missing models.",
  sign_in_not_configured: askOperator,
  https_required: "Open the service by its `https://` address.",
  payments_not_configured: askOperator,
  payment_provider_error: "Repeat the call later. Nothing was charged.",
  webhook_not_configured: askOperator,
  storage_low: retryAfter,
  unavailable: retryAfter,
  internal_error: "Repeat the call later. If it fails again, send the operator the `request_id`.",
};
