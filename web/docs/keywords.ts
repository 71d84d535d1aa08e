/**
 * The words that people type for the subject of a page or section, by its address below /docs, where the page has
 * others. They count like words of its title or heading, and most where they are the whole question.
 */
export const keywords: Readonly<Record<string, string>> = {
  quickstart: "getting started, get started, tutorial, example, hello world, first request, sample code, introduction",
  "quickstart#create-an-api-key":
    "api key, get api key, create api key, generate api key, new api key, api token, secret key",
  "quickstart#install-a-client": "install sdk, install client, install library, download sdk",
  "quickstart#try-it-without-credits":
    "demo, test without spending credits, try without credits, test for free, sandbox, playground, try without a key",
  "quickstart#other-programming-languages":
    "go, golang, java, kotlin, php, ruby, rust, dotnet, c#, csharp, swift, other programming languages",
  "text-to-speech":
    "speech, convert text to audio, text to audio, synthesize, synthesis, speech synthesis, tts, generate speech, generate audio, read text aloud",
  transcription:
    "transcribe, transcript, transcribe a file, transcribe with curl, transcription, speech to text, stt, asr, audio to text, voice to text, speech recognition",
  "transcription#response": "punctuation, capitals, capitalization, transcript json",
  "typescript-sdk":
    "npm, npm install, yarn, pnpm, node, nodejs, javascript, typescript, deno, bun, react, nextjs, javascript sdk, client library, text to speech javascript",
  "typescript-sdk#command-line": "cli, command line, terminal, shell, speech login",
  "python-sdk":
    "pip, pip install, pypi, python, python sdk, python client, asyncio, text to speech python, speech to text python, transcribe python",

  voices:
    "list voices, choose a voice, available voices, voice library, voice_id, voice id, male voice, female voice, default voice",
  "voices#formats":
    "8khz, telephone quality, mp3, wav, ogg, opus, flac, aac, pcm, mulaw, ulaw, alaw, audio format, output format, sample rate, bitrate, bit rate, encoding, codec",
  "voices#speed": "speaking rate, speech rate, talk faster, talk slower, slow down, tempo",
  streaming:
    "stream, streaming, streaming tts, stream speech, real time tts, realtime tts, real time text to speech, chunked, chunks, latency, low latency, time to first byte, ttfb, time to first audio, first sound",
  live: "real time, realtime, real time transcription, streaming transcription, streaming stt, live captions, live subtitles, microphone, websocket, interim results, partial results, endpointing",
  "streaming#stop-a-stream": "interrupt, interrupt the speech, barge in, stop speaking, stop playback, abort speech",
  "live#browsers":
    "temporary token, token for browser, temporary token for browser, client side token, ephemeral token",
  "live#turn-detection": "end of turn, turn detection, semantic vad, voice activity detection, vad",
  "custom-voices":
    "clone, clone voice, voice clone, voice cloning, create voice clone, create voice, create a voice, add voice, train voice, own voice, upload voice sample",
  "spoken-text": "numbers, dates, abbreviations, acronyms, normalization",
  "spoken-text#markdown-html-and-pauses-in-plain-text": "pause, pauses, silence, markdown",
  "spoken-text#ssml": "ssml, ssml pause, break, break time, prosody, say as, ssml tags",
  "spoken-text#word-timestamps": "word_timestamps",
  pronunciation:
    "pronounce, pronounce a word, pronounce a name, lexicon, phonemes, respelling, pronunciation dictionary, mispronounced",
  documents: "audiobook, long text, long form, book, epub, docx, ebook, article, chapters, m4b, project",

  "long-recordings": "long audio, long files, large files, podcast, lecture, meeting, one hour",
  "long-recordings#waiting-and-progress":
    "timeout, time out, timed out, wait, waiting, async, asynchronous, polling, poll, progress, job status, 202, queued, background",
  "long-recordings#cancel-a-request":
    "cancel, cancel request, cancel a running request, cancel a transcription, stop, abort, kill",
  addresses: "youtube, audio url, url, remote file, s3, presigned url, transcribe from url, transcribe url, link",
  batches: "bulk, batch, batch transcription, many files, thousands of files, thousands of recordings, batch api",
  speakers:
    "diarization, diarisation, speaker diarization, speaker labels, who said what, speaker separation, different speakers",
  channels: "stereo, multichannel, two channels, call center, phone call, dual channel",
  "own-words":
    "key_terms, custom vocabulary, vocabulary, key terms, keyterms, keywords, word boost, boosting, hotwords, names, jargon, prompt",
  "clean-text":
    "redact, redaction, pii, personal data, profanity, profanities, summary, summarize, summarization, topics, paragraphs, translate, filler words",
  "clean-text#profanity-filter": "remove swear words, swear words, profanity filter, bad words, curse words, censor",
  subtitles: "response_format, srt, vtt, webvtt, subtitle, captions, caption file, closed captions",
  "subtitles#word-timestamps":
    "timestamps, timestamp, word times, word timestamps, word timings, word level timestamps, timecodes",
  languages:
    "language, multilingual, detect language, language detection, automatic language, language code, translation",
  "languages#choice-of-the-engine":
    "accurate, most accurate, accurate model, best model, which model, choose a model, fast model",
  "languages#supported-languages":
    "languages, supported languages, list of languages, language support, which languages",

  errors:
    "not working, fails, problem, bug, error, error codes, status codes, error handling, exceptions, troubleshooting, debug",
  "errors#missing_credentials": "401, unauthorized, 401 unauthorized, unauthenticated",
  "errors#insufficient_scope": "403, permission denied",
  "errors#not_found": "404",
  "errors#validation_error": "422, unprocessable entity, invalid input, validation, bad request, 400",
  "errors#internal_error": "500, server error",
  "errors#unavailable": "503, service unavailable, overloaded",
  "callbacks#callback-url-of-one-request": "callback when finished, notify when done, call me back, on completion",
  limits: "rate limit, rate limits, limit, quota, quotas, throttling, throttle",
  "limits#rate-limits-and-sizes":
    "concurrency, concurrent requests, parallel requests, concurrency limit, requests per minute, max file size, file size, maximum text length, character limit, text length, upload limit",
  "limits#when-a-limit-is-reached": "429, too many requests, retry after, backoff, exponential backoff",
  "limits#monthly-limits-of-keys": "spending limit, budget, spend cap, limit of a key, key expiry",
  idempotency: "retry, retries, duplicate, duplicate request, idempotency key, safe retry",
  callbacks:
    "callback_url, webhook, webhooks, webhook signature, verify webhook, signing secret, webhook secret, hmac, callback, callback url, notification, events, webhook events, standard webhooks",

  billing: "billing, credits, payment, money",
  "billing#credits":
    "price, prices, pricing, cost, costs, cost per minute, cost per hour, cost per character, price per minute, how much, transcription cost, cost of transcription, speech cost, fee, rates, cheap, expensive, free, free tier, free credits, trial",
  "billing#see-what-was-used":
    "usage, usage report, usage statistics, consumption, spending, analytics, remaining credits, balance",
  "billing#when-credits-run-out": "402, payment required, out of credits, no credits, insufficient credits",
  "billing#plans-and-subscriptions":
    "plan, plans, subscribe, subscription, checkout, pay, credit card, upi, monthly plan, yearly",
  "billing#change-a-plan": "upgrade, downgrade, change plan, switch plan, proration",
  "billing#renew-or-cancel-a-subscription":
    "cancel, cancel plan, cancel subscription, unsubscribe, renew, renewal, auto renew",
  "billing#top-ups": "top up, topup, buy credits, add credits, more credits, prepaid, pay as you go",
  "billing#refunds": "refund, money back, chargeback",
  "billing#receipts-and-invoices": "invoice, invoices, receipt, tax, vat, gst, tax number, billing address",
  "your-account": "account, profile, my account",
  "your-account#sign-in-and-sign-out":
    "sign up, signup, register, registration, create account, new account, log in, login, log out, logout, sign in, password, forgot password, sessions, sso, two factor, 2fa, mfa",
  "your-account#a-lost-or-leaked-api-key":
    "lost api key, leaked api key, rotate key, rotate api key, revoke key, revoke api key, reset api key, regenerate api key, delete api key",
  "your-account#download-your-data": "export, export data, download data, data portability",
  "your-account#delete-your-data":
    "privacy, data privacy, gdpr, data retention, retention, delete data, delete my data, delete account, close account, how long is audio kept, data storage, data protection",
  "not-supported":
    "ivr, fine tune, finetuning, train a model, sound effects, music, speech to speech, voice changer, voice design, sentiment, moderation, voice agent, conversational ai, telephony, sip, twilio, call a phone, team, teams, organization, members, video",
  "not-supported#speech": "emotion, emotions, emphasis, whisper, whispering, shouting, style, styles, pitch, volume",

  api: "api reference, rest api, http api, openapi, swagger, postman, base url, endpoints",
  "api#responses": "response format, response, request id",
  "api#lists": "pagination, paging, page, cursor",
  "api#authentication":
    "authentication, authenticate, auth, authorization, authorization header, bearer, bearer token, x api key, credentials, access token, oauth, jwt",
  "api#scopes": "scopes, scope, permissions, key permissions, access control, roles",
  "api#calling-from-a-browser": "cors, browser, frontend, client side, cross origin",
  "api#feedback-and-the-contact-form": "support, help, contact, contact support",
  "api#history": "download audio, get audio, audio file, history, list requests, past requests, logs of requests",
  "api#audio":
    "input formats, audio formats, file formats, supported formats, file types, supported files, upload formats, m4a, webm, mp4, video file",
  "api#for-admins": "admin, admin api, admins, manage users, user management",
  changelog: "changelog, release notes, what is new, versions, breaking changes",

  install:
    "open source, self host, self hosted, self hosting, on premise, on prem, install, installation, deploy, deployment, run locally, local, own server, setup, requirements",
  "install#requirements":
    "windows, wsl, mac, macos, linux, debian, ubuntu, run on windows, requirements, system requirements, hardware requirements, memory needed, license, licence, open source license, commercial use",
  "install#under-compose": "docker, docker compose, dockerfile, container, containers, image, podman",
  "install#tls": "https, ssl, tls, certificate, reverse proxy, nginx, caddy, domain",
  kubernetes: "k8s, helm, helm chart, cluster, pods, gke, eks, aks, openshift, autoscaling, keda",
  "settings#addresses": "port, change port, change the port, other port, host, listen address, public url",
  settings: "environment variables, env, configuration, config, options of the service",
  models:
    "models, model, word error rate, wer, accuracy, benchmark, whisper, kokoro, piper, moonshine, download models, install models, speech models, model list, gguf, onnx",
  "remote-engines": "gpu, gpu server, cuda, nvidia, external engine, whisper server, faster whisper",
  operations:
    "uptime, sla, availability, high availability, monitoring, metrics, prometheus, grafana, logs, logging, tracing, opentelemetry, health check, alerts",
  "operations#retention": "retention settings",
  providers:
    "razorpay, stripe, payment provider, oidc, openid, google login, keycloak, auth0, identity provider, email, smtp",
  "scale#add-a-worker": "add more workers, more workers, add worker, second worker, scale out, horizontal scaling",
  "scale#add-a-second-machine":
    "add a second machine, second machine, second server, another server, several machines, multiple servers, cluster of machines",
  "scale#your-load-and-its-machines": "which machine, how many cores, hardware sizing, server size",
  scale: "scaling, sizing, capacity, hardware, cpu, ram, performance, throughput, load",
  security: "hipaa, soc2, compliance, encryption, security, secrets, sandbox, hardening, ssrf",
  backup: "backup, restore, disaster recovery",
  upgrade: "upgrade version, update, new version, migration, migrate database",
  openai: "openai sdk, move from openai, migrate from openai, openai compatible, openai client, whisper api",
  deepgram: "deepgram sdk, deepgram client, move from deepgram, migrate from deepgram",
  elevenlabs: "elevenlabs sdk, elevenlabs client, move from elevenlabs, migrate from elevenlabs, eleven labs",
  assemblyai: "assemblyai sdk, assemblyai client, move from assemblyai, migrate from assemblyai",
  sarvam: "sarvam sdk, sarvam client, move from sarvam, migrate from sarvam",
  "home-assistant": "wyoming, smart home, home automation",
};
