// @ts-nocheck
// Written by `npm run generate`.

export type ClientOptions = {
    baseUrl: 'http://localhost:8080' | (string & {});
};

export type Webhooks = CallbacksSpeechRequestCompletedWebhookRequest | CallbacksSpeechRequestFailedWebhookRequest | CallbacksSpeechBatchCompletedWebhookRequest | CallbacksVoiceReadyWebhookRequest | CallbacksVoiceFailedWebhookRequest | CallbacksSubscriptionActivatedWebhookRequest | CallbacksSubscriptionPastDueWebhookRequest | CallbacksSubscriptionCancelledWebhookRequest | CallbacksSubscriptionExpiredWebhookRequest | CallbacksCreditsLowWebhookRequest | CallbacksWebhookTestWebhookRequest;

export type DemoSynthesizeRequest = {
    /**
     * At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.
     */
    text: string;
    /**
     * `text`, or `ssml`: `<speak>` with `<p>`, `<s>`, `<break>`, `<sub>`, `<say-as>`, `<prosody rate>` and `<phoneme>`, whose text is read. Other elements are refused.
     */
    input_type?: 'text' | 'ssml';
    /**
     * Id of the voice; the default voice of the language when absent.
     */
    voice_id?: string;
    /**
     * A language tag. When it is absent, that of the voice; without one, or with one of English, the language of the text where it is clearly another one, else `en`. The answer says which. Its region decides how 05/06/2024 is read: month first with `en-US`, day first with `en-GB`; without a region, month first by voices with an American accent.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string;
};

export type DemoTranscribeRequest = {
    /**
     * WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS), judged by its bytes. At most 10 MiB and 1 minutes.
     */
    audio: Blob | File;
};

export type SpeechSynthesizeRequest = {
    /**
     * At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.
     */
    text: string;
    /**
     * `text`, or `ssml`: `<speak>` with `<p>`, `<s>`, `<break>`, `<sub>`, `<say-as>`, `<prosody rate>` and `<phoneme>`, whose text is read. Other elements are refused.
     */
    input_type?: 'text' | 'ssml';
    /**
     * Id of the voice; the default voice of the language when absent.
     */
    voice_id?: string;
    /**
     * The name of a voice in place of `voice_id`, in any case. A voice of the account comes before a built-in one of the same name, and the newest before others.
     */
    voice?: string;
    /**
     * A language tag. When it is absent, that of the voice; without one, or with one of English, the language of the text where it is clearly another one, else `en`. The answer says which. Its region decides how 05/06/2024 is read: month first with `en-US`, day first with `en-GB`; without a region, month first by voices with an American accent.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string;
    /**
     * 1 is the voice's own; 2 is twice as fast.
     */
    speed?: number;
    /**
     * The default is what `Accept` asks for, or else `wav`. `ogg` holds Opus, `aac` is ADTS; `pcm` (16 bits, little-endian), `mulaw` and `alaw` have no header.
     */
    format?: 'wav' | 'mp3' | 'ogg' | 'flac' | 'aac' | 'pcm' | 'mulaw' | 'alaw';
    /**
     * Hz, by the format: `wav` 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 (default 24000); `mp3` 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 (default 24000); `ogg` 8000, 12000, 16000, 24000, 48000 (default 24000); `flac` 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 (default 24000); `aac` 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 (default 24000); `pcm` 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000 (default 24000); `mulaw` 8000, 16000 (default 8000); `alaw` 8000, 16000 (default 8000).
     */
    sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
    /**
     * Bits per second, for `mp3` (default 48000), `ogg` (default 32000), `aac` (default 48000). How many there may be depends on the sample rate.
     */
    bit_rate?: number;
    /**
     * An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of `GET /v1/webhook-secret`.
     */
    callback_url?: string;
    /**
     * Whether to say when each word is spoken: `words` of the answer and of the request.
     */
    word_timestamps?: boolean;
    /**
     * `false`: words are spoken without the dictionaries that every synthesis of the account uses. One that `pronunciation_dictionary` names is used in any case.
     */
    pronunciation?: boolean;
    /**
     * The id or the name of a pronunciation dictionary of the account, which comes before the others.
     */
    pronunciation_dictionary?: string;
};

export type SpeechEstimateRequest = {
    /**
     * At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.
     */
    text: string;
    /**
     * `text`, or `ssml`: `<speak>` with `<p>`, `<s>`, `<break>`, `<sub>`, `<say-as>`, `<prosody rate>` and `<phoneme>`, whose text is read. Other elements are refused.
     */
    input_type?: 'text' | 'ssml';
    /**
     * Id of the voice.
     */
    voice_id?: string;
    /**
     * The name of a voice in place of `voice_id`, in any case. A voice of the account comes before a built-in one of the same name, and the newest before others.
     */
    voice?: string;
    /**
     * A language tag. When it is absent, that of the voice; without one, or with one of English, the language of the text where it is clearly another one, else `en`. The answer says which. Its region decides how 05/06/2024 is read: month first with `en-US`, day first with `en-GB`; without a region, month first by voices with an American accent.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string;
    /**
     * `false`: words are spoken without the dictionaries that every synthesis of the account uses. One that `pronunciation_dictionary` names is used in any case.
     */
    pronunciation?: boolean;
    /**
     * The id or the name of a pronunciation dictionary of the account, which comes before the others.
     */
    pronunciation_dictionary?: string;
};

export type SpeechTranscribeRequest = {
    /**
     * WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS), judged by its bytes. At most 50 MiB and 60 minutes.
     */
    audio?: Blob | File;
    /**
     * A BCP 47 tag, a code of ISO 639-2 or 639-3, or the English name of a language; `auto` to detect it where a model can. `GET /v1/languages` lists them. English when absent, and speech that is clearly in another language is then refused (`language_mismatch`).
     */
    language?: string;
    /**
     * `auto` (the default), `fast`, `accurate`, or the name of a model that reads the language. `GET /v1/engines` lists them.
     */
    model?: string;
    /**
     * `transcribe` writes what was said in its own language, `translate` in English, by a model that can (`translates` of `GET /v1/engines`). A translation finds the language where none is sent.
     */
    task?: 'transcribe' | 'translate';
    /**
     * How English numbers are written: in figures (`smart`), or in the words that were said (`verbatim`).
     */
    format?: 'smart' | 'verbatim';
    /**
     * The second at which the part begins that is transcribed and charged. Times of the answer are those of the whole recording.
     */
    start?: number;
    /**
     * The second at which it ends; the end of the recording when absent.
     */
    end?: number;
    /**
     * Whether to tell apart who speaks: words and segments have a `speaker`, and `speakers` lists them.
     */
    diarize?: boolean;
    /**
     * How many people speak, where that is known. Needs `diarize`.
     */
    speakers?: number;
    /**
     * At least so many people speak. Needs `diarize`.
     */
    min_speakers?: number;
    /**
     * At most so many people speak. Needs `diarize`.
     */
    max_speakers?: number;
    /**
     * `together` (the default) transcribes the mix of all channels. `separate` transcribes each channel by itself, and **charges each as a recording of its own**: two channels of a minute cost 120 credits. Words and segments then have a `channel`. At most 8 channels; not beside `diarize`.
     */
    channels?: 'together' | 'separate';
    /**
     * Names and words that may be said, as they are to be written: at most 200 of at most 64 characters and 6 words. Doubtful words that sound like one become it. Repeat the field, or send a list as JSON.
     */
    key_terms?: Array<string>;
    /**
     * The id or the name of a list of the account, whose terms are added to `key_terms`.
     */
    key_term_list?: string;
    /**
     * What is written in place of whole words or phrases, in any case, after all else: objects with `from` and `to`, each as JSON, or all in one list; at most 200. An empty `to` takes the words out.
     */
    replace?: Array<{
        /**
         * The words that are replaced.
         */
        from: string;
        /**
         * What is written in their place; nothing where it is empty.
         */
        to: string;
    }>;
    /**
     * Words or phrases to find in the transcript, at most 20: `search` of the answer has their times.
     */
    search?: Array<string>;
    /**
     * `mask` leaves profanities their first letter: `f***`. Whole words of a list alone.
     */
    profanity?: 'keep' | 'mask';
    /**
     * The kinds of personal data that are replaced by their names, as `[card]`: card, card_expiry, cvv, iban, phone, email, ip, aadhaar, pan, ssn, passport, digits. Send the field several times, or kinds with commas. `all` is every kind but `digits`, which is each number of three digits or more. What is found is in no text that is kept or sent. Names and postal addresses are not found.
     */
    redact?: Array<string>;
    /**
     * Whether what `redact` finds is muted in the recording that is kept. Needs `redact`, and an account that keeps recordings; not beside `task=translate`. Where it is not known when the words were said, no recording is kept, and `warnings` says so.
     */
    redact_audio?: boolean;
    /**
     * Whether to tell paragraphs, by pauses and speakers; `format=text` has an empty line between them.
     */
    paragraphs?: boolean;
    /**
     * Whether to tell chapters, by the words that come again and by silence, each with typical words.
     */
    chapters?: boolean;
    /**
     * Whether a text model of the operator's sums the transcript up; refused where there is none.
     */
    summary?: boolean;
    /**
     * Whether a text model of the operator's lists its topics; refused where there is none.
     */
    topics?: boolean;
    /**
     * The language that a text model of the operator's translates the transcript into; refused where there is none.
     */
    translate_to?: string;
    /**
     * An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of `GET /v1/webhook-secret`.
     */
    callback_url?: string;
    /**
     * The form of the transcript.
     */
    response_format?: 'json' | 'text' | 'srt' | 'vtt';
    /**
     * The address of the recording, in place of a file: `https`, public, presigned where it needs a permission. It is fetched by a worker. The fields may then also be sent as JSON.
     */
    url?: string;
    /**
     * The most columns of a line, 42 when absent; a Chinese, Japanese or Korean character takes two. A word that is longer stands alone on its line. Without effect on other formats than `srt` and `vtt`.
     */
    max_line_width?: number;
    /**
     * The most lines of a cue, 2 when absent. Without effect on other formats than `srt` and `vtt`.
     */
    max_lines?: number;
    /**
     * The most words of a cue; as many as fit when absent. Without effect on other formats than `srt` and `vtt`.
     */
    max_words?: number;
};

export type RequestsDeleteManyRequest = {
    /**
     * Ids of speech requests.
     */
    request_ids: Array<string>;
};

export type RequestsUpdateTranscriptRequest = {
    /**
     * New names by the letter of a speaker (`A`), or the number of a channel (`0`); null takes a name away, and names of others stay.
     */
    speaker_names?: {
        [key: string]: string | null;
    };
    /**
     * Corrected texts by the `id` of a segment; an empty text means that nothing is said there, null takes a correction back, and corrections of other segments stay.
     */
    segments?: {
        [key: string]: string | null;
    };
    /**
     * The letters of speakers by the `id` of a segment that they say; one that was not heard is new. null takes it back, and speakers of other segments stay. Only in a transcript with speakers.
     */
    segment_speakers?: {
        [key: string]: string | null;
    };
};

export type BatchesCreateRequest = {
    /**
     * A BCP 47 tag, a code of ISO 639-2 or 639-3, or the English name of a language; `auto` to detect it where a model can. `GET /v1/languages` lists them. English when absent, and speech that is clearly in another language is then refused (`language_mismatch`).
     */
    language?: string;
    /**
     * `auto` (the default), `fast`, `accurate`, or the name of a model that reads the language. `GET /v1/engines` lists them.
     */
    model?: string;
    /**
     * `transcribe` writes what was said in its own language, `translate` in English, by a model that can (`translates` of `GET /v1/engines`). A translation finds the language where none is sent.
     */
    task?: 'transcribe' | 'translate';
    /**
     * How English numbers are written: in figures (`smart`), or in the words that were said (`verbatim`).
     */
    format?: 'smart' | 'verbatim';
    /**
     * The second at which the part begins that is transcribed and charged. Times of the answer are those of the whole recording.
     */
    start?: number;
    /**
     * The second at which it ends; the end of the recording when absent.
     */
    end?: number;
    /**
     * Whether to tell apart who speaks: words and segments have a `speaker`, and `speakers` lists them.
     */
    diarize?: boolean;
    /**
     * How many people speak, where that is known. Needs `diarize`.
     */
    speakers?: number;
    /**
     * At least so many people speak. Needs `diarize`.
     */
    min_speakers?: number;
    /**
     * At most so many people speak. Needs `diarize`.
     */
    max_speakers?: number;
    /**
     * `together` (the default) transcribes the mix of all channels. `separate` transcribes each channel by itself, and **charges each as a recording of its own**: two channels of a minute cost 120 credits. Words and segments then have a `channel`. At most 8 channels; not beside `diarize`.
     */
    channels?: 'together' | 'separate';
    /**
     * Names and words that may be said, as they are to be written: at most 200 of at most 64 characters and 6 words. Doubtful words that sound like one become it. Repeat the field, or send a list as JSON.
     */
    key_terms?: Array<string>;
    /**
     * The id or the name of a list of the account, whose terms are added to `key_terms`.
     */
    key_term_list?: string;
    /**
     * What is written in place of whole words or phrases, in any case, after all else: objects with `from` and `to`, each as JSON, or all in one list; at most 200. An empty `to` takes the words out.
     */
    replace?: Array<{
        /**
         * The words that are replaced.
         */
        from: string;
        /**
         * What is written in their place; nothing where it is empty.
         */
        to: string;
    }>;
    /**
     * Words or phrases to find in the transcript, at most 20: `search` of the answer has their times.
     */
    search?: Array<string>;
    /**
     * `mask` leaves profanities their first letter: `f***`. Whole words of a list alone.
     */
    profanity?: 'keep' | 'mask';
    /**
     * The kinds of personal data that are replaced by their names, as `[card]`: card, card_expiry, cvv, iban, phone, email, ip, aadhaar, pan, ssn, passport, digits. Send the field several times, or kinds with commas. `all` is every kind but `digits`, which is each number of three digits or more. What is found is in no text that is kept or sent. Names and postal addresses are not found.
     */
    redact?: Array<string>;
    /**
     * Whether what `redact` finds is muted in the recording that is kept. Needs `redact`, and an account that keeps recordings; not beside `task=translate`. Where it is not known when the words were said, no recording is kept, and `warnings` says so.
     */
    redact_audio?: boolean;
    /**
     * Whether to tell paragraphs, by pauses and speakers; `format=text` has an empty line between them.
     */
    paragraphs?: boolean;
    /**
     * Whether to tell chapters, by the words that come again and by silence, each with typical words.
     */
    chapters?: boolean;
    /**
     * Whether a text model of the operator's sums the transcript up; refused where there is none.
     */
    summary?: boolean;
    /**
     * Whether a text model of the operator's lists its topics; refused where there is none.
     */
    topics?: boolean;
    /**
     * The language that a text model of the operator's translates the transcript into; refused where there is none.
     */
    translate_to?: string;
    /**
     * An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of `GET /v1/webhook-secret`.
     */
    callback_url?: string;
    /**
     * The addresses of up to 10,000 recordings, as `url` of a single one. Send `urls` or `items`.
     */
    urls?: Array<string>;
    /**
     * The same with an id of yours for each, which its result repeats.
     */
    items?: Array<{
        /**
         * The address of a recording.
         */
        url: string;
        /**
         * An id of yours for the recording.
         */
        custom_id?: string;
    }>;
};

export type BatchesCreateForm = {
    /**
     * A zip of up to 10,000 recordings, stored or deflated, not encrypted. At most 1073741824 bytes, and 52428800 for each recording. Its folders and files that begin with a dot are passed over.
     */
    archive: Blob | File;
    /**
     * A BCP 47 tag, a code of ISO 639-2 or 639-3, or the English name of a language; `auto` to detect it where a model can. `GET /v1/languages` lists them. English when absent, and speech that is clearly in another language is then refused (`language_mismatch`).
     */
    language?: string;
    /**
     * `auto` (the default), `fast`, `accurate`, or the name of a model that reads the language. `GET /v1/engines` lists them.
     */
    model?: string;
    /**
     * `transcribe` writes what was said in its own language, `translate` in English, by a model that can (`translates` of `GET /v1/engines`). A translation finds the language where none is sent.
     */
    task?: 'transcribe' | 'translate';
    /**
     * How English numbers are written: in figures (`smart`), or in the words that were said (`verbatim`).
     */
    format?: 'smart' | 'verbatim';
    /**
     * The second at which the part begins that is transcribed and charged. Times of the answer are those of the whole recording.
     */
    start?: number;
    /**
     * The second at which it ends; the end of the recording when absent.
     */
    end?: number;
    /**
     * Whether to tell apart who speaks: words and segments have a `speaker`, and `speakers` lists them.
     */
    diarize?: boolean;
    /**
     * How many people speak, where that is known. Needs `diarize`.
     */
    speakers?: number;
    /**
     * At least so many people speak. Needs `diarize`.
     */
    min_speakers?: number;
    /**
     * At most so many people speak. Needs `diarize`.
     */
    max_speakers?: number;
    /**
     * `together` (the default) transcribes the mix of all channels. `separate` transcribes each channel by itself, and **charges each as a recording of its own**: two channels of a minute cost 120 credits. Words and segments then have a `channel`. At most 8 channels; not beside `diarize`.
     */
    channels?: 'together' | 'separate';
    /**
     * Names and words that may be said, as they are to be written: at most 200 of at most 64 characters and 6 words. Doubtful words that sound like one become it. Repeat the field, or send a list as JSON.
     */
    key_terms?: Array<string>;
    /**
     * The id or the name of a list of the account, whose terms are added to `key_terms`.
     */
    key_term_list?: string;
    /**
     * What is written in place of whole words or phrases, in any case, after all else: objects with `from` and `to`, each as JSON, or all in one list; at most 200. An empty `to` takes the words out.
     */
    replace?: Array<{
        /**
         * The words that are replaced.
         */
        from: string;
        /**
         * What is written in their place; nothing where it is empty.
         */
        to: string;
    }>;
    /**
     * Words or phrases to find in the transcript, at most 20: `search` of the answer has their times.
     */
    search?: Array<string>;
    /**
     * `mask` leaves profanities their first letter: `f***`. Whole words of a list alone.
     */
    profanity?: 'keep' | 'mask';
    /**
     * The kinds of personal data that are replaced by their names, as `[card]`: card, card_expiry, cvv, iban, phone, email, ip, aadhaar, pan, ssn, passport, digits. Send the field several times, or kinds with commas. `all` is every kind but `digits`, which is each number of three digits or more. What is found is in no text that is kept or sent. Names and postal addresses are not found.
     */
    redact?: Array<string>;
    /**
     * Whether what `redact` finds is muted in the recording that is kept. Needs `redact`, and an account that keeps recordings; not beside `task=translate`. Where it is not known when the words were said, no recording is kept, and `warnings` says so.
     */
    redact_audio?: boolean;
    /**
     * Whether to tell paragraphs, by pauses and speakers; `format=text` has an empty line between them.
     */
    paragraphs?: boolean;
    /**
     * Whether to tell chapters, by the words that come again and by silence, each with typical words.
     */
    chapters?: boolean;
    /**
     * Whether a text model of the operator's sums the transcript up; refused where there is none.
     */
    summary?: boolean;
    /**
     * Whether a text model of the operator's lists its topics; refused where there is none.
     */
    topics?: boolean;
    /**
     * The language that a text model of the operator's translates the transcript into; refused where there is none.
     */
    translate_to?: string;
    /**
     * An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of `GET /v1/webhook-secret`.
     */
    callback_url?: string;
};

export type VoicesCreateRequest = {
    /**
     * WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS), judged by its bytes. At most 20 MiB and 2 minutes.
     */
    audio: Blob | File;
    /**
     * Name of the voice.
     */
    name: string;
    /**
     * What it is for, in the words of its owner.
     */
    description?: string;
    /**
     * A primary language tag.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string;
    /**
     * What the person who is heard has agreed to. Required with `consent_given_by`.
     */
    consent?: string;
    /**
     * Who has agreed; kept with `consent`.
     */
    consent_given_by?: string;
    /**
     * What is said in the sample; kept with it, to compare the voice with it.
     */
    sample_text?: string;
    /**
     * An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of `GET /v1/webhook-secret`.
     */
    callback_url?: string;
};

export type VoicesUpdateRequest = {
    /**
     * Name of the voice.
     */
    name?: string;
    /**
     * What it is for, in the words of its owner.
     */
    description?: string;
};

export type VoicesReplaceSampleRequest = {
    /**
     * WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS), judged by its bytes. At most 20 MiB and 2 minutes.
     */
    audio: Blob | File;
    /**
     * What is said in the sample; kept with it, to compare the voice with it.
     */
    sample_text?: string;
};

export type KeyTermListsCreateRequest = {
    /**
     * Name of the list, which no other list of the account has.
     */
    name: string;
    /**
     * At most 200 terms of at most 64 characters and 6 words, as they are to be written.
     */
    terms: Array<string>;
};

export type KeyTermListsUpdateRequest = {
    /**
     * Name of the list.
     */
    name?: string;
    /**
     * At most 200 terms of at most 64 characters and 6 words, as they are to be written.
     */
    terms?: Array<string>;
};

export type PronunciationDictionariesCreateRequest = {
    /**
     * Name of the dictionary, by which a synthesis may choose it.
     */
    name: string;
    /**
     * Whether every synthesis of the account uses the dictionary, by any API; else only one that names it.
     */
    always?: boolean;
    /**
     * Words with the way in which they are spoken.
     */
    entries?: Array<NewPronunciation>;
};

export type NewPronunciation = {
    /**
     * The word, or several, as texts have it.
     */
    word: string;
    /**
     * What is read in place of the word. An entry has this or `ipa`.
     */
    respelling?: string | null;
    /**
     * The sounds of the word in IPA. Engines that speak from a text alone read the word as it is written.
     */
    ipa?: string | null;
    /**
     * The language in which it counts, with a region if need be; any when absent.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string | null;
    /**
     * Whether the word counts only where it is written with the same capitals.
     */
    case_sensitive?: boolean;
};

export type PronunciationDictionariesUpdateRequest = {
    /**
     * Name of the dictionary.
     */
    name?: string;
    /**
     * Whether every synthesis of the account uses the dictionary, by any API; else only one that names it.
     */
    always?: boolean;
    /**
     * All entries; they replace the present ones.
     */
    entries?: Array<NewPronunciation>;
    /**
     * Entries that are taken out, by their words; those of one language where `language` is sent, `null` for those of any.
     */
    remove?: Array<RemovedPronunciation>;
    /**
     * Entries that are added, or replace those of the same word and language.
     */
    add?: Array<NewPronunciation>;
};

export type RemovedPronunciation = {
    /**
     * The word of the entries.
     */
    word: string;
    /**
     * The language of the entry; in all languages when absent.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string | null;
};

export type DocumentsCreateRequest = {
    /**
     * The title.
     */
    title: string;
    /**
     * The author, for the file of the whole; null for none.
     */
    author?: string | null;
    /**
     * A language tag. Without one, the language of the voice, or that of the text where it is clearly another one.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string | null;
    /**
     * The voice of what no other voice speaks; null for the default voice of the language.
     */
    voice_id?: string | null;
    /**
     * 1 is the voice's own; 2 is twice as fast.
     */
    speed?: number;
    /**
     * The voices of speakers, whose paragraphs begin with the name and a colon, `ANNA: Come in.`; the name of one who has a voice is not spoken.
     */
    speakers?: Array<DocumentSpeaker>;
    /**
     * All of it, plain or in Markdown. The first levels of headings begin chapters, or lines such as `CHAPTER IV` where it has no headings; an empty line ends a paragraph.
     */
    text?: string;
    /**
     * The same in chapters and paragraphs. Send `text` or `chapters`.
     */
    chapters?: Array<NewChapter>;
};

export type DocumentSpeaker = {
    /**
     * The name, as it stands before the colon.
     */
    name: string;
    /**
     * Id of the voice of the speaker.
     */
    voice_id: string;
};

export type NewChapter = {
    /**
     * The title.
     */
    title: string;
    /**
     * The paragraphs in their order.
     */
    paragraphs: Array<NewParagraph>;
};

export type NewParagraph = {
    /**
     * Its id, where the document has it already: it keeps its audio while that is what would be spoken.
     */
    paragraph_id?: string;
    /**
     * At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.
     */
    text: string;
    /**
     * Its own voice; null for that of its speaker or of the document.
     */
    voice_id?: string | null;
};

export type DocumentsUpdateRequest = {
    /**
     * The title.
     */
    title?: string;
    /**
     * The author, for the file of the whole; null for none.
     */
    author?: string | null;
    /**
     * A language tag. Without one, the language of the voice, or that of the text where it is clearly another one.
     */
    language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string | null;
    /**
     * The voice of what no other voice speaks; null for the default voice of the language.
     */
    voice_id?: string | null;
    /**
     * 1 is the voice's own; 2 is twice as fast.
     */
    speed?: number;
    /**
     * The voices of speakers, whose paragraphs begin with the name and a colon, `ANNA: Come in.`; the name of one who has a voice is not spoken.
     */
    speakers?: Array<DocumentSpeaker>;
    /**
     * All chapters; they replace the present ones.
     */
    chapters?: Array<NewChapter>;
};

export type DocumentsUpdateParagraphRequest = {
    /**
     * At least one letter or digit. Numbers, money, dates and signs are read as words, Markdown and simple HTML without their marks, emoji not at all; `<break time="1.5s"/>` and `[pause:1.5s]` are pauses. With `input_type` `ssml`, markup.
     */
    text?: string;
    /**
     * Its own voice; null for that of its speaker or of the document.
     */
    voice_id?: string | null;
};

export type DocumentsSpeakRequest = {
    /**
     * The paragraphs that are spoken, also those that have audio; all that have none when absent.
     */
    paragraph_ids?: Array<string>;
};

export type DocumentsCreateExportRequest = {
    /**
     * `m4b` (AAC) or `mp3`, both with chapters.
     */
    format?: 'm4b' | 'mp3';
    /**
     * The number of a chapter, from 1; all of the document when absent.
     */
    chapter?: number;
};

export type AccountUpdateRequest = {
    /**
     * Whether recordings are kept after their transcription.
     */
    keep_recordings?: boolean;
    /**
     * From what use of its credits on the account is alerted, in percent.
     */
    alert_percent?: number;
};

export type AccountCloseRequest = {
    /**
     * The e-mail address of the account, to confirm; where it has none its username, or else its id.
     */
    confirm: string;
};

export type LiveTokensCreateRequest = {
    /**
     * Seconds in which the session has to be opened.
     */
    ttl_seconds?: number;
};

export type ApiKeysCreateRequest = {
    /**
     * Name of the key.
     */
    name: string;
    /**
     * What it is for, in the words of its owner.
     */
    description?: string;
    /**
     * What the key may do: those of its creator without `admin` when absent, and never more.
     */
    scopes?: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing' | 'admin'>;
    /**
     * How many credits the key may use in a month (UTC); no limit of its own when null or absent.
     */
    monthly_credit_limit?: number | null;
    /**
     * For how many days the key works; without an end when null or absent. A key that is made with a key ends with that at the latest.
     */
    expires_in_days?: number | null;
};

export type ApiKeysUpdateRequest = {
    /**
     * Null for no limit of its own.
     */
    monthly_credit_limit: number | null;
};

export type ApiKeysRotateRequest = {
    /**
     * For how many more days the old key works; with 0 it is revoked at once.
     */
    grace_period_days?: number;
};

export type DeviceAuthorizationsCreateRequest = {
    /**
     * What a person knows the program by; the key gets this name. No line breaks, and no characters that are invisible or change the direction of text.
     */
    client_name: string;
    /**
     * The scopes of the key; `admin` cannot be requested.
     */
    scopes?: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing'>;
};

export type DeviceAuthorizationsRedeemRequest = {
    /**
     * The secret that the program was given.
     */
    device_code: string;
};

export type WebhookEndpointsCreateRequest = {
    /**
     * The address that is called, with https. It must lead to a public network.
     */
    url: string;
    /**
     * The events that it is called for.
     */
    events?: Array<'speech.request.completed' | 'speech.request.failed' | 'speech.batch.completed' | 'voice.ready' | 'voice.failed' | 'subscription.activated' | 'subscription.past_due' | 'subscription.cancelled' | 'subscription.expired' | 'credits.low'>;
    /**
     * `transcript` adds the transcript to `speech.request.completed`, up to 256 KiB. A key needs the scope `speech` to ask for it.
     */
    include?: Array<'transcript'>;
    /**
     * What it is for, in the words of its owner.
     */
    description?: string;
};

export type WebhookEndpointsUpdateRequest = {
    /**
     * The address that is called, with https. It must lead to a public network.
     */
    url?: string;
    /**
     * The events that it is called for.
     */
    events?: Array<'speech.request.completed' | 'speech.request.failed' | 'speech.batch.completed' | 'voice.ready' | 'voice.failed' | 'subscription.activated' | 'subscription.past_due' | 'subscription.cancelled' | 'subscription.expired' | 'credits.low'>;
    /**
     * `transcript` adds the transcript to `speech.request.completed`, up to 256 KiB. A key needs the scope `speech` to ask for it.
     */
    include?: Array<'transcript'>;
    /**
     * What it is for, in the words of its owner.
     */
    description?: string;
    /**
     * `disabled` stops all calls, `enabled` resumes them: what was not delivered is sent then.
     */
    state?: 'enabled' | 'disabled';
};

export type WebhookEndpointsRotateRequest = {
    /**
     * For how many more days the old secret signs as well.
     */
    grace_period_days?: number;
};

export type FeedbackCreateRequest = {
    /**
     * A request of the account, or a demo call made without a credential.
     */
    request_id: string;
    /**
     * The comment.
     */
    feedback_text: string;
};

export type ContactSubmissionsCreateRequest = {
    /**
     * Who writes.
     */
    name: string;
    /**
     * E-mail address.
     */
    email: string;
    /**
     * The company; null without one.
     */
    company?: string | null;
    /**
     * What the sender asks about; null without.
     */
    interested_products?: Array<string> | null;
    /**
     * How the sender heard of the service; null without.
     */
    how_did_you_hear?: string | null;
    /**
     * Plain text. Control characters are removed, and white space around it.
     */
    message?: string | null;
};

export type SubscriptionsCreateRequest = {
    /**
     * Id of the plan.
     */
    plan_id: string;
};

export type TopUpsCreateRequest = {
    /**
     * Id of the pack.
     */
    pack_id: string;
};

export type BillingDetailsUpdateRequest = {
    /**
     * The company; empty for none.
     */
    company: string;
    /**
     * The address, with line breaks between at most 5 lines; empty for none.
     */
    address: string;
    /**
     * The tax number; empty for none. The form, state and check digit of a GSTIN are checked.
     */
    tax_number: string;
};

export type EndedRequestData = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts' | 'asr';
    /**
     * The state it is in.
     */
    status: 'completed' | 'failed' | 'cancelled';
    /**
     * Why it failed.
     */
    error_code?: string;
    /**
     * With an endpoint that includes transcripts: as the request shows it. Null where it is too large.
     */
    transcript?: {
        [key: string]: unknown;
    } | null;
    /**
     * Why there is no transcript.
     */
    transcript_omitted?: 'too_large';
    [key: string]: unknown;
};

export type BatchData = {
    /**
     * Id of the batch.
     */
    batch_id: string;
    /**
     * The state it is in.
     */
    status: 'completed' | 'cancelled';
    /**
     * Recordings that have a transcript.
     */
    completed: number;
    /**
     * Recordings that could not be transcribed.
     */
    failed: number;
    /**
     * Recordings that were cancelled or deleted.
     */
    cancelled: number;
    [key: string]: unknown;
};

export type VoiceData = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * The state it is in.
     */
    status: 'ready' | 'failed';
    /**
     * Why it failed.
     */
    error_code?: string;
    [key: string]: unknown;
};

export type SubscriptionData = {
    /**
     * Id of the subscription.
     */
    subscription_id: string;
    /**
     * Id of the plan.
     */
    plan_id: string;
    /**
     * The state it is in.
     */
    status: 'active' | 'past_due' | 'cancelled' | 'expired';
    [key: string]: unknown;
};

export type LowCreditsData = {
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts' | 'asr';
    /**
     * How much is left at most, in percent: 100 less `alert_percent` of the account (20 at first), 5 or 0.
     */
    percent_remaining: number;
    /**
     * The credits of the grant that are left.
     */
    remaining: number;
    /**
     * The credits of the grant.
     */
    granted: number;
    [key: string]: unknown;
};

export type WebhookTestData = {
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    [key: string]: unknown;
};

export type DemoSynthesisResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DemoSynthesis;
};

export type DemoSynthesis = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * Where the audio can be fetched with a credential.
     */
    audio_url: string | null;
    /**
     * Media type of the audio; null where there is none.
     */
    content_type: string;
    /**
     * Hz
     */
    sample_rate: number;
    /**
     * Bits per second, as they were asked of the encoder; null of formats in which the sample rate alone decides.
     */
    bit_rate: number | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number;
    /**
     * Unicode code points of the text.
     */
    characters: number;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that spoke most of the text; null where it was not kept.
     */
    model: string | null;
    /**
     * The voice that spoke.
     */
    voice: {
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
    };
    /**
     * True when the same had been spoken before, so that its audio was copied instead of synthesized again.
     */
    cached: boolean;
    /**
     * The audio itself.
     */
    audio: string;
};

export type ApiError = {
    /**
     * True in a success, false in an error.
     */
    success: false;
    /**
     * A sentence for people.
     */
    detail: string;
    /**
     * The error code.
     */
    code: 'missing_credentials' | 'invalid_api_key' | 'invalid_session' | 'invalid_signature' | 'forbidden' | 'account_blocked' | 'insufficient_scope' | 'origin_mismatch' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'audio_unusable' | 'audio_too_large' | 'audio_url_refused' | 'audio_url_unreachable' | 'audio_too_long' | 'body_too_large' | 'validation_error' | 'options_unsupported' | 'callback_url_refused' | 'malformed_request' | 'headers_too_large' | 'request_timeout' | 'expectation_failed' | 'too_many_key_terms' | 'not_found' | 'method_not_allowed' | 'upgrade_required' | 'request_not_found' | 'batch_not_found' | 'voice_not_found' | 'key_term_list_not_found' | 'pronunciation_dictionary_not_found' | 'document_not_found' | 'chapter_not_found' | 'export_not_found' | 'paragraph_not_found' | 'model_not_found' | 'model_folder_not_found' | 'model_pull_not_found' | 'api_key_not_found' | 'session_not_found' | 'user_code_not_found' | 'ticket_not_found' | 'plan_not_found' | 'pack_not_found' | 'payment_not_found' | 'subscription_not_found' | 'account_not_found' | 'webhook_event_not_found' | 'webhook_endpoint_not_found' | 'webhook_delivery_not_found' | 'subscription_exists' | 'plan_not_purchasable' | 'voice_not_ready' | 'voice_outdated' | 'result_not_ready' | 'range_not_satisfiable' | 'api_key_limit' | 'key_term_list_limit' | 'key_term_list_exists' | 'pronunciation_limit' | 'document_not_spoken' | 'document_limit' | 'webhook_endpoint_limit' | 'batch_limit' | 'voice_limit' | 'storage_limit' | 'invalid_transition' | 'model_folder_read_only' | 'model_unverified' | 'own_role' | 'own_account' | 'last_admin' | 'confirmation_mismatch' | 'credits_limit' | 'idempotency_in_progress' | 'insufficient_credits' | 'monthly_limit_exceeded' | 'rate_limited' | 'concurrency_limited' | 'sample_too_short' | 'sample_without_speech' | 'language_mismatch' | 'language_unsupported' | 'translation_unsupported' | 'engine_unavailable' | 'wait_timeout' | 'engine_timeout' | 'cancelled' | 'sign_in_failed' | 'voice_matching_not_installed' | 'sign_in_not_configured' | 'https_required' | 'payments_not_configured' | 'payment_provider_error' | 'webhook_not_configured' | 'storage_low' | 'unavailable' | 'internal_error' | string;
    /**
     * Explains the code and says what to do.
     */
    docs_url: string;
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * Credits that the call needs.
     */
    required?: number;
    /**
     * Credits that are left.
     */
    remaining?: number;
    /**
     * Seconds to wait before the next attempt.
     */
    retry_after?: number;
    /**
     * Largest file, in bytes.
     */
    max_bytes?: number;
    /**
     * Longest audio, in seconds.
     */
    max_seconds?: number;
    /**
     * The scope that the key lacks.
     */
    required_scope?: string;
    [key: string]: unknown;
};

export type ValidationError = {
    /**
     * Every problem of the input.
     */
    detail: Array<{
        /**
         * What is wrong, for programs.
         */
        type: string;
        /**
         * Where the problem is: `body`, `query`, `path` or `header`, then the name of the field.
         */
        loc: Array<string | number>;
        /**
         * What is wrong, for people.
         */
        msg: string;
        /**
         * The value that was refused. Secrets are masked.
         */
        input?: unknown;
        /**
         * The bounds that were exceeded, or the values that are allowed.
         */
        ctx?: {
            [key: string]: unknown;
        };
    }>;
    /**
     * The error code.
     */
    code: 'missing_credentials' | 'invalid_api_key' | 'invalid_session' | 'invalid_signature' | 'forbidden' | 'account_blocked' | 'insufficient_scope' | 'origin_mismatch' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'audio_unusable' | 'audio_too_large' | 'audio_url_refused' | 'audio_url_unreachable' | 'audio_too_long' | 'body_too_large' | 'validation_error' | 'options_unsupported' | 'callback_url_refused' | 'malformed_request' | 'headers_too_large' | 'request_timeout' | 'expectation_failed' | 'too_many_key_terms' | 'not_found' | 'method_not_allowed' | 'upgrade_required' | 'request_not_found' | 'batch_not_found' | 'voice_not_found' | 'key_term_list_not_found' | 'pronunciation_dictionary_not_found' | 'document_not_found' | 'chapter_not_found' | 'export_not_found' | 'paragraph_not_found' | 'model_not_found' | 'model_folder_not_found' | 'model_pull_not_found' | 'api_key_not_found' | 'session_not_found' | 'user_code_not_found' | 'ticket_not_found' | 'plan_not_found' | 'pack_not_found' | 'payment_not_found' | 'subscription_not_found' | 'account_not_found' | 'webhook_event_not_found' | 'webhook_endpoint_not_found' | 'webhook_delivery_not_found' | 'subscription_exists' | 'plan_not_purchasable' | 'voice_not_ready' | 'voice_outdated' | 'result_not_ready' | 'range_not_satisfiable' | 'api_key_limit' | 'key_term_list_limit' | 'key_term_list_exists' | 'pronunciation_limit' | 'document_not_spoken' | 'document_limit' | 'webhook_endpoint_limit' | 'batch_limit' | 'voice_limit' | 'storage_limit' | 'invalid_transition' | 'model_folder_read_only' | 'model_unverified' | 'own_role' | 'own_account' | 'last_admin' | 'confirmation_mismatch' | 'credits_limit' | 'idempotency_in_progress' | 'insufficient_credits' | 'monthly_limit_exceeded' | 'rate_limited' | 'concurrency_limited' | 'sample_too_short' | 'sample_without_speech' | 'language_mismatch' | 'language_unsupported' | 'translation_unsupported' | 'engine_unavailable' | 'wait_timeout' | 'engine_timeout' | 'cancelled' | 'sign_in_failed' | 'voice_matching_not_installed' | 'sign_in_not_configured' | 'https_required' | 'payments_not_configured' | 'payment_provider_error' | 'webhook_not_configured' | 'storage_low' | 'unavailable' | 'internal_error';
    /**
     * Explains the code and says what to do.
     */
    docs_url: string;
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
};

export type TranscriptionResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Transcription;
};

export type Transcription = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * `translate` where the words are an English translation of speech in `language`.
     */
    task: 'transcribe' | 'translate';
    /**
     * The text that was spoken, or the transcript.
     */
    text: string;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * How likely it is that the speech is in `language`; null where the language was sent, and where no model said it.
     */
    language_probability: number | null;
    /**
     * The engine that read the recording, or spoke most of the text; null before it has, and where it was not kept.
     */
    model: string | null;
    /**
     * The language as it was sent, as a tag where it was a name or a longer code; null for a synthesis without one.
     */
    language_tag: string | null;
    /**
     * Where confidences come from: the `model`, an `alignment` of its words, or `none`. Null like `model`.
     */
    confidence_source: 'model' | 'alignment' | 'none' | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number;
    /**
     * Sentences, in order.
     */
    segments: Array<{
        /**
         * Number of the segment, from 0.
         */
        id: number;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
        /**
         * From 0 to 1; `confidence_source` says where it comes from.
         */
        confidence: number;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
        /**
         * Whether a person has corrected it, by `requests.updateTranscript`; absent where that is not so. A corrected text may be empty: then nothing is said there.
         */
        corrected?: boolean;
    }>;
    /**
     * The words, in order.
     */
    words: Array<{
        /**
         * The word as it stands in the text.
         */
        word: string;
        /**
         * The word as it stands in the text, with its punctuation.
         */
        written: string;
        /**
         * What was said: `nineteen eighty four` of `1984`.
         */
        spoken: string;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * From 0 to 1; `confidence_source` says where it comes from.
         */
        confidence: number;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
    }>;
    /**
     * Why `model` has read it, of the models that could: `the fast model for English`, `the only model that reads French`, `moonshine-tiny-en was not available`; null before it has, and where it was not kept.
     */
    model_reason: string | null;
    /**
     * The languages of a recording that changes its language, each with its times, in order; empty where there is one alone. `language` is that of most of the speech.
     */
    languages: Array<{
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * How likely the language is.
         */
        probability: number;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * The people who speak, in the order in which they begin to, each with the seconds of their segments; empty unless `diarize` asked for them. Letters are estimates by the sound of voices: people who sound alike may share one.
     */
    speakers: Array<{
        /**
         * A letter.
         */
        speaker: string;
        /**
         * The name that was given by `requests.updateTranscript`; null without one.
         */
        name: string | null;
        /**
         * Seconds of speech.
         */
        seconds: number;
    }>;
    /**
     * Where people speak at once, in order, at least 0.2 s each: a word there may be of either. Present where `diarize` was asked for and the service has the model that hears it.
     */
    overlaps?: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * The channels, each with its language and the seconds of its segments; empty unless `channels=separate` asked for them. `language` of the transcript is that of the channel with most speech.
     */
    channels: Array<{
        /**
         * From 0.
         */
        channel: number;
        /**
         * The name that was given by `requests.updateTranscript`; null without one.
         */
        name: string | null;
        /**
         * The language that was sent, or was detected in this channel.
         */
        language: string;
        /**
         * Seconds of speech; 0 of a channel that is silent.
         */
        seconds: number;
    }>;
    /**
     * Where the words of `search` are in the transcript, each with its hits; empty unless they were sent.
     */
    search: Array<{
        /**
         * What was searched for.
         */
        query: string;
        /**
         * The places, in order.
         */
        hits: Array<{
            /**
             * Seconds from the beginning.
             */
            start: number;
            /**
             * Seconds from the beginning.
             */
            end: number;
            /**
             * From 0 to 1; `confidence_source` says where it comes from.
             */
            confidence: number;
            /**
             * The words there, as they are written.
             */
            snippet: string;
            /**
             * The channel in which it was said, from 0: present with `channels=separate`.
             */
            channel?: number;
        }>;
    }>;
    /**
     * The paragraphs where `paragraphs` asked for them: each ends at a pause of two seconds, with another speaker, or after five sentences.
     */
    paragraphs: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
    }>;
    /**
     * The chapters where `chapters` asked for them, in order: parts whose words come again within them, of at least 20 seconds.
     */
    chapters: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * At most five words that are typical of it.
         */
        keywords: Array<string>;
    }>;
    /**
     * The summary that a text model has written; null unless `summary` asked for it, and where the model failed.
     */
    summary: string | null;
    /**
     * The topics that a text model has named; empty unless `topics` asked for them.
     */
    topics: Array<string>;
    /**
     * The translation of a text model; null unless `translate_to` asked for it.
     */
    translation: {
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
    } | null;
    /**
     * The text model that has written these, which may be wrong; null where none has.
     */
    text_model: string | null;
    /**
     * Where speech was heard and no words were found in it; at least half a second each. `text` has nothing there.
     */
    unintelligible: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * What the recording is charged by.
     */
    usage: {
        /**
         * Always `duration`.
         */
        type: 'duration';
        /**
         * Seconds that are charged.
         */
        seconds: number;
    };
    /**
     * What may be wrong: `language_mismatch` where the speech seems to be in another language, `language_unsupported` where a part is in one that no model reads, `engine_unavailable` where the model for a part was not available, `text_model_failed` where a text model was asked in vain, `recording_quiet` where even the loudest sound is below −40 dB of full scale, `recording_clipped` where loud sounds are cut off, `one_channel` where a recording has no channels to separate, `recording_not_kept` where `redact_audio` could not mute it.
     */
    warnings: Array<{
        /**
         * What it is.
         */
        code: string;
        /**
         * A sentence about it.
         */
        message: string;
    }>;
};

export type DemoLimits = {
    /**
     * Longest text, in Unicode code points.
     */
    text_max_characters: number;
    /**
     * Largest file, in bytes.
     */
    audio_max_bytes: number;
    /**
     * Longest recording, in seconds.
     */
    audio_max_seconds: number;
    /**
     * Texts that a caller may send in a minute.
     */
    syntheses_per_minute: number;
    /**
     * Recordings that a caller may send in a minute.
     */
    transcriptions_per_minute: number;
    /**
     * Those that can be spoken.
     */
    languages: Array<{
        /**
         * A primary language tag.
         */
        tag: string;
        /**
         * Name of the language in English.
         */
        name: string;
        /**
         * A text to try in this language.
         */
        example_text: string;
    }>;
    /**
     * The built-in voices to choose from, by their names.
     */
    voices: Array<{
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * Gender of the voice.
         */
        gender: 'female' | 'male' | null;
        /**
         * Accent of the voice; null where it is not known.
         */
        accent: string | null;
    }>;
};

export type SynthesisResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Synthesis;
};

export type Synthesis = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * Where the audio can be fetched with a credential.
     */
    audio_url: string | null;
    /**
     * Media type of the audio; null where there is none.
     */
    content_type: string;
    /**
     * Hz
     */
    sample_rate: number;
    /**
     * Bits per second, as they were asked of the encoder; null of formats in which the sample rate alone decides.
     */
    bit_rate: number | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number;
    /**
     * Unicode code points of the text.
     */
    characters: number;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that spoke most of the text; null where it was not kept.
     */
    model: string | null;
    /**
     * The voice that spoke.
     */
    voice: {
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
    };
    /**
     * True when the same had been spoken before, so that its audio was copied instead of synthesized again.
     */
    cached: boolean;
    /**
     * When the words are spoken, in seconds; null unless `word_timestamps` asks for it.
     */
    words: Array<{
        /**
         * As it stands in the text, with its punctuation: `$42.50`.
         */
        word: string;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }> | null;
    /**
     * Where these times come from: the `model` that spoke, an `alignment` of the words with the audio, or an `estimate` by their length.
     */
    words_source: 'model' | 'alignment' | 'estimate' | null;
};

export type AcceptedRequestResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: AcceptedRequest;
};

export type AcceptedRequest = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * The credits that are held for it: those of the length and the channels that the file declares, until it is decoded. Null where none are.
     */
    credits_reserved: number | null;
};

export type SynthesisEstimateResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SynthesisEstimate;
};

export type SynthesisEstimate = {
    /**
     * Unicode code points of the text.
     */
    characters: number;
    /**
     * What speaking all of it costs.
     */
    credits: number;
    /**
     * The language in which it would be spoken, by primary tag.
     */
    language: string;
    /**
     * The language of the text by primary tag, where it is clearly another one than English; else null.
     */
    text_language: string | null;
    /**
     * Id of the voice that would speak it.
     */
    voice_id: string;
};

export type SpeechRequestPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SpeechRequestPage;
};

export type SpeechRequestPage = {
    /**
     * The items of this page.
     */
    items: Array<SpeechRequestSummary>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type SpeechRequestSummary = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * Percent of the work that is done.
     */
    progress: number;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that read the recording, or spoke most of the text; null before it has, and where it was not kept.
     */
    model: string | null;
    /**
     * The language as it was sent, as a tag where it was a name or a longer code; null for a synthesis without one.
     */
    language_tag: string | null;
    /**
     * Where confidences come from: the `model`, an `alignment` of its words, or `none`. Null like `model`.
     */
    confidence_source: 'model' | 'alignment' | 'none' | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number | null;
    /**
     * What it cost: nothing for demo calls and what failed; what was sent of speech that was `cancelled`; null until it has ended.
     */
    credits_consumed: number | null;
    /**
     * Why it failed; null where it has not.
     */
    error: SpeechFailure | null;
    /**
     * The key of the call; null when a person was signed in, and where it was not kept.
     */
    api_key: {
        /**
         * Id of the key.
         */
        api_key_id: string;
        /**
         * Name of the key.
         */
        name: string;
    } | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts' | 'asr';
    /**
     * Unicode code points of the text; null for recordings.
     */
    characters: number | null;
    /**
     * The voice that spoke.
     */
    voice: {
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
    } | null;
    /**
     * The name of the file that was sent, at most 200 characters; null for texts, and where there was none.
     */
    file_name: string | null;
    /**
     * The document whose paragraph it speaks; null for any other, and where the document is gone.
     */
    document: {
        /**
         * Id of the document.
         */
        document_id: string;
        /**
         * The title.
         */
        title: string;
    } | null;
    /**
     * The first 200 characters of the text or the transcript; null where there is none (any more).
     */
    preview: string | null;
    /**
     * With `search`, the part of the text or the transcript around the longest word of the search; null where it is not in there.
     */
    excerpt: string | null;
    /**
     * Where its audio can be fetched; null when none is kept.
     */
    audio_url: string | null;
    /**
     * Of this audio.
     */
    content_type: string | null;
};

/**
 * Why the request failed.
 */
export type SpeechFailure = {
    /**
     * The error code.
     */
    code: string;
    /**
     * A sentence for people.
     */
    message: string;
};

export type ExportedSpeechRequests = Array<{
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts' | 'asr';
    /**
     * The state it is in.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that did the work.
     */
    model: string | null;
    /**
     * Name of the voice that spoke; null for recordings.
     */
    voice: string | null;
    /**
     * The name of the key of the call.
     */
    api_key: string | null;
    /**
     * Name of the file that was sent; null for texts.
     */
    file_name: string | null;
    /**
     * Unicode code points of the text; null for recordings.
     */
    characters: number | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number | null;
    /**
     * What was charged; null until the work has ended.
     */
    credits_consumed: number | null;
    /**
     * The code of the error.
     */
    error: string | null;
    /**
     * Where the audio can be fetched with a credential; null where none is kept.
     */
    audio_url: string | null;
    /**
     * The text that was spoken, or the transcript.
     */
    text: string | null;
}>;

export type DeletedRequestsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedRequests;
};

export type DeletedRequests = {
    /**
     * The requests that are deleted.
     */
    deleted: Array<string>;
    /**
     * Ids of which the account has no request (any more).
     */
    not_found: Array<string>;
};

export type DeletedRequestResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedRequest;
};

export type DeletedRequest = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type SpeechRequestResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SpeechRequest;
};

export type SpeechRequest = ({
    request_type: 'tts';
} & SynthesisRequest) | ({
    request_type: 'asr';
} & TranscriptionRequest);

export type SynthesisRequest = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * Percent of the work that is done.
     */
    progress: number;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that read the recording, or spoke most of the text; null before it has, and where it was not kept.
     */
    model: string | null;
    /**
     * The language as it was sent, as a tag where it was a name or a longer code; null for a synthesis without one.
     */
    language_tag: string | null;
    /**
     * Where confidences come from: the `model`, an `alignment` of its words, or `none`. Null like `model`.
     */
    confidence_source: 'model' | 'alignment' | 'none' | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number | null;
    /**
     * What it cost: nothing for demo calls and what failed; what was sent of speech that was `cancelled`; null until it has ended.
     */
    credits_consumed: number | null;
    /**
     * Why it failed; null where it has not.
     */
    error: SpeechFailure | null;
    /**
     * The key of the call; null when a person was signed in, and where it was not kept.
     */
    api_key: {
        /**
         * Id of the key.
         */
        api_key_id: string;
        /**
         * Name of the key.
         */
        name: string;
    } | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
    /**
     * Its place among the work that waits for the same engines, as accounts take turns; 1 is the next. 1000 means that or more. Null when it does not wait.
     */
    queue_position: number | null;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts';
    /**
     * The text that was spoken, or the transcript.
     */
    text: string;
    /**
     * True when the same had been spoken before, so that its audio was copied instead of synthesized again.
     */
    cached: boolean;
    /**
     * Whether the text is plain or SSML.
     */
    input_type: 'text' | 'ssml';
    /**
     * The speed that was asked for; 1 is the voice's own.
     */
    speed: number;
    /**
     * When the words are spoken, in seconds; null unless `word_timestamps` asks for it.
     */
    words: Array<{
        /**
         * As it stands in the text, with its punctuation: `$42.50`.
         */
        word: string;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }> | null;
    /**
     * Where these times come from: the `model` that spoke, an `alignment` of the words with the audio, or an `estimate` by their length.
     */
    words_source: 'model' | 'alignment' | 'estimate' | null;
    /**
     * Unicode code points of the text; null for recordings.
     */
    characters: number;
    /**
     * The voice that spoke.
     */
    voice: {
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
    };
    /**
     * The document whose paragraph it speaks; null for any other, and where the document is gone.
     */
    document: {
        /**
         * Id of the document.
         */
        document_id: string;
        /**
         * The title.
         */
        title: string;
    } | null;
    /**
     * Milliseconds from the call to the first sound of a text that was streamed while it was spoken; null for any other.
     */
    first_sound_ms: number | null;
    /**
     * Where the audio can be fetched with a credential; null where none is kept.
     */
    audio_url: string | null;
    /**
     * Media type of the audio; null where there is none.
     */
    content_type: string | null;
    /**
     * Hz.
     */
    sample_rate: number | null;
    /**
     * Bits per second, as they were asked of the encoder; null of formats in which the sample rate alone decides.
     */
    bit_rate: number | null;
};

export type TranscriptionRequest = {
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `cancelled` is speech whose caller hung up while it was sent: what was sent is charged and kept. Its `error` has the code `cancelled`.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
    /**
     * Percent of the work that is done.
     */
    progress: number;
    /**
     * A primary language tag.
     */
    language: string;
    /**
     * The engine that read the recording, or spoke most of the text; null before it has, and where it was not kept.
     */
    model: string | null;
    /**
     * The language as it was sent, as a tag where it was a name or a longer code; null for a synthesis without one.
     */
    language_tag: string | null;
    /**
     * Where confidences come from: the `model`, an `alignment` of its words, or `none`. Null like `model`.
     */
    confidence_source: 'model' | 'alignment' | 'none' | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number | null;
    /**
     * What it cost: nothing for demo calls and what failed; what was sent of speech that was `cancelled`; null until it has ended.
     */
    credits_consumed: number | null;
    /**
     * Why it failed; null where it has not.
     */
    error: SpeechFailure | null;
    /**
     * The key of the call; null when a person was signed in, and where it was not kept.
     */
    api_key: {
        /**
         * Id of the key.
         */
        api_key_id: string;
        /**
         * Name of the key.
         */
        name: string;
    } | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
    /**
     * Its place among the work that waits for the same engines, as accounts take turns; 1 is the next. 1000 means that or more. Null when it does not wait.
     */
    queue_position: number | null;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'asr';
    /**
     * `translate` where the words are an English translation of speech in `language`.
     */
    task: 'transcribe' | 'translate';
    /**
     * The name of the file that was sent, at most 200 characters; null for texts, and where there was none.
     */
    file_name: string | null;
    /**
     * The text that was spoken, or the transcript.
     */
    text: string | null;
    /**
     * Sentences, in order.
     */
    segments: Array<{
        /**
         * Number of the segment, from 0.
         */
        id: number;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
        /**
         * From 0 to 1; `confidence_source` says where it comes from.
         */
        confidence: number;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
        /**
         * Whether a person has corrected it, by `requests.updateTranscript`; absent where that is not so. A corrected text may be empty: then nothing is said there.
         */
        corrected?: boolean;
    }> | null;
    /**
     * The words, in order.
     */
    words: Array<{
        /**
         * The word as it stands in the text.
         */
        word: string;
        /**
         * The word as it stands in the text, with its punctuation.
         */
        written: string;
        /**
         * What was said: `nineteen eighty four` of `1984`.
         */
        spoken: string;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * From 0 to 1; `confidence_source` says where it comes from.
         */
        confidence: number;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
    }> | null;
    /**
     * Where the recording can be played; null when none is kept.
     */
    audio_url: string | null;
    /**
     * What the recording is charged by.
     */
    usage: {
        /**
         * Always `duration`.
         */
        type: 'duration';
        /**
         * Seconds that are charged.
         */
        seconds: number;
    } | null;
    /**
     * How likely it is that the speech is in `language`; null where the language was sent, and where no model said it.
     */
    language_probability: number | null;
    /**
     * Why `model` has read it, of the models that could: `the fast model for English`, `the only model that reads French`, `moonshine-tiny-en was not available`; null before it has, and where it was not kept.
     */
    model_reason: string | null;
    /**
     * The languages of a recording that changes its language, each with its times, in order; empty where there is one alone. `language` is that of most of the speech.
     */
    languages: Array<{
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * How likely the language is.
         */
        probability: number;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * The people who speak, in the order in which they begin to, each with the seconds of their segments; empty unless `diarize` asked for them. Letters are estimates by the sound of voices: people who sound alike may share one.
     */
    speakers: Array<{
        /**
         * A letter.
         */
        speaker: string;
        /**
         * The name that was given by `requests.updateTranscript`; null without one.
         */
        name: string | null;
        /**
         * Seconds of speech.
         */
        seconds: number;
    }>;
    /**
     * Where people speak at once, in order, at least 0.2 s each: a word there may be of either. Present where `diarize` was asked for and the service has the model that hears it.
     */
    overlaps?: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * The channels, each with its language and the seconds of its segments; empty unless `channels=separate` asked for them. `language` of the transcript is that of the channel with most speech.
     */
    channels: Array<{
        /**
         * From 0.
         */
        channel: number;
        /**
         * The name that was given by `requests.updateTranscript`; null without one.
         */
        name: string | null;
        /**
         * The language that was sent, or was detected in this channel.
         */
        language: string;
        /**
         * Seconds of speech; 0 of a channel that is silent.
         */
        seconds: number;
    }>;
    /**
     * Where the words of `search` are in the transcript, each with its hits; empty unless they were sent.
     */
    search: Array<{
        /**
         * What was searched for.
         */
        query: string;
        /**
         * The places, in order.
         */
        hits: Array<{
            /**
             * Seconds from the beginning.
             */
            start: number;
            /**
             * Seconds from the beginning.
             */
            end: number;
            /**
             * From 0 to 1; `confidence_source` says where it comes from.
             */
            confidence: number;
            /**
             * The words there, as they are written.
             */
            snippet: string;
            /**
             * The channel in which it was said, from 0: present with `channels=separate`.
             */
            channel?: number;
        }>;
    }>;
    /**
     * The paragraphs where `paragraphs` asked for them: each ends at a pause of two seconds, with another speaker, or after five sentences.
     */
    paragraphs: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
        /**
         * Who speaks, by a letter: present where `diarize` was asked for.
         */
        speaker?: string;
        /**
         * In which channel it was said, from 0: present where `channels=separate` was asked for.
         */
        channel?: number;
    }>;
    /**
     * The chapters where `chapters` asked for them, in order: parts whose words come again within them, of at least 20 seconds.
     */
    chapters: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
        /**
         * At most five words that are typical of it.
         */
        keywords: Array<string>;
    }>;
    /**
     * The summary that a text model has written; null unless `summary` asked for it, and where the model failed.
     */
    summary: string | null;
    /**
     * The topics that a text model has named; empty unless `topics` asked for them.
     */
    topics: Array<string>;
    /**
     * The translation of a text model; null unless `translate_to` asked for it.
     */
    translation: {
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * The text that was spoken, or the transcript.
         */
        text: string;
    } | null;
    /**
     * The text model that has written these, which may be wrong; null where none has.
     */
    text_model: string | null;
    /**
     * Where speech was heard and no words were found in it; at least half a second each. `text` has nothing there.
     */
    unintelligible: Array<{
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
    /**
     * What may be wrong: `language_mismatch` where the speech seems to be in another language, `language_unsupported` where a part is in one that no model reads, `engine_unavailable` where the model for a part was not available, `text_model_failed` where a text model was asked in vain, `recording_quiet` where even the loudest sound is below −40 dB of full scale, `recording_clipped` where loud sounds are cut off, `one_channel` where a recording has no channels to separate, `recording_not_kept` where `redact_audio` could not mute it.
     */
    warnings: Array<{
        /**
         * What it is.
         */
        code: string;
        /**
         * A sentence about it.
         */
        message: string;
    }>;
};

export type BatchResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Batch;
};

export type Batch = {
    /**
     * Id of the batch.
     */
    batch_id: string;
    /**
     * `uploading` while a client of Sarvam's sends the files. `completed` when all recordings have ended, failed ones among them. `cancelling` while some are still being transcribed.
     */
    status: 'uploading' | 'running' | 'cancelling' | 'completed' | 'cancelled';
    /**
     * Recordings that have ended, in percent.
     */
    progress: number;
    /**
     * All recordings.
     */
    total: number;
    /**
     * Recordings that wait.
     */
    waiting: number;
    /**
     * Recordings that are being transcribed.
     */
    running: number;
    /**
     * Recordings with a transcript.
     */
    completed: number;
    /**
     * Recordings that could not be transcribed, which cost nothing. The results say why.
     */
    failed: number;
    /**
     * Recordings that were cancelled or deleted.
     */
    cancelled: number;
    /**
     * The price of these recordings, in percent of that of a single one.
     */
    price_percent: number;
    /**
     * The credits that were charged so far.
     */
    credits_consumed: number;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
};

export type BatchPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: BatchPage;
};

export type BatchPage = {
    /**
     * The items of this page.
     */
    items: Array<Batch>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type DeletedBatchResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedBatch;
};

export type DeletedBatch = {
    /**
     * Id of the batch.
     */
    batch_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type CreatedVoiceResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreatedVoice;
};

export type CreatedVoice = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * Name of the voice.
     */
    name: string;
    /**
     * `pending`, then `training`, then `ready` or `failed`.
     */
    status: 'pending' | 'training' | 'ready' | 'failed';
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
};

export type VoicePageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: VoicePage;
};

export type VoicePage = {
    /**
     * The items of this page.
     */
    items: Array<Voice>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
    /**
     * No voice has all words of the search; these have the most of them.
     */
    nearest: boolean;
};

export type Voice = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * Name of the voice.
     */
    name: string;
    /**
     * `pending`, then `training`, then `ready` or `failed`.
     */
    status: 'pending' | 'training' | 'ready' | 'failed';
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * `system` for built-in voices.
     */
    user_id: string;
    /**
     * `builtin`, or `custom` for voices of the account.
     */
    type: 'builtin' | 'custom';
    /**
     * Primary tag; `und` until it is known.
     */
    language: string;
    /**
     * Of built-in voices.
     */
    gender: 'female' | 'male' | null;
    /**
     * Of built-in voices, where it is known: `American`, `British`, …
     */
    accent: string | null;
    /**
     * Of built-in voices, where it is known: what one hears.
     */
    age: 'adult' | 'old' | null;
    /**
     * Of built-in voices: words for how they sound, such as `deep` or `brisk`.
     */
    tags: Array<string>;
    /**
     * Of built-in voices: what they suit, such as `narration`.
     */
    use_cases: Array<string>;
    /**
     * Of built-in voices: `natural` sounds like a person, `standard` less so, `basic` is synthetic.
     */
    quality: 'natural' | 'standard' | 'basic' | null;
    /**
     * Of built-in voices: that of their data.
     */
    licence: string | null;
    /**
     * There is a better voice. This one still works.
     */
    deprecated: boolean;
    /**
     * It speaks its language when no voice is named.
     */
    default: boolean;
    /**
     * Whether its engine is available now. Where it is not, another voice of the language speaks.
     */
    available: boolean;
    /**
     * What speaks it; null of a custom voice that is not ready.
     */
    engine: string | null;
    /**
     * State of its engine: work waits for one that is `starting`; one whose program is missing is `unavailable`. Null where no worker has had it for a week.
     */
    engine_state: 'ready' | 'starting' | 'unavailable' | null;
    /**
     * Whether it is a favorite of the account.
     */
    favorite: boolean;
    /**
     * A sentence of it as MP3, without a credential; of built-in voices that are available.
     */
    preview_url: string | null;
    /**
     * Of the training, in percent.
     */
    progress: number;
    /**
     * Its place among the voices that wait for their training, as accounts take turns; 1 is the next. 1000 means that or more. Null when it does not wait, and in lists beyond the first five that wait.
     */
    queue_position: number | null;
    /**
     * Start of the training; null for a voice that is not in training.
     */
    training_started_at: string | null;
    /**
     * Of the training, by the median of the latest trainings of this installation and its own pace. Null for a voice that is not in training, and at the beginning of the first one.
     */
    seconds_left: number | null;
    /**
     * What voice matching has reached; null where there was none.
     */
    match: VoiceMatch | null;
    /**
     * Words of the sample as the voice says them; null where there are none.
     */
    comparison: VoiceComparison | null;
    /**
     * What the person who is heard has agreed to.
     */
    consent: {
        /**
         * What the person has agreed to.
         */
        statement: string;
        /**
         * Who has agreed; null where that was not said.
         */
        given_by: string | null;
        /**
         * When it was recorded (UTC).
         */
        given_at: string | null;
    } | null;
    /**
     * Of the sample as it was sent.
     */
    sample_sha256: string | null;
    /**
     * What is said in the sample, where it was sent.
     */
    sample_text: string | null;
    /**
     * Whether the sample is kept.
     */
    has_sample: boolean;
    /**
     * Why it failed; null where it has not.
     */
    error: {
        /**
         * The error code.
         */
        code: string;
        /**
         * A sentence for people.
         */
        message: string;
    } | null;
};

/**
 * What voice matching has reached; null for built-in voices and until the voice is ready.
 */
export type VoiceMatch = {
    /**
     * `nearest`: no timbre of its own passed the tests; it is the nearest built-in voice, adjusted in pitch and sound.
     */
    method: 'matched' | 'nearest';
    /**
     * Cosine similarity to the sample by a speaker encoder, on sentences that were not used for matching. Two recordings of one person have about 0.9, of two people 0.4 to 0.8.
     */
    similarity: number;
    /**
     * Name of the built-in voice that it is made of.
     */
    base_voice: string;
    /**
     * Name of the built-in voice that is most similar by itself.
     */
    builtin_voice: string;
    /**
     * Similarity of that voice to the sample.
     */
    builtin_similarity: number;
    /**
     * Pitch of the sample in Hz.
     */
    sample_pitch_hz: number;
    /**
     * Pitch of the voice in Hz.
     */
    pitch_hz: number;
    /**
     * The voice, rated by DNSMOS from 1 to 5.
     */
    clarity: number;
    /**
     * The sample, rated by DNSMOS from 1 to 5.
     */
    sample_clarity: number;
    /**
     * Of speech in the sample.
     */
    sample_seconds: number;
    /**
     * Words of the test sentences that were misheard.
     */
    word_errors: number | null;
    /**
     * In the test sentences.
     */
    words: number;
    /**
     * What could be better.
     */
    warnings: Array<string>;
};

/**
 * Words of the sample as the voice says them, which `GET /v1/voices/{voice_id}/comparison` plays. Null for built-in voices, until the voice is ready, without a sample, and where its words are not known.
 */
export type VoiceComparison = {
    /**
     * The words at the beginning of the sample, which the voice says, too.
     */
    text: string;
    /**
     * The time in the sample at which they end, in seconds.
     */
    sample_seconds: number;
    /**
     * The seconds that the voice takes for them; null where a worker of an earlier release made it.
     */
    voice_seconds: number | null;
};

export type VoiceResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Voice;
};

export type DeletedVoiceResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedVoice;
};

export type DeletedVoice = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type DeletedVoiceSampleResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedVoiceSample;
};

export type DeletedVoiceSample = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * Always true.
     */
    sample_deleted: true;
};

export type VoiceUsePageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: VoiceUsePage;
};

export type VoiceUsePage = {
    /**
     * The items of this page.
     */
    items: Array<VoiceUse>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type VoiceUse = {
    /**
     * What was done with the voice.
     */
    action: 'created' | 'trained' | 'spoken' | 'sample_replaced' | 'sample_deleted' | 'deleted';
    /**
     * The speech request, for `spoken`.
     */
    request_id: string | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type FavoriteVoiceResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: FavoriteVoice;
};

export type FavoriteVoice = {
    /**
     * Id of the voice.
     */
    voice_id: string;
    /**
     * Whether it is a favorite of the account.
     */
    favorite: boolean;
};

export type EngineListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: EngineList;
};

export type EngineList = {
    /**
     * The engines.
     */
    items: Array<{
        /**
         * Of recognition: what `model` of a transcription may be.
         */
        name: string;
        /**
         * `recognition` turns speech into text, `synthesis` text into speech.
         */
        kind: 'recognition' | 'synthesis';
        /**
         * Primary tags.
         */
        languages: Array<string>;
        /**
         * What `fast` and `accurate` prefer; `fallback` is used where there is nothing better.
         */
        tier: 'fast' | 'accurate' | 'fallback';
        /**
         * The best one among its workers. One whose models load with the next call is `ready`; calls cannot ask for one that is `unavailable`.
         */
        state: 'ready' | 'starting' | 'unavailable';
        /**
         * Whether it takes the language `auto`.
         */
        detects_language: boolean;
        /**
         * Whether it does the `task` `translate`.
         */
        translates: boolean;
        /**
         * Resident memory of one process of it in use; an estimate for models that were never measured, and 0 of a remote server.
         */
        memory_mb: number;
        /**
         * How many worker processes have it.
         */
        workers: number;
    }>;
};

export type LanguageListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: LanguageList;
};

export type LanguageList = {
    /**
     * The languages.
     */
    items: Array<{
        /**
         * A primary tag.
         */
        tag: string;
        /**
         * In English.
         */
        name: string;
        /**
         * What speaks it; nothing where it cannot be spoken.
         */
        speech_models: Array<string>;
        /**
         * What reads it; nothing where it cannot be transcribed.
         */
        transcription_models: Array<string>;
        /**
         * What reads it and what could, those that are installed first, and how well.
         */
        recognition: Array<{
            /**
             * What `model` of a transcription may be, where it is installed.
             */
            model: string;
            /**
             * False of a model that the operator can install.
             */
            installed: boolean;
            /**
             * `untested`: the model names the language, and this project has not measured it.
             */
            quality: 'measured' | 'untested';
            /**
             * The words that it got wrong; null where it is untested.
             */
            measurement: {
                /**
                 * Of the words that were said.
                 */
                word_error_percent: number;
                /**
                 * How many words were said: few words say little.
                 */
                words: number;
                /**
                 * What was read.
                 */
                recordings: string;
                /**
                 * When.
                 */
                date: string;
            } | null;
        }>;
    }>;
    /**
     * What takes the language `auto`.
     */
    detection_models: Array<string>;
};

export type ExampleListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ExampleList;
};

export type ExampleList = {
    /**
     * Built-in voices to begin with; each has a preview.
     */
    voices: Array<{
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * Gender of the voice.
         */
        gender: 'female' | 'male' | null;
        /**
         * Accent of the voice; null where it is not known.
         */
        accent: string | null;
        /**
         * How natural the voice sounds.
         */
        quality: 'natural' | 'standard' | 'basic' | null;
    }>;
    /**
     * Spoken by built-in voices, for trying a transcription.
     */
    recordings: Array<{
        /**
         * Id of the recording.
         */
        example_id: string;
        /**
         * What the recording is.
         */
        title: string;
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * Name of the voice that speaks it.
         */
        voice_name: string;
        /**
         * Null until it is asked for the first time.
         */
        transcript: ExampleTranscript | null;
    }>;
};

export type ExampleTranscript = {
    /**
     * The text that was spoken, or the transcript.
     */
    text: string;
    /**
     * The engine that did the work.
     */
    model: string | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number;
    /**
     * The words, in order.
     */
    readonly words: Array<{
        /**
         * The word as it stands in the text, with its punctuation.
         */
        written: string;
        /**
         * Seconds from the beginning.
         */
        start: number;
        /**
         * Seconds from the beginning.
         */
        end: number;
    }>;
};

export type ExampleTranscriptResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ExampleTranscript;
};

export type KeyTermListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: KeyTermList;
};

export type KeyTermList = {
    /**
     * Id of the list.
     */
    list_id: string;
    /**
     * Name of the list.
     */
    name: string;
    /**
     * The terms, in the order in which they were sent.
     */
    terms: Array<string>;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When it was changed last.
     */
    updated_at: string;
};

export type KeyTermListsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: KeyTermLists;
};

export type KeyTermLists = {
    /**
     * The items of this page.
     */
    items: Array<KeyTermList>;
};

export type DeletedKeyTermListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedKeyTermList;
};

export type DeletedKeyTermList = {
    /**
     * Id of the list.
     */
    list_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type PronunciationDictionaryResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: PronunciationDictionary;
};

export type PronunciationDictionary = {
    /**
     * Id of the dictionary.
     */
    dictionary_id: string;
    /**
     * Name of the dictionary.
     */
    name: string;
    /**
     * Whether every synthesis of the account uses the dictionary, by any API; else only one that names it.
     */
    always: boolean;
    /**
     * Words with the way in which they are spoken.
     */
    entries: Array<Pronunciation>;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When it was changed last.
     */
    updated_at: string;
};

export type Pronunciation = {
    /**
     * The word, or several, as texts have it.
     */
    word: string;
    /**
     * What is read in place of the word. An entry has this or `ipa`.
     */
    respelling: string | null;
    /**
     * The sounds of the word in IPA. Engines that speak from a text alone read the word as it is written.
     */
    ipa: string | null;
    /**
     * The language in which it counts; null for any.
     */
    language: string | null;
    /**
     * Whether the word counts only where it is written with the same capitals.
     */
    case_sensitive: boolean;
};

export type PronunciationDictionariesResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: PronunciationDictionaries;
};

export type PronunciationDictionaries = {
    /**
     * The items of this page.
     */
    items: Array<PronunciationDictionary>;
};

export type DeletedPronunciationDictionaryResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedPronunciationDictionary;
};

export type DeletedPronunciationDictionary = {
    /**
     * Id of the dictionary.
     */
    dictionary_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type DocumentResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Document;
};

export type Document = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * The title.
     */
    title: string;
    /**
     * The author, for the file of the whole; null for none.
     */
    author: string | null;
    /**
     * The language that was chosen, as a tag; null for that of the voice or the text.
     */
    language: string | null;
    /**
     * Id of the voice of the document; null for the default voice of the language.
     */
    voice_id: string | null;
    /**
     * 1 is the voice's own; 2 is twice as fast.
     */
    speed: number;
    /**
     * The voices of speakers, whose paragraphs begin with the name and a colon.
     */
    speakers: Array<DocumentSpeaker>;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When a text, a title or a voice was changed last.
     */
    updated_at: string;
    /**
     * Unicode code points of its paragraphs.
     */
    characters: number;
    /**
     * The number of paragraphs by their states.
     */
    counts: {
        /**
         * All paragraphs.
         */
        total: number;
        /**
         * Paragraphs without audio.
         */
        unspoken: number;
        /**
         * Paragraphs that wait to be spoken, or are being spoken.
         */
        running: number;
        /**
         * Paragraphs with audio.
         */
        spoken: number;
        /**
         * Paragraphs that could not be spoken.
         */
        failed: number;
    };
    /**
     * The characters of paragraphs without audio.
     */
    characters_left: number;
    /**
     * What was charged for its paragraphs until now, also for audio that was replaced since; what is deleted from the history counts no more.
     */
    credits_charged: number;
    /**
     * Length of the audio spoken so far, in seconds.
     */
    duration_seconds: number;
    /**
     * The chapters in their order; null with `text=false`.
     */
    chapters: Array<Chapter> | null;
};

export type Chapter = {
    /**
     * The title.
     */
    title: string;
    /**
     * The paragraphs in their order.
     */
    paragraphs: Array<Paragraph>;
};

export type Paragraph = {
    /**
     * Id of the paragraph.
     */
    paragraph_id: string;
    /**
     * The text, as it was sent.
     */
    text: string;
    /**
     * Its own voice; null for that of its speaker or of the document.
     */
    voice_id: string | null;
    /**
     * `unspoken` also after a change of its text, its voice or its speed; `expired`: its audio is no longer kept. `POST …/speak` speaks both, and what `failed`.
     */
    status: 'unspoken' | 'queued' | 'processing' | 'spoken' | 'failed' | 'expired';
    /**
     * The characters that are spoken.
     */
    characters: number;
    /**
     * The speech request that speaks or has spoken it; null while it is `unspoken`.
     */
    request_id: string | null;
    /**
     * Where the audio can be fetched with a credential; null where none is kept.
     */
    audio_url: string | null;
    /**
     * Length of its audio in seconds; null without audio.
     */
    duration_seconds: number | null;
    /**
     * Why it failed; null where it has not.
     */
    error: {
        /**
         * The error code.
         */
        code: string;
        /**
         * A sentence for people.
         */
        message: string;
    } | null;
};

export type DocumentPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DocumentPage;
};

export type DocumentPage = {
    /**
     * The items of this page.
     */
    items: Array<DocumentSummary>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type DocumentSummary = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * The title.
     */
    title: string;
    /**
     * The author, for the file of the whole; null for none.
     */
    author: string | null;
    /**
     * The language that was chosen, as a tag; null for that of the voice or the text.
     */
    language: string | null;
    /**
     * Id of the voice of the document; null for the default voice of the language.
     */
    voice_id: string | null;
    /**
     * 1 is the voice's own; 2 is twice as fast.
     */
    speed: number;
    /**
     * The voices of speakers, whose paragraphs begin with the name and a colon.
     */
    speakers: Array<DocumentSpeaker>;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When a text, a title or a voice was changed last.
     */
    updated_at: string;
    /**
     * The number of chapters.
     */
    chapter_count: number;
    /**
     * The number of paragraphs.
     */
    paragraph_count: number;
    /**
     * Unicode code points of its paragraphs.
     */
    characters: number;
};

export type DeletedDocumentResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedDocument;
};

export type DeletedDocument = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type SubmittedParagraphsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SubmittedParagraphs;
};

export type SubmittedParagraphs = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * The number of paragraphs that were submitted.
     */
    submitted: number;
    /**
     * The characters of these, which are what they cost.
     */
    characters: number;
};

export type CancelledParagraphsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CancelledParagraphs;
};

export type CancelledParagraphs = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * The number of paragraphs that were cancelled.
     */
    cancelled: number;
};

export type DocumentEstimateResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DocumentEstimate;
};

export type DocumentEstimate = {
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * What speaking all of it costs.
     */
    credits: number;
    /**
     * What speaking the paragraphs without audio costs.
     */
    credits_left: number;
    /**
     * The text in paragraphs.
     */
    paragraphs: Array<{
        /**
         * Id of the paragraph.
         */
        paragraph_id: string;
        /**
         * How many credits are added; a negative number removes them.
         */
        credits: number;
    }>;
};

export type DocumentExportResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DocumentExport;
};

export type DocumentExport = {
    /**
     * Id of the export.
     */
    export_id: string;
    /**
     * Id of the document.
     */
    document_id: string;
    /**
     * `m4b` or `mp3`, both with chapters.
     */
    format: 'm4b' | 'mp3';
    /**
     * The number of the chapter, from 1; null for all of the document.
     */
    chapter: number | null;
    /**
     * The state it is in.
     */
    status: 'queued' | 'processing' | 'completed' | 'failed';
    /**
     * Where the file can be fetched with a credential; null until it is ready.
     */
    audio_url: string | null;
    /**
     * The size of the file; null until it is ready.
     */
    bytes: number | null;
    /**
     * Length of the file in seconds; null until it is ready.
     */
    duration_seconds: number | null;
    /**
     * Why it failed; null where it has not.
     */
    error: {
        /**
         * The error code.
         */
        code: string;
        /**
         * A sentence for people.
         */
        message: string;
    } | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the work ended (UTC); null until then.
     */
    finished_at: string | null;
};

export type DocumentExportsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DocumentExports;
};

export type DocumentExports = {
    /**
     * The exports, the newest first.
     */
    items: Array<DocumentExport>;
};

export type UserProfileResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: UserProfile;
};

export type UserProfile = {
    /**
     * Id of the account.
     */
    user_id: string;
    /**
     * Name of the person, from the identity provider.
     */
    name: string;
    /**
     * E-mail address.
     */
    email: string;
    /**
     * Whether the identity provider says that it has verified the address.
     */
    email_verified: boolean;
    /**
     * Name at the identity provider.
     */
    username: string;
    /**
     * `user` or `admin`.
     */
    role: 'user' | 'admin';
    /**
     * `granted`; `verify_email`: verify the e-mail address with the identity provider to receive them; `address_used`: an account with this address has received them before.
     */
    free_credits: 'granted' | 'verify_email' | 'address_used';
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * Whether recordings are kept after their transcription, to be played again.
     */
    keep_recordings: boolean;
    /**
     * The percentage of the credits from whose use on the account is alerted, by page, e-mail and webhook.
     */
    alert_percent: number;
};

export type ClosedAccountResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ClosedAccount;
};

export type ClosedAccount = {
    /**
     * Id of the account.
     */
    user_id: string;
    /**
     * Always true.
     */
    closed: true;
};

export type SessionPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SessionPage;
};

export type SessionPage = {
    /**
     * The items of this page.
     */
    items: Array<Session>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type Session = {
    /**
     * Id of the session.
     */
    session_id: string;
    /**
     * The `User-Agent` of the browser at sign-in.
     */
    user_agent: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * To the minute.
     */
    last_seen_at: string;
    /**
     * When it ends if it is not used again.
     */
    expires_at: string;
    /**
     * True for the current session.
     */
    current: boolean;
};

export type EndedSessionsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: EndedSessions;
};

export type EndedSessions = {
    /**
     * How many sessions there were.
     */
    signed_out: number;
};

export type EndedSessionResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: EndedSession;
};

export type EndedSession = {
    /**
     * Id of the session.
     */
    session_id: string;
    /**
     * Always true.
     */
    signed_out: true;
};

export type AccountExport = {
    /**
     * When the export began (UTC).
     */
    exported_at: string;
    /**
     * The profile.
     */
    profile: UserProfile;
    /**
     * The details on receipts.
     */
    billing_details?: BillingDetails;
    /**
     * The keys, without their secrets.
     */
    api_keys?: Array<ApiKey>;
    /**
     * The webhook endpoints, without their secrets.
     */
    webhook_endpoints?: Array<WebhookEndpoint>;
    /**
     * The voices that the account has made.
     */
    voices?: Array<Voice>;
    /**
     * The lists of key terms.
     */
    key_term_lists?: Array<KeyTermList>;
    /**
     * The pronunciation dictionaries.
     */
    pronunciation_dictionaries?: Array<PronunciationDictionary>;
    /**
     * The documents with their texts.
     */
    documents?: Array<Document>;
    /**
     * The feedback about requests.
     */
    feedback?: Array<Feedback>;
    /**
     * What was paid.
     */
    payments?: Array<Payment>;
    /**
     * The changes of the credits, the oldest first.
     */
    credit_ledger?: Array<LedgerEntry>;
    /**
     * The speech requests, the newest first.
     */
    requests?: ExportedSpeechRequests;
};

export type BillingDetails = {
    /**
     * The company; empty for none.
     */
    company: string;
    /**
     * The address, with a line break between its lines.
     */
    address: string;
    /**
     * The tax number, in capitals; empty for none.
     */
    tax_number: string;
    /**
     * The state or territory of a GSTIN; null for other numbers.
     */
    tax_state: string | null;
    /**
     * When it was changed last; null where nothing is kept.
     */
    updated_at: string | null;
};

export type ApiKey = {
    /**
     * Id of the key.
     */
    api_key_id: string;
    /**
     * Name of the key.
     */
    name: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * The last four characters of the key.
     */
    hint: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * To the minute.
     */
    last_used_at: string | null;
    /**
     * When it was revoked (UTC); null while it works.
     */
    revoked_at: string | null;
    /**
     * What the key may do.
     */
    scopes: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing' | 'admin'>;
    /**
     * The key that authenticated the call which made this one; null when a person was signed in.
     */
    created_by_key_id: string | null;
    /**
     * How many credits the key may use in a month (UTC); null when it has no limit of its own.
     */
    monthly_credit_limit: number | null;
    /**
     * When the key stops working; null for one without an end.
     */
    expires_at: string | null;
    /**
     * Name of the key that made this one; null when a person was signed in.
     */
    created_by_key_name: string | null;
    /**
     * The key in whose place this one was made.
     */
    replaces_key_id: string | null;
    /**
     * The key that was made in place of this one.
     */
    replaced_by_key_id: string | null;
    /**
     * Credits that were charged in the current month (UTC), and those held for unfinished requests.
     */
    credits_this_month: number;
    /**
     * How many keys that were made with this one, directly or through others, still work.
     */
    live_descendants: number;
};

export type WebhookEndpoint = {
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    /**
     * The address that is called.
     */
    url: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * The events that it is called for.
     */
    events: Array<'speech.request.completed' | 'speech.request.failed' | 'speech.batch.completed' | 'voice.ready' | 'voice.failed' | 'subscription.activated' | 'subscription.past_due' | 'subscription.cancelled' | 'subscription.expired' | 'credits.low'>;
    /**
     * The contents that bodies have beside ids.
     */
    include: Array<'transcript'>;
    /**
     * Whether it is called.
     */
    state: 'enabled' | 'disabled';
    /**
     * When the first of the last calls failed (UTC); null while they succeed.
     */
    failing_since: string | null;
    /**
     * Why it is not called: by its owner (`account`), since it answered 410 (`gone`), or failed for days (`failures`); null while it is.
     */
    disabled_reason: 'account' | 'gone' | 'failures' | null;
    /**
     * When it was disabled (UTC); null while it is enabled.
     */
    disabled_at: string | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type Feedback = {
    /**
     * Id of the feedback.
     */
    feedback_id: string;
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * `tts` for spoken texts, `asr` for transcribed recordings.
     */
    request_type: 'tts' | 'asr';
    /**
     * The comment.
     */
    feedback_text: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type Payment = {
    /**
     * Id of the order at the payment provider.
     */
    payments_order_id: string;
    /**
     * What was bought.
     */
    description: string;
    /**
     * What was bought; null for other changes.
     */
    purchase: Purchase;
    /**
     * In the smallest unit of the currency.
     */
    amount: number;
    /**
     * In the smallest unit of the currency.
     */
    refunded: number;
    /**
     * Currency of the amount.
     */
    currency: string;
    /**
     * When it was paid (UTC).
     */
    paid_at: string;
    /**
     * Null until the receipt is issued, some seconds after the payment.
     */
    receipt_number: string | null;
    /**
     * Money that came for the order after it was paid. It buys nothing: the operator refunds or credits it.
     */
    further_payments: Array<FurtherPayment>;
};

export type Purchase = {
    /**
     * Null for a pack of permanent credits.
     */
    plan_name: string | null;
    /**
     * 0 for a pack.
     */
    months: number;
    /**
     * Characters.
     */
    tts_credits: number;
    /**
     * Seconds.
     */
    asr_credits: number;
};

export type FurtherPayment = {
    /**
     * Id of the payment at the payment provider.
     */
    payment_id: string;
    /**
     * In the smallest unit of the currency.
     */
    amount: number;
    /**
     * In the smallest unit of the currency.
     */
    refunded: number;
    /**
     * When it arrived (UTC).
     */
    received_at: string;
    /**
     * When the operator has marked it as dealt with (UTC); null until then.
     */
    resolved_at: string | null;
};

export type LedgerEntry = {
    /**
     * Id of the entry; later ones are higher.
     */
    entry_id: string;
    /**
     * `tts` (characters) or `asr` (seconds).
     */
    pool: 'tts' | 'asr';
    /**
     * `grant` of a plan, a top-up or the free plan, `usage` of a request, `expiry` at the end of a cycle, `withdrawal` after a refund, `correction` by an admin.
     */
    kind: 'grant' | 'usage' | 'expiry' | 'withdrawal' | 'correction';
    /**
     * The change: negative for what is gone.
     */
    credits: number;
    /**
     * The request that was charged; null for other entries.
     */
    request_id: string | null;
    /**
     * The order that was paid; null for other entries.
     */
    payments_order_id: string | null;
    /**
     * Why; null for most entries.
     */
    reason: string | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type ChecklistResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Checklist;
};

export type Checklist = {
    /**
     * Whether the account has hidden it.
     */
    hidden: boolean;
    /**
     * Whether the account has had a text spoken.
     */
    heard_voice: boolean;
    /**
     * Whether the account has had a recording transcribed.
     */
    transcribed: boolean;
    /**
     * Whether the account has an active API key.
     */
    has_api_key: boolean;
    /**
     * The latest call with an API key, to the minute; null before the first one.
     */
    last_api_call: {
        /**
         * Name of the key.
         */
        api_key_name: string;
        /**
         * When (UTC).
         */
        at: string;
    } | null;
};

export type AccountLimitsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: AccountLimits;
};

export type AccountLimits = {
    /**
     * Longest text, in Unicode code points.
     */
    text_max_characters: number;
    /**
     * Limits of a recording to transcribe.
     */
    audio: {
        /**
         * Largest file, in bytes.
         */
        max_bytes: number;
        /**
         * Longest audio, in seconds.
         */
        max_seconds: number;
    };
    /**
     * A zip of recordings that are sent as a batch; its price in percent of that of single recordings.
     */
    batch: {
        /**
         * Largest file, in bytes.
         */
        max_bytes: number;
        /**
         * The most recordings of a batch.
         */
        max_recordings: number;
        /**
         * The price of its recordings, in percent of that of single ones.
         */
        price_percent: number;
    };
    /**
     * Limits of a sample for a voice.
     */
    voice_sample: {
        /**
         * Largest file, in bytes.
         */
        max_bytes: number;
        /**
         * Shortest audio, in seconds.
         */
        min_seconds: number;
        /**
         * Longest audio, in seconds.
         */
        max_seconds: number;
    };
    /**
     * How many days audio is kept after the request has finished; null when it is kept forever.
     */
    audio_retention_days: number | null;
    /**
     * Languages that can be spoken.
     */
    synthesis_languages: Array<{
        /**
         * A primary language tag.
         */
        tag: string;
        /**
         * Name of the language in English.
         */
        name: string;
        /**
         * A short text in this language.
         */
        example_text: string;
    }>;
    /**
     * Languages that can be transcribed.
     */
    transcription_languages: Array<{
        /**
         * A primary language tag.
         */
        tag: string;
        /**
         * Name of the language in English.
         */
        name: string;
    }>;
    /**
     * Languages that can be transcribed live, beside `auto`; empty where no worker for it runs.
     */
    live_languages: Array<{
        /**
         * A primary language tag.
         */
        tag: string;
        /**
         * Name of the language in English.
         */
        name: string;
    }>;
};

export type LiveTokenResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: LiveToken;
};

export type LiveToken = {
    /**
     * Shown only here.
     */
    token: string;
    /**
     * When it stops working (UTC).
     */
    expires_at: string;
};

export type CreatedApiKeyResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreatedApiKey;
};

export type CreatedApiKey = {
    /**
     * Id of the key.
     */
    api_key_id: string;
    /**
     * Name of the key.
     */
    name: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * The secret. It is shown this once and never again.
     */
    key: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * What the key may do.
     */
    scopes: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing' | 'admin'>;
    /**
     * The key that authenticated the call which made this one; null when a person was signed in.
     */
    created_by_key_id: string | null;
    /**
     * How many credits the key may use in a month (UTC); null when it has no limit of its own.
     */
    monthly_credit_limit: number | null;
    /**
     * When the key stops working; null for one without an end.
     */
    expires_at: string | null;
};

export type ApiKeyPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ApiKeyPage;
};

export type ApiKeyPage = {
    /**
     * The items of this page.
     */
    items: Array<ApiKey>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type ApiKeyResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ApiKey;
};

export type RevokedApiKeyResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: RevokedApiKey;
};

export type RevokedApiKey = {
    /**
     * Id of the key.
     */
    api_key_id: string;
    /**
     * When it was revoked (UTC); null while it works.
     */
    revoked_at: string;
    /**
     * The keys that were revoked with it.
     */
    revoked_descendants: Array<string>;
    /**
     * How many keys that were made with this one, directly or through others, still work.
     */
    live_descendants: number;
};

export type RotatedApiKeyResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: RotatedApiKey;
};

export type RotatedApiKey = {
    /**
     * Id of the key.
     */
    api_key_id: string;
    /**
     * Name of the key.
     */
    name: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * The secret. It is shown this once and never again.
     */
    key: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * What the key may do.
     */
    scopes: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing' | 'admin'>;
    /**
     * The key that authenticated the call which made this one; null when a person was signed in.
     */
    created_by_key_id: string | null;
    /**
     * How many credits the key may use in a month (UTC); null when it has no limit of its own.
     */
    monthly_credit_limit: number | null;
    /**
     * When the key stops working; null for one without an end.
     */
    expires_at: string | null;
    /**
     * The old key, and when it stops working.
     */
    replaces: {
        /**
         * Id of the key.
         */
        api_key_id: string;
        /**
         * When it stops working (UTC).
         */
        expires_at: string;
    };
};

export type StartedDeviceAuthorizationResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: StartedDeviceAuthorization;
};

export type StartedDeviceAuthorization = {
    /**
     * The secret of the program, with which it fetches the key.
     */
    device_code: string;
    /**
     * What the program shows to the person.
     */
    user_code: string;
    /**
     * The page at which the person enters the code.
     */
    verification_uri: string;
    /**
     * The same page with the code filled in.
     */
    verification_uri_complete: string;
    /**
     * For how many seconds the codes work.
     */
    expires_in: number;
    /**
     * Seconds to wait between two calls that fetch the key.
     */
    interval: number;
};

export type DeviceAuthorizationResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeviceAuthorization;
};

export type DeviceAuthorization = {
    /**
     * The code that the program shows.
     */
    user_code: string;
    /**
     * What the program calls itself.
     */
    client_name: string;
    /**
     * What the key may do.
     */
    scopes: Array<'speech' | 'voices' | 'usage' | 'keys' | 'billing'>;
    /**
     * The state it is in.
     */
    status: 'pending' | 'approved' | 'denied';
    /**
     * Until when the code works (UTC).
     */
    expires_at: string;
};

export type CreatedWebhookEndpointResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreatedWebhookEndpoint;
};

export type CreatedWebhookEndpoint = {
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    /**
     * The address that is called.
     */
    url: string;
    /**
     * What it is for, in the words of its owner.
     */
    description: string;
    /**
     * The events that it is called for.
     */
    events: Array<'speech.request.completed' | 'speech.request.failed' | 'speech.batch.completed' | 'voice.ready' | 'voice.failed' | 'subscription.activated' | 'subscription.past_due' | 'subscription.cancelled' | 'subscription.expired' | 'credits.low'>;
    /**
     * The contents that bodies have beside ids.
     */
    include: Array<'transcript'>;
    /**
     * Whether it is called.
     */
    state: 'enabled' | 'disabled';
    /**
     * When the first of the last calls failed (UTC); null while they succeed.
     */
    failing_since: string | null;
    /**
     * Why it is not called: by its owner (`account`), since it answered 410 (`gone`), or failed for days (`failures`); null while it is.
     */
    disabled_reason: 'account' | 'gone' | 'failures' | null;
    /**
     * When it was disabled (UTC); null while it is enabled.
     */
    disabled_at: string | null;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * Signs every call. It is shown this once and never again.
     */
    secret: string;
};

export type WebhookEndpointListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: WebhookEndpointList;
};

export type WebhookEndpointList = {
    /**
     * The items of this page.
     */
    items: Array<WebhookEndpoint>;
};

export type WebhookEndpointResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: WebhookEndpoint;
};

export type DeletedWebhookEndpointResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: DeletedWebhookEndpoint;
};

export type DeletedWebhookEndpoint = {
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type RotatedWebhookSecretResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: RotatedWebhookSecret;
};

export type RotatedWebhookSecret = {
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    /**
     * The new secret. It is shown this once and never again.
     */
    secret: string;
    /**
     * Until when the old secret signs as well (UTC); null for no longer.
     */
    former_secret_until: string | null;
};

export type WebhookSecretResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: WebhookSecret;
};

export type WebhookSecret = {
    /**
     * Its log is that of calls to the addresses of single requests.
     */
    endpoint_id: string;
    /**
     * Signs what goes to a `callback_url`.
     */
    secret: string;
};

export type WebhookDeliveryPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: WebhookDeliveryPage;
};

export type WebhookDeliveryPage = {
    /**
     * The items of this page.
     */
    items: Array<WebhookDelivery>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type WebhookDelivery = {
    /**
     * Id of the call.
     */
    delivery_id: string;
    /**
     * Id of the webhook endpoint.
     */
    endpoint_id: string;
    /**
     * Id of the event, the same for every attempt: the header `webhook-id`.
     */
    event_id: string;
    /**
     * The event; null while the request has not ended.
     */
    type: string | null;
    /**
     * The address of a single call; null for that of the endpoint.
     */
    url: string | null;
    /**
     * `waiting` for the end of the request, `pending` until an attempt succeeds, `delivered`, or `failed` after the last attempt.
     */
    status: 'waiting' | 'pending' | 'delivered' | 'failed';
    /**
     * How many attempts were made.
     */
    attempts: number;
    /**
     * When the next one is made (UTC); null for none, and while one is being made.
     */
    next_attempt_at: string | null;
    /**
     * The status of the last answer; null without one.
     */
    last_status: number | null;
    /**
     * Why the last attempt failed; null after a success.
     */
    last_error: string | null;
    /**
     * When the last attempt ended (UTC); null before the first.
     */
    last_attempt_at: string | null;
    /**
     * How long the last attempt took, in milliseconds; null before the first.
     */
    last_duration_ms: number | null;
    /**
     * The body, without a transcript; null while the request has not ended.
     */
    payload: unknown;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type WebhookDeliveryResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: WebhookDelivery;
};

export type CreatedFeedbackResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreatedFeedback;
};

export type CreatedFeedback = {
    /**
     * Id of the feedback.
     */
    feedback_id: string;
    /**
     * Id of the speech request; in an error, of the call.
     */
    request_id: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
};

export type FeedbackPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: FeedbackPage;
};

export type FeedbackPage = {
    /**
     * The items of this page.
     */
    items: Array<Feedback>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type CreatedContactSubmissionResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreatedContactSubmission;
};

export type CreatedContactSubmission = {
    /**
     * Id of the ticket.
     */
    ticket_id: string;
};

export type PlanListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: PlanList;
};

export type PlanList = {
    /**
     * The plans, by price.
     */
    items: Array<Plan>;
    /**
     * The tax that the prices include; null where they include none. Nothing is added to a price.
     */
    tax: IncludedTax | null;
};

export type Plan = {
    /**
     * Id of the plan.
     */
    plan_id: string;
    /**
     * Name of the plan.
     */
    display_name: string;
    /**
     * Whole rupees.
     */
    price_inr: number;
    /**
     * How long a cycle is.
     */
    billing_cycle: 'monthly' | 'yearly';
    /**
     * Characters.
     */
    tts_credits_per_cycle: number;
    /**
     * Seconds.
     */
    asr_credits_per_cycle: number;
};

export type IncludedTax = {
    /**
     * Its name.
     */
    label: string;
    /**
     * Its rate.
     */
    percent: number;
};

export type SubscriptionCheckoutResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SubscriptionCheckout;
};

export type SubscriptionCheckout = {
    /**
     * Id of the order at the payment provider.
     */
    payments_order_id: string;
    /**
     * Paise.
     */
    amount: number;
    /**
     * Currency of the amount.
     */
    currency: string;
    /**
     * The public key id at the payment provider.
     */
    key_id: string;
    /**
     * Where a browser posts `key_id` and `order_id` to pay.
     */
    checkout_url: string;
};

export type SubscriptionPreviewResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: SubscriptionPreview;
};

export type SubscriptionPreview = {
    /**
     * Id of the plan.
     */
    plan_id: string;
    /**
     * Name of the plan.
     */
    plan_name: string;
    /**
     * What paying for the plan is to the account.
     */
    kind: 'new' | 'renewal' | 'upgrade' | 'downgrade';
    /**
     * What is to be paid, in paise.
     */
    amount: number;
    /**
     * Currency of the amount.
     */
    currency: string;
    /**
     * When the plan begins, if it is paid now (UTC).
     */
    starts_at: string;
    /**
     * A plan does not renew by itself.
     */
    renews_automatically: false;
    /**
     * Speech credits that the plan brings, in characters.
     */
    tts_granted: number;
    /**
     * Transcription credits that the plan brings, in seconds.
     */
    asr_granted: number;
    /**
     * When it ends (UTC).
     */
    ends_at: string;
    /**
     * Unused speech credits of the running cycle, in characters.
     */
    tts_remaining: number;
    /**
     * Unused transcription credits of the running cycle, in seconds.
     */
    asr_remaining: number;
    /**
     * Unused speech credits of the running cycle that can be used until the plan's end.
     */
    tts_carried_over: number;
    /**
     * Unused transcription credits of the running cycle that can be used until the plan's end.
     */
    asr_carried_over: number;
    /**
     * Unused speech credits of the running cycle that end before the plan begins.
     */
    tts_expiring: number;
    /**
     * Unused transcription credits of the running cycle that end before the plan begins.
     */
    asr_expiring: number;
    /**
     * When the expiring credits end; null where none do (UTC).
     */
    expires_at: string | null;
};

export type SubscriptionResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: Subscription;
};

export type Subscription = {
    /**
     * Id of the subscription.
     */
    subscription_id: string;
    /**
     * Id of the plan.
     */
    plan_id: string;
    /**
     * Name of the plan.
     */
    plan_name: string;
    /**
     * The state it is in.
     */
    status: 'active' | 'past_due' | 'cancelled';
    /**
     * When the paid period began (UTC).
     */
    current_period_start: string;
    /**
     * The end of the paid period.
     */
    current_period_end: string;
    /**
     * The order that was paid last.
     */
    payments_order_id: string;
    /**
     * Ids of the plans that cannot be bought now, since they are paid for until later: a checkout of one is refused with `subscription_exists`. Any other plan with a price can be bought.
     */
    plans_paid_ahead: Array<string>;
    /**
     * When these can be bought again: seven days before the end of the paid period. The running plan can be bought earlier, as soon as at most 20 % of its speech or its transcription credits are left (UTC).
     */
    renewable_from: string;
};

export type TopUpPackListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: TopUpPackList;
};

export type TopUpPackList = {
    /**
     * The packs that are sold.
     */
    items: Array<TopUpPack>;
};

export type TopUpPack = {
    /**
     * Id of the pack.
     */
    pack_id: string;
    /**
     * Whole rupees.
     */
    price_inr: number;
    /**
     * Characters.
     */
    tts_credits: number;
    /**
     * Seconds.
     */
    asr_credits: number;
};

export type PaymentPageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: PaymentPage;
};

export type PaymentPage = {
    /**
     * The items of this page.
     */
    items: Array<Payment>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type OpenOrderListResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: OpenOrderList;
};

export type OpenOrderList = {
    /**
     * The orders, the newest first.
     */
    items: Array<OpenOrder>;
};

export type OpenOrder = {
    /**
     * Id of the order at the payment provider.
     */
    payments_order_id: string;
    /**
     * The plan to pay for; null for a pack.
     */
    plan_id: string | null;
    /**
     * The pack to pay for; null for a plan.
     */
    pack_id: string | null;
    /**
     * What was bought.
     */
    description: string;
    /**
     * What was bought; null for other changes.
     */
    purchase: Purchase;
    /**
     * In the smallest unit of the currency.
     */
    amount: number;
    /**
     * Currency of the amount.
     */
    currency: string;
    /**
     * When it was created (UTC).
     */
    created_at: string;
    /**
     * When the last payment failed; null where none has.
     */
    failed_at: string | null;
    /**
     * Why it failed, in the provider's words; null where it gave none.
     */
    failure: string | null;
};

export type CancelledOrderResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CancelledOrder;
};

export type CancelledOrder = {
    /**
     * Id of the order at the payment provider.
     */
    payments_order_id: string;
    /**
     * Always true.
     */
    cancelled: true;
};

export type BillingDetailsResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: BillingDetails;
};

export type UsageReportResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: UsageReport;
};

export type UsageReport = {
    /**
     * Which calls are counted: those of the dashboard, of API keys, or all.
     */
    source: string;
    /**
     * The days that are counted.
     */
    period: {
        /**
         * The first day (UTC).
         */
        from: string;
        /**
         * The last day (UTC).
         */
        to: string;
    };
    /**
     * Remaining credits now, independent of the period.
     */
    credits: {
        /**
         * Remaining speech credits, in characters.
         */
        tts_remaining: number;
        /**
         * Remaining transcription credits, in seconds.
         */
        asr_remaining: number;
        /**
         * The paid cycle that runs now; null without one.
         */
        cycle: {
            /**
             * When it ends (UTC); null when it does not.
             */
            ends_at: string | null;
            /**
             * Speech credits that the cycle brought, in characters.
             */
            tts_granted: number;
            /**
             * Remaining speech credits, in characters.
             */
            tts_remaining: number;
            /**
             * Transcription credits that the cycle brought, in seconds.
             */
            asr_granted: number;
            /**
             * Remaining transcription credits, in seconds.
             */
            asr_remaining: number;
        } | null;
        /**
         * The pools of which `alert_percent` of the account (80 at first) or more is used.
         */
        alerts: Array<CreditAlert>;
    };
    /**
     * The voices and the audio that the account has now, and how much of each it may have.
     */
    storage: {
        /**
         * Voices of the account.
         */
        voices: number;
        /**
         * Most voices of the account.
         */
        voices_max: number;
        /**
         * Stored audio, in bytes.
         */
        stored_bytes: number;
        /**
         * Most stored audio, in bytes.
         */
        stored_max_bytes: number;
    };
    /**
     * Speech requests of the period.
     */
    requests: {
        /**
         * Spoken texts.
         */
        tts_count: number;
        /**
         * Transcribed recordings.
         */
        asr_count: number;
        /**
         * Spoken characters.
         */
        tts_characters_processed: number;
        /**
         * Transcribed seconds, as they were charged: at half price a recording of a batch counts half.
         */
        asr_seconds_processed: number;
    };
    /**
     * Credits of both kinds.
     */
    total_credits_consumed: number;
    /**
     * Every day of the period (UTC), ascending.
     */
    series: Array<{
        /**
         * The day (UTC).
         */
        date: string;
        /**
         * Credits of both kinds.
         */
        total_credits_consumed: number;
        /**
         * Spoken texts.
         */
        tts_count: number;
        /**
         * Transcribed recordings.
         */
        asr_count: number;
        /**
         * Spoken characters.
         */
        tts_characters_processed: number;
        /**
         * Transcribed seconds, as they were charged: at half price a recording of a batch counts half.
         */
        asr_seconds_processed: number;
    }>;
    /**
     * The voices that spoke, most credits first; a transcription has none.
     */
    breakdown: Array<{
        /**
         * Id of the voice.
         */
        key: string;
        /**
         * Name of the voice.
         */
        label: string;
        /**
         * What was charged; null until the work has ended.
         */
        credits_consumed: number;
        /**
         * Spoken texts.
         */
        tts_count: number;
    }>;
    /**
     * The API keys of the calls, most credits first.
     */
    keys: Array<{
        /**
         * Null for calls without a key, such as those of the dashboard.
         */
        api_key_id: string | null;
        /**
         * Name of the voice.
         */
        label: string;
        /**
         * What was charged; null until the work has ended.
         */
        credits_consumed: number;
        /**
         * Spoken texts.
         */
        tts_count: number;
        /**
         * Transcribed recordings.
         */
        asr_count: number;
        /**
         * Spoken characters.
         */
        tts_characters_processed: number;
        /**
         * Transcribed seconds, as they were charged: at half price a recording of a batch counts half.
         */
        asr_seconds_processed: number;
        /**
         * How long the texts of the key took.
         */
        tts_latency: {
            /**
             * Half of them took at most so many milliseconds.
             */
            median_ms: number;
            /**
             * 95 % of them took at most so many milliseconds.
             */
            p95_ms: number;
        } | null;
        /**
         * How long the recordings of the key took.
         */
        asr_latency: {
            /**
             * Half of them took at most so many milliseconds.
             */
            median_ms: number;
            /**
             * 95 % of them took at most so many milliseconds.
             */
            p95_ms: number;
        } | null;
        /**
         * Requests that failed, by the code of the error, the most frequent first.
         */
        errors: Array<{
            /**
             * The error code.
             */
            code: string;
            /**
             * How many requests.
             */
            count: number;
        }>;
        /**
         * Requests that were cancelled, and speech that was stopped; not among `errors`.
         */
        cancelled_count: number;
    }>;
};

export type CreditAlert = {
    /**
     * Which credits it is about; new credits have another id.
     */
    grant_id: string;
    /**
     * `tts` (characters) or `asr` (seconds).
     */
    pool: 'tts' | 'asr';
    /**
     * The percentage that is used: `alert_percent` of the account, or 100 when nothing is left.
     */
    threshold: number;
    /**
     * How much was granted, in characters or seconds.
     */
    granted: number;
    /**
     * How much of it remains.
     */
    remaining: number;
    /**
     * What is nearly used: the credits of the paid cycle, or those of the free plan or the latest top-up.
     */
    of: 'cycle' | 'permanent';
};

export type CreditChangePageResponse = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: CreditChangePage;
};

export type CreditChangePage = {
    /**
     * The items of this page.
     */
    items: Array<CreditChange>;
    /**
     * How many items there are on all pages; above 10,000 mostly an estimate.
     */
    total: number;
    /**
     * Whether `total` is an estimate. The last page always has the exact number.
     */
    total_is_estimate: boolean;
    /**
     * Number of the page, from 1.
     */
    page: number;
    /**
     * Most items of a page.
     */
    limit: number;
    /**
     * Whether there is another page.
     */
    has_next: boolean;
};

export type CreditChange = {
    /**
     * The day (UTC).
     */
    date: string;
    /**
     * `grant` of a plan, a top-up or the free plan, `usage` of a request, `expiry` at the end of a cycle, `withdrawal` after a refund, `correction` by an admin.
     */
    kind: 'grant' | 'usage' | 'expiry' | 'withdrawal' | 'correction';
    /**
     * The change: negative for what is gone.
     */
    credits: number;
    /**
     * The credits of the account after it, with those that are held for unfinished requests.
     */
    balance: number;
    /**
     * What was bought; null for other changes.
     */
    description: string | null;
    /**
     * What was bought; null for other changes.
     */
    purchase: Purchase | null;
    /**
     * The order that was paid; null for other entries.
     */
    payments_order_id: string | null;
    /**
     * Why; null for most entries.
     */
    reason: string | null;
};

export type Liveness = {
    /**
     * The state it is in.
     */
    status: 'ok' | 'unavailable';
};

export type Readiness = {
    /**
     * The state it is in.
     */
    status: 'ok' | 'unavailable';
    /**
     * `ok`, or why it does not answer.
     */
    database: 'ok' | 'unavailable';
    /**
     * `ok`, or why it does not answer.
     */
    queue: 'ok' | 'unavailable';
    /**
     * `ok`, or why it does not answer.
     */
    object_store: 'ok' | 'unavailable';
    /**
     * The speech engines of the workers that run: by what they do where they are ready; without them calls are accepted and wait.
     */
    engines: {
        /**
         * Engines that transcribe.
         */
        recognition: Array<string>;
        /**
         * Engines that speak.
         */
        synthesis: Array<string>;
        /**
         * Engines that are starting.
         */
        starting: Array<string>;
        /**
         * Engines that have failed.
         */
        unavailable: Array<string>;
    };
};

export type ExampleListResponseWritable = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ExampleListWritable;
};

export type ExampleListWritable = {
    /**
     * Built-in voices to begin with; each has a preview.
     */
    voices: Array<{
        /**
         * Id of the voice.
         */
        voice_id: string;
        /**
         * Name of the voice.
         */
        name: string;
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * Gender of the voice.
         */
        gender: 'female' | 'male' | null;
        /**
         * Accent of the voice; null where it is not known.
         */
        accent: string | null;
        /**
         * How natural the voice sounds.
         */
        quality: 'natural' | 'standard' | 'basic' | null;
    }>;
    /**
     * Spoken by built-in voices, for trying a transcription.
     */
    recordings: Array<{
        /**
         * Id of the recording.
         */
        example_id: string;
        /**
         * What the recording is.
         */
        title: string;
        /**
         * A primary language tag.
         */
        language: string;
        /**
         * Name of the voice that speaks it.
         */
        voice_name: string;
        /**
         * Null until it is asked for the first time.
         */
        transcript: ExampleTranscriptWritable | null;
    }>;
};

export type ExampleTranscriptWritable = {
    /**
     * The text that was spoken, or the transcript.
     */
    text: string;
    /**
     * The engine that did the work.
     */
    model: string | null;
    /**
     * Length of the audio in seconds; null until it is known.
     */
    duration_seconds: number;
};

export type ExampleTranscriptResponseWritable = {
    /**
     * True in a success, false in an error.
     */
    success: true;
    /**
     * What the call returns.
     */
    data: ExampleTranscriptWritable;
};

export type DemoSynthesizeData = {
    body: DemoSynthesizeRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/demo/speech/synthesize';
};

export type DemoSynthesizeErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`, `request_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `storage_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `body_too_large`, `audio_too_long`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `engine_unavailable`, `unavailable`
     */
    503: ApiError;
    /**
     * `engine_timeout`
     */
    504: ApiError;
};

export type DemoSynthesizeError = DemoSynthesizeErrors[keyof DemoSynthesizeErrors];

export type DemoSynthesizeResponses = {
    /**
     * The spoken text.
     */
    200: DemoSynthesisResponse;
};

export type DemoSynthesizeResponse = DemoSynthesizeResponses[keyof DemoSynthesizeResponses];

export type DemoTranscribeData = {
    body: DemoTranscribeRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/demo/speech/transcriptions';
};

export type DemoTranscribeErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `storage_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `audio_too_large`, `audio_too_long`, `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `engine_unavailable`, `unavailable`, `storage_low`
     */
    503: ApiError;
    /**
     * `engine_timeout`
     */
    504: ApiError;
};

export type DemoTranscribeError = DemoTranscribeErrors[keyof DemoTranscribeErrors];

export type DemoTranscribeResponses = {
    /**
     * The transcript.
     */
    200: TranscriptionResponse;
};

export type DemoTranscribeResponse = DemoTranscribeResponses[keyof DemoTranscribeResponses];

export type DemoGetLimitsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/demo.json';
};

export type DemoGetLimitsErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
};

export type DemoGetLimitsError = DemoGetLimitsErrors[keyof DemoGetLimitsErrors];

export type DemoGetLimitsResponses = {
    /**
     * The limits of this installation.
     */
    200: DemoLimits;
};

export type DemoGetLimitsResponse = DemoGetLimitsResponses[keyof DemoGetLimitsResponses];

export type SpeechSynthesizeData = {
    body: SpeechSynthesizeRequest;
    headers?: {
        /**
         * `wait=N` waits at most N seconds for the result, `respond-async` not at all.
         */
        Prefer?: string;
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Whether to send the audio while it is being spoken, where `Accept` allows for audio.
         */
        stream?: boolean;
    };
    url: '/v1/speech/synthesize';
};

export type SpeechSynthesizeErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `insufficient_credits`, `monthly_limit_exceeded`
     */
    402: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`, `pronunciation_dictionary_not_found`, `request_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `voice_not_ready`, `voice_outdated`, `storage_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `body_too_large`, `audio_too_long`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `engine_unavailable`, `unavailable`
     */
    503: ApiError;
    /**
     * `engine_timeout`
     */
    504: ApiError;
};

export type SpeechSynthesizeError = SpeechSynthesizeErrors[keyof SpeechSynthesizeErrors];

export type SpeechSynthesizeResponses = {
    /**
     * The spoken text.
     */
    200: SynthesisResponse;
    /**
     * The result is not ready; the work continues.
     */
    202: AcceptedRequestResponse;
};

export type SpeechSynthesizeResponse = SpeechSynthesizeResponses[keyof SpeechSynthesizeResponses];

export type SpeechEstimateData = {
    body: SpeechEstimateRequest;
    path?: never;
    query?: never;
    url: '/v1/speech/estimates';
};

export type SpeechEstimateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`, `pronunciation_dictionary_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `voice_not_ready`, `voice_outdated`
     */
    409: ApiError;
    /**
     * `body_too_large`, `audio_too_long`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SpeechEstimateError = SpeechEstimateErrors[keyof SpeechEstimateErrors];

export type SpeechEstimateResponses = {
    /**
     * The price.
     */
    200: SynthesisEstimateResponse;
};

export type SpeechEstimateResponse = SpeechEstimateResponses[keyof SpeechEstimateResponses];

export type SpeechTranscribeData = {
    body: SpeechTranscribeRequest;
    headers?: {
        /**
         * `wait=N` waits at most N seconds for the result, `respond-async` not at all.
         */
        Prefer?: string;
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/speech/transcriptions';
};

export type SpeechTranscribeErrors = {
    /**
     * `too_many_key_terms`, `options_unsupported`, `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `insufficient_credits`, `monthly_limit_exceeded`
     */
    402: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `key_term_list_not_found`, `request_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `storage_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `audio_too_large`, `audio_too_long`, `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `engine_unavailable`, `unavailable`, `storage_low`
     */
    503: ApiError;
    /**
     * `engine_timeout`
     */
    504: ApiError;
};

export type SpeechTranscribeError = SpeechTranscribeErrors[keyof SpeechTranscribeErrors];

export type SpeechTranscribeResponses = {
    /**
     * The transcript.
     */
    200: TranscriptionResponse;
    /**
     * The result is not ready; the work continues.
     */
    202: AcceptedRequestResponse;
};

export type SpeechTranscribeResponse = SpeechTranscribeResponses[keyof SpeechTranscribeResponses];

export type RequestsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * Words of the text, the transcript or the file's name, or their beginnings; all of them must be there. Finds requests that have ended.
         */
        search?: string;
        /**
         * `tts` for spoken texts, `asr` for transcribed recordings.
         */
        request_type?: 'tts' | 'asr';
        /**
         * The state it is in.
         */
        status?: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
        /**
         * Id of the voice.
         */
        voice_id?: string;
        /**
         * The key of the call.
         */
        api_key_id?: string;
        /**
         * `exclude` leaves out the paragraphs of documents, `only` all else; without it there are both.
         */
        documents?: 'exclude' | 'only';
        /**
         * The first day.
         */
        from?: string;
        /**
         * The last day.
         */
        to?: string;
        /**
         * Minutes by which the clock of these days is ahead of UTC.
         */
        utc_offset?: number;
    };
    url: '/v1/speech/requests';
};

export type RequestsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsListError = RequestsListErrors[keyof RequestsListErrors];

export type RequestsListResponses = {
    /**
     * One page.
     */
    200: SpeechRequestPageResponse;
};

export type RequestsListResponse = RequestsListResponses[keyof RequestsListResponses];

export type RequestsExportData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Words of the text, the transcript or the file's name, or their beginnings; all of them must be there. Finds requests that have ended.
         */
        search?: string;
        /**
         * `tts` for spoken texts, `asr` for transcribed recordings.
         */
        request_type?: 'tts' | 'asr';
        /**
         * The state it is in.
         */
        status?: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
        /**
         * Id of the voice.
         */
        voice_id?: string;
        /**
         * The key of the call.
         */
        api_key_id?: string;
        /**
         * `exclude` leaves out the paragraphs of documents, `only` all else; without it there are both.
         */
        documents?: 'exclude' | 'only';
        /**
         * The first day.
         */
        from?: string;
        /**
         * The last day.
         */
        to?: string;
        /**
         * Minutes by which the clock of these days is ahead of UTC.
         */
        utc_offset?: number;
        /**
         * The format.
         */
        format?: 'csv' | 'json';
    };
    url: '/v1/speech/requests/export';
};

export type RequestsExportErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsExportError = RequestsExportErrors[keyof RequestsExportErrors];

export type RequestsExportResponses = {
    /**
     * The requests.
     */
    200: ExportedSpeechRequests;
};

export type RequestsExportResponse = RequestsExportResponses[keyof RequestsExportResponses];

export type RequestsDeleteManyData = {
    body: RequestsDeleteManyRequest;
    path?: never;
    query?: never;
    url: '/v1/speech/requests/delete';
};

export type RequestsDeleteManyErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsDeleteManyError = RequestsDeleteManyErrors[keyof RequestsDeleteManyErrors];

export type RequestsDeleteManyResponses = {
    /**
     * They are deleted.
     */
    200: DeletedRequestsResponse;
};

export type RequestsDeleteManyResponse = RequestsDeleteManyResponses[keyof RequestsDeleteManyResponses];

export type RequestsDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the speech request; in an error, of the call.
         */
        request_id: string;
    };
    query?: never;
    url: '/v1/speech/requests/{request_id}';
};

export type RequestsDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsDeleteError = RequestsDeleteErrors[keyof RequestsDeleteErrors];

export type RequestsDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedRequestResponse;
};

export type RequestsDeleteResponse = RequestsDeleteResponses[keyof RequestsDeleteResponses];

export type RequestsGetData = {
    body?: never;
    path: {
        /**
         * Id of the speech request; in an error, of the call.
         */
        request_id: string;
    };
    query?: never;
    url: '/v1/speech/requests/{request_id}';
};

export type RequestsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsGetError = RequestsGetErrors[keyof RequestsGetErrors];

export type RequestsGetResponses = {
    /**
     * The speech request.
     */
    200: SpeechRequestResponse;
};

export type RequestsGetResponse = RequestsGetResponses[keyof RequestsGetResponses];

export type RequestsGetAudioData = {
    body?: never;
    headers?: {
        /**
         * One range of bytes.
         */
        Range?: string;
        /**
         * The `ETag` of the audio that the range is of; the whole is answered when it is another one.
         */
        'If-Range'?: string;
        /**
         * The `ETag` of audio that need not be sent again.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Id of the speech request; in an error, of the call.
         */
        request_id: string;
    };
    query?: never;
    url: '/v1/speech/requests/{request_id}/audio';
};

export type RequestsGetAudioErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `result_not_ready`
     */
    409: ApiError;
    /**
     * `range_not_satisfiable`
     */
    416: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsGetAudioError = RequestsGetAudioErrors[keyof RequestsGetAudioErrors];

export type RequestsGetAudioResponses = {
    /**
     * The audio.
     */
    200: Blob | File;
    /**
     * A part of it.
     */
    206: Blob | File;
};

export type RequestsGetAudioResponse = RequestsGetAudioResponses[keyof RequestsGetAudioResponses];

export type RequestsGetTranscriptData = {
    body?: never;
    path: {
        /**
         * Id of the speech request; in an error, of the call.
         */
        request_id: string;
    };
    query?: {
        /**
         * The format.
         */
        format?: 'json' | 'text' | 'srt' | 'vtt';
        /**
         * The most columns of a line, 42 when absent; a Chinese, Japanese or Korean character takes two. A word that is longer stands alone on its line. Without effect on other formats than `srt` and `vtt`.
         */
        max_line_width?: number;
        /**
         * The most lines of a cue, 2 when absent. Without effect on other formats than `srt` and `vtt`.
         */
        max_lines?: number;
        /**
         * The most words of a cue; as many as fit when absent. Without effect on other formats than `srt` and `vtt`.
         */
        max_words?: number;
    };
    url: '/v1/speech/requests/{request_id}/transcript';
};

export type RequestsGetTranscriptErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `result_not_ready`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsGetTranscriptError = RequestsGetTranscriptErrors[keyof RequestsGetTranscriptErrors];

export type RequestsGetTranscriptResponses = {
    /**
     * The transcript.
     */
    200: TranscriptionResponse;
};

export type RequestsGetTranscriptResponse = RequestsGetTranscriptResponses[keyof RequestsGetTranscriptResponses];

export type RequestsUpdateTranscriptData = {
    body: RequestsUpdateTranscriptRequest;
    path: {
        /**
         * Id of the speech request; in an error, of the call.
         */
        request_id: string;
    };
    query?: never;
    url: '/v1/speech/requests/{request_id}/transcript';
};

export type RequestsUpdateTranscriptErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `result_not_ready`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type RequestsUpdateTranscriptError = RequestsUpdateTranscriptErrors[keyof RequestsUpdateTranscriptErrors];

export type RequestsUpdateTranscriptResponses = {
    /**
     * The speech request.
     */
    200: SpeechRequestResponse;
};

export type RequestsUpdateTranscriptResponse = RequestsUpdateTranscriptResponses[keyof RequestsUpdateTranscriptResponses];

export type BatchesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
    };
    url: '/v1/speech/batches';
};

export type BatchesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BatchesListError = BatchesListErrors[keyof BatchesListErrors];

export type BatchesListResponses = {
    /**
     * One page.
     */
    200: BatchPageResponse;
};

export type BatchesListResponse = BatchesListResponses[keyof BatchesListResponses];

export type BatchesCreateData = {
    body: BatchesCreateRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/speech/batches';
};

export type BatchesCreateErrors = {
    /**
     * `options_unsupported`, `too_many_key_terms`, `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `key_term_list_not_found`, `batch_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `storage_limit`, `batch_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `audio_too_large`, `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `engine_unavailable`, `unavailable`, `storage_low`
     */
    503: ApiError;
};

export type BatchesCreateError = BatchesCreateErrors[keyof BatchesCreateErrors];

export type BatchesCreateResponses = {
    /**
     * The batch.
     */
    202: BatchResponse;
};

export type BatchesCreateResponse = BatchesCreateResponses[keyof BatchesCreateResponses];

export type BatchesDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the batch.
         */
        batch_id: string;
    };
    query?: never;
    url: '/v1/speech/batches/{batch_id}';
};

export type BatchesDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `batch_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BatchesDeleteError = BatchesDeleteErrors[keyof BatchesDeleteErrors];

export type BatchesDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedBatchResponse;
};

export type BatchesDeleteResponse = BatchesDeleteResponses[keyof BatchesDeleteResponses];

export type BatchesGetData = {
    body?: never;
    path: {
        /**
         * Id of the batch.
         */
        batch_id: string;
    };
    query?: never;
    url: '/v1/speech/batches/{batch_id}';
};

export type BatchesGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `batch_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BatchesGetError = BatchesGetErrors[keyof BatchesGetErrors];

export type BatchesGetResponses = {
    /**
     * The batch.
     */
    200: BatchResponse;
};

export type BatchesGetResponse = BatchesGetResponses[keyof BatchesGetResponses];

export type BatchesResultsData = {
    body?: never;
    path: {
        /**
         * Id of the batch.
         */
        batch_id: string;
    };
    query?: never;
    url: '/v1/speech/batches/{batch_id}/results';
};

export type BatchesResultsErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `batch_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BatchesResultsError = BatchesResultsErrors[keyof BatchesResultsErrors];

export type BatchesResultsResponses = {
    /**
     * The results, one JSON object a line.
     */
    200: string;
};

export type BatchesResultsResponse = BatchesResultsResponses[keyof BatchesResultsResponses];

export type BatchesCancelData = {
    body?: never;
    path: {
        /**
         * Id of the batch.
         */
        batch_id: string;
    };
    query?: never;
    url: '/v1/speech/batches/{batch_id}/cancel';
};

export type BatchesCancelErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `batch_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BatchesCancelError = BatchesCancelErrors[keyof BatchesCancelErrors];

export type BatchesCancelResponses = {
    /**
     * The batch.
     */
    200: BatchResponse;
};

export type BatchesCancelResponse = BatchesCancelResponses[keyof BatchesCancelResponses];

export type VoicesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * `builtin`, or `custom` for voices of the account.
         */
        type?: 'builtin' | 'custom';
        /**
         * A primary language tag.
         */
        language?: 'af' | 'am' | 'an' | 'ar' | 'as' | 'az' | 'ba' | 'be' | 'bg' | 'bn' | 'bpy' | 'bs' | 'ca' | 'cs' | 'cv' | 'cy' | 'da' | 'de' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu' | 'fa' | 'fi' | 'fr' | 'ga' | 'gd' | 'gn' | 'grc' | 'gu' | 'hak' | 'haw' | 'he' | 'hi' | 'hr' | 'ht' | 'hu' | 'hy' | 'hyw' | 'ia' | 'id' | 'io' | 'is' | 'it' | 'ja' | 'jbo' | 'ka' | 'kk' | 'kl' | 'kn' | 'ko' | 'kok' | 'ku' | 'ky' | 'la' | 'lb' | 'lfn' | 'lt' | 'ltg' | 'lv' | 'mi' | 'mk' | 'ml' | 'mr' | 'ms' | 'mt' | 'my' | 'nb' | 'nci' | 'ne' | 'nl' | 'no' | 'nog' | 'om' | 'or' | 'pa' | 'pap' | 'pl' | 'pt' | 'qu' | 'quc' | 'qya' | 'ro' | 'ru' | 'sd' | 'shn' | 'si' | 'sjn' | 'sk' | 'sl' | 'smj' | 'sq' | 'sr' | 'sv' | 'sw' | 'ta' | 'te' | 'th' | 'tk' | 'tn' | 'tr' | 'tt' | 'ug' | 'uk' | 'ur' | 'uz' | 'vi' | 'yue' | 'zh' | string;
        /**
         * Gender of the voice.
         */
        gender?: 'female' | 'male';
        /**
         * How natural the voice sounds.
         */
        quality?: 'natural' | 'standard' | 'basic';
        /**
         * The engine that speaks it; null where that is not known yet.
         */
        engine?: 'kokoro' | 'piper' | 'flite' | 'espeak-ng' | 'remote-speech';
        /**
         * Whether the voice can speak now.
         */
        available?: boolean;
        /**
         * Whether a worker has its engine, or had it in the last week, ready or not.
         */
        installed?: boolean;
        /**
         * Whether it is a favorite of the account.
         */
        favorite?: boolean;
        /**
         * Words in any case; the voices with the most of them are listed: the beginning of a word of its name, description, tags, use cases, accent, age, gender, quality or engine, or of the name of its language. Or its id. `man`, `narrator`, `podcast` and the like find what means the same; `a`, `for`, `voice` and the like are left out.
         */
        search?: string;
    };
    url: '/v1/voices';
};

export type VoicesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesListError = VoicesListErrors[keyof VoicesListErrors];

export type VoicesListResponses = {
    /**
     * One page.
     */
    200: VoicePageResponse;
};

export type VoicesListResponse = VoicesListResponses[keyof VoicesListResponses];

export type VoicesCreateData = {
    body: VoicesCreateRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/voices';
};

export type VoicesCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `voice_limit`, `storage_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `audio_too_large`, `audio_too_long`, `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`, `voice_matching_not_installed`, `storage_low`
     */
    503: ApiError;
};

export type VoicesCreateError = VoicesCreateErrors[keyof VoicesCreateErrors];

export type VoicesCreateResponses = {
    /**
     * The voice; its training has started.
     */
    201: CreatedVoiceResponse;
};

export type VoicesCreateResponse = VoicesCreateResponses[keyof VoicesCreateResponses];

export type VoicesDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}';
};

export type VoicesDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesDeleteError = VoicesDeleteErrors[keyof VoicesDeleteErrors];

export type VoicesDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedVoiceResponse;
};

export type VoicesDeleteResponse = VoicesDeleteResponses[keyof VoicesDeleteResponses];

export type VoicesGetData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}';
};

export type VoicesGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesGetError = VoicesGetErrors[keyof VoicesGetErrors];

export type VoicesGetResponses = {
    /**
     * The voice.
     */
    200: VoiceResponse;
};

export type VoicesGetResponse = VoicesGetResponses[keyof VoicesGetResponses];

export type VoicesUpdateData = {
    body: VoicesUpdateRequest;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}';
};

export type VoicesUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesUpdateError = VoicesUpdateErrors[keyof VoicesUpdateErrors];

export type VoicesUpdateResponses = {
    /**
     * The voice.
     */
    200: VoiceResponse;
};

export type VoicesUpdateResponse = VoicesUpdateResponses[keyof VoicesUpdateResponses];

export type VoicesGetPreviewData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/preview';
};

export type VoicesGetPreviewErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `voice_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesGetPreviewError = VoicesGetPreviewErrors[keyof VoicesGetPreviewErrors];

export type VoicesGetPreviewResponses = {
    /**
     * The preview.
     */
    200: Blob | File;
};

export type VoicesGetPreviewResponse = VoicesGetPreviewResponses[keyof VoicesGetPreviewResponses];

export type VoicesTrainData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/train';
};

export type VoicesTrainErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`, `voice_matching_not_installed`
     */
    503: ApiError;
};

export type VoicesTrainError = VoicesTrainErrors[keyof VoicesTrainErrors];

export type VoicesTrainResponses = {
    /**
     * The voice; its training has started.
     */
    200: VoiceResponse;
};

export type VoicesTrainResponse = VoicesTrainResponses[keyof VoicesTrainResponses];

export type VoicesDeleteSampleData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/sample';
};

export type VoicesDeleteSampleErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `voice_not_ready`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesDeleteSampleError = VoicesDeleteSampleErrors[keyof VoicesDeleteSampleErrors];

export type VoicesDeleteSampleResponses = {
    /**
     * The sample is deleted.
     */
    200: DeletedVoiceSampleResponse;
};

export type VoicesDeleteSampleResponse = VoicesDeleteSampleResponses[keyof VoicesDeleteSampleResponses];

export type VoicesGetSampleData = {
    body?: never;
    headers?: {
        /**
         * One range of bytes.
         */
        Range?: string;
        /**
         * The `ETag` of the audio that the range is of; the whole is answered when it is another one.
         */
        'If-Range'?: string;
        /**
         * The `ETag` of audio that need not be sent again.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/sample';
};

export type VoicesGetSampleErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `range_not_satisfiable`
     */
    416: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesGetSampleError = VoicesGetSampleErrors[keyof VoicesGetSampleErrors];

export type VoicesGetSampleResponses = {
    /**
     * The audio.
     */
    200: Blob | File;
    /**
     * A part of it.
     */
    206: Blob | File;
};

export type VoicesGetSampleResponse = VoicesGetSampleResponses[keyof VoicesGetSampleResponses];

export type VoicesReplaceSampleData = {
    body: VoicesReplaceSampleRequest;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/sample';
};

export type VoicesReplaceSampleErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `invalid_transition`, `storage_limit`
     */
    409: ApiError;
    /**
     * `audio_too_large`, `audio_too_long`, `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`, `voice_matching_not_installed`, `storage_low`
     */
    503: ApiError;
};

export type VoicesReplaceSampleError = VoicesReplaceSampleErrors[keyof VoicesReplaceSampleErrors];

export type VoicesReplaceSampleResponses = {
    /**
     * The voice; its training has started.
     */
    200: VoiceResponse;
};

export type VoicesReplaceSampleResponse = VoicesReplaceSampleResponses[keyof VoicesReplaceSampleResponses];

export type VoicesGetComparisonData = {
    body?: never;
    headers?: {
        /**
         * One range of bytes.
         */
        Range?: string;
        /**
         * The `ETag` of the audio that the range is of; the whole is answered when it is another one.
         */
        'If-Range'?: string;
        /**
         * The `ETag` of audio that need not be sent again.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/comparison';
};

export type VoicesGetComparisonErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `range_not_satisfiable`
     */
    416: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesGetComparisonError = VoicesGetComparisonErrors[keyof VoicesGetComparisonErrors];

export type VoicesGetComparisonResponses = {
    /**
     * The audio.
     */
    200: Blob | File;
    /**
     * A part of it.
     */
    206: Blob | File;
};

export type VoicesGetComparisonResponse = VoicesGetComparisonResponses[keyof VoicesGetComparisonResponses];

export type VoicesListUsesData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
    };
    url: '/v1/voices/{voice_id}/uses';
};

export type VoicesListUsesErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesListUsesError = VoicesListUsesErrors[keyof VoicesListUsesErrors];

export type VoicesListUsesResponses = {
    /**
     * One page.
     */
    200: VoiceUsePageResponse;
};

export type VoicesListUsesResponse = VoicesListUsesResponses[keyof VoicesListUsesResponses];

export type VoicesRemoveFavoriteData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/favorite';
};

export type VoicesRemoveFavoriteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesRemoveFavoriteError = VoicesRemoveFavoriteErrors[keyof VoicesRemoveFavoriteErrors];

export type VoicesRemoveFavoriteResponses = {
    /**
     * The voice is not a favorite.
     */
    200: FavoriteVoiceResponse;
};

export type VoicesRemoveFavoriteResponse = VoicesRemoveFavoriteResponses[keyof VoicesRemoveFavoriteResponses];

export type VoicesAddFavoriteData = {
    body?: never;
    path: {
        /**
         * Id of the voice.
         */
        voice_id: string;
    };
    query?: never;
    url: '/v1/voices/{voice_id}/favorite';
};

export type VoicesAddFavoriteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `voice_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type VoicesAddFavoriteError = VoicesAddFavoriteErrors[keyof VoicesAddFavoriteErrors];

export type VoicesAddFavoriteResponses = {
    /**
     * It is a favorite.
     */
    200: FavoriteVoiceResponse;
};

export type VoicesAddFavoriteResponse = VoicesAddFavoriteResponses[keyof VoicesAddFavoriteResponses];

export type EnginesListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/engines';
};

export type EnginesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type EnginesListError = EnginesListErrors[keyof EnginesListErrors];

export type EnginesListResponses = {
    /**
     * The engines.
     */
    200: EngineListResponse;
};

export type EnginesListResponse = EnginesListResponses[keyof EnginesListResponses];

export type LanguagesListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/languages';
};

export type LanguagesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type LanguagesListError = LanguagesListErrors[keyof LanguagesListErrors];

export type LanguagesListResponses = {
    /**
     * The languages.
     */
    200: LanguageListResponse;
};

export type LanguagesListResponse = LanguagesListResponses[keyof LanguagesListResponses];

export type ExamplesListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/examples';
};

export type ExamplesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ExamplesListError = ExamplesListErrors[keyof ExamplesListErrors];

export type ExamplesListResponses = {
    /**
     * Those of this installation.
     */
    200: ExampleListResponse;
};

export type ExamplesListResponse = ExamplesListResponses[keyof ExamplesListResponses];

export type ExamplesGetAudioData = {
    body?: never;
    headers?: {
        /**
         * One range of bytes.
         */
        Range?: string;
        /**
         * The `ETag` of the audio that the range is of; the whole is answered when it is another one.
         */
        'If-Range'?: string;
        /**
         * The `ETag` of audio that need not be sent again.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Id of the recording.
         */
        example_id: string;
    };
    query?: never;
    url: '/v1/examples/{example_id}/audio';
};

export type ExamplesGetAudioErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `not_found`
     */
    404: ApiError;
    /**
     * `range_not_satisfiable`
     */
    416: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ExamplesGetAudioError = ExamplesGetAudioErrors[keyof ExamplesGetAudioErrors];

export type ExamplesGetAudioResponses = {
    /**
     * The audio.
     */
    200: Blob | File;
    /**
     * A part of it.
     */
    206: Blob | File;
};

export type ExamplesGetAudioResponse = ExamplesGetAudioResponses[keyof ExamplesGetAudioResponses];

export type ExamplesGetTranscriptData = {
    body?: never;
    path: {
        /**
         * Id of the recording.
         */
        example_id: string;
    };
    query?: never;
    url: '/v1/examples/{example_id}/transcript';
};

export type ExamplesGetTranscriptErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ExamplesGetTranscriptError = ExamplesGetTranscriptErrors[keyof ExamplesGetTranscriptErrors];

export type ExamplesGetTranscriptResponses = {
    /**
     * The transcript.
     */
    200: ExampleTranscriptResponse;
};

export type ExamplesGetTranscriptResponse = ExamplesGetTranscriptResponses[keyof ExamplesGetTranscriptResponses];

export type KeyTermListsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/key-term-lists';
};

export type KeyTermListsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type KeyTermListsListError = KeyTermListsListErrors[keyof KeyTermListsListErrors];

export type KeyTermListsListResponses = {
    /**
     * All of them, by name.
     */
    200: KeyTermListsResponse;
};

export type KeyTermListsListResponse = KeyTermListsListResponses[keyof KeyTermListsListResponses];

export type KeyTermListsCreateData = {
    body: KeyTermListsCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/key-term-lists';
};

export type KeyTermListsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `key_term_list_limit`, `key_term_list_exists`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type KeyTermListsCreateError = KeyTermListsCreateErrors[keyof KeyTermListsCreateErrors];

export type KeyTermListsCreateResponses = {
    /**
     * The list.
     */
    201: KeyTermListResponse;
};

export type KeyTermListsCreateResponse = KeyTermListsCreateResponses[keyof KeyTermListsCreateResponses];

export type KeyTermListsDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the list.
         */
        list_id: string;
    };
    query?: never;
    url: '/v1/key-term-lists/{list_id}';
};

export type KeyTermListsDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `key_term_list_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type KeyTermListsDeleteError = KeyTermListsDeleteErrors[keyof KeyTermListsDeleteErrors];

export type KeyTermListsDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedKeyTermListResponse;
};

export type KeyTermListsDeleteResponse = KeyTermListsDeleteResponses[keyof KeyTermListsDeleteResponses];

export type KeyTermListsGetData = {
    body?: never;
    path: {
        /**
         * Id of the list.
         */
        list_id: string;
    };
    query?: never;
    url: '/v1/key-term-lists/{list_id}';
};

export type KeyTermListsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `key_term_list_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type KeyTermListsGetError = KeyTermListsGetErrors[keyof KeyTermListsGetErrors];

export type KeyTermListsGetResponses = {
    /**
     * The list.
     */
    200: KeyTermListResponse;
};

export type KeyTermListsGetResponse = KeyTermListsGetResponses[keyof KeyTermListsGetResponses];

export type KeyTermListsUpdateData = {
    body: KeyTermListsUpdateRequest;
    path: {
        /**
         * Id of the list.
         */
        list_id: string;
    };
    query?: never;
    url: '/v1/key-term-lists/{list_id}';
};

export type KeyTermListsUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `key_term_list_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `key_term_list_exists`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type KeyTermListsUpdateError = KeyTermListsUpdateErrors[keyof KeyTermListsUpdateErrors];

export type KeyTermListsUpdateResponses = {
    /**
     * The list.
     */
    200: KeyTermListResponse;
};

export type KeyTermListsUpdateResponse = KeyTermListsUpdateResponses[keyof KeyTermListsUpdateResponses];

export type PronunciationDictionariesListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/pronunciation-dictionaries';
};

export type PronunciationDictionariesListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PronunciationDictionariesListError = PronunciationDictionariesListErrors[keyof PronunciationDictionariesListErrors];

export type PronunciationDictionariesListResponses = {
    /**
     * All of them, the newest first.
     */
    200: PronunciationDictionariesResponse;
};

export type PronunciationDictionariesListResponse = PronunciationDictionariesListResponses[keyof PronunciationDictionariesListResponses];

export type PronunciationDictionariesCreateData = {
    body: PronunciationDictionariesCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/pronunciation-dictionaries';
};

export type PronunciationDictionariesCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `pronunciation_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PronunciationDictionariesCreateError = PronunciationDictionariesCreateErrors[keyof PronunciationDictionariesCreateErrors];

export type PronunciationDictionariesCreateResponses = {
    /**
     * The dictionary.
     */
    201: PronunciationDictionaryResponse;
};

export type PronunciationDictionariesCreateResponse = PronunciationDictionariesCreateResponses[keyof PronunciationDictionariesCreateResponses];

export type PronunciationDictionariesDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the dictionary.
         */
        dictionary_id: string;
    };
    query?: never;
    url: '/v1/pronunciation-dictionaries/{dictionary_id}';
};

export type PronunciationDictionariesDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `pronunciation_dictionary_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PronunciationDictionariesDeleteError = PronunciationDictionariesDeleteErrors[keyof PronunciationDictionariesDeleteErrors];

export type PronunciationDictionariesDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedPronunciationDictionaryResponse;
};

export type PronunciationDictionariesDeleteResponse = PronunciationDictionariesDeleteResponses[keyof PronunciationDictionariesDeleteResponses];

export type PronunciationDictionariesGetData = {
    body?: never;
    path: {
        /**
         * Id of the dictionary.
         */
        dictionary_id: string;
    };
    query?: never;
    url: '/v1/pronunciation-dictionaries/{dictionary_id}';
};

export type PronunciationDictionariesGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `pronunciation_dictionary_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PronunciationDictionariesGetError = PronunciationDictionariesGetErrors[keyof PronunciationDictionariesGetErrors];

export type PronunciationDictionariesGetResponses = {
    /**
     * The dictionary.
     */
    200: PronunciationDictionaryResponse;
};

export type PronunciationDictionariesGetResponse = PronunciationDictionariesGetResponses[keyof PronunciationDictionariesGetResponses];

export type PronunciationDictionariesUpdateData = {
    body: PronunciationDictionariesUpdateRequest;
    path: {
        /**
         * Id of the dictionary.
         */
        dictionary_id: string;
    };
    query?: never;
    url: '/v1/pronunciation-dictionaries/{dictionary_id}';
};

export type PronunciationDictionariesUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `pronunciation_dictionary_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `pronunciation_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PronunciationDictionariesUpdateError = PronunciationDictionariesUpdateErrors[keyof PronunciationDictionariesUpdateErrors];

export type PronunciationDictionariesUpdateResponses = {
    /**
     * The dictionary.
     */
    200: PronunciationDictionaryResponse;
};

export type PronunciationDictionariesUpdateResponse = PronunciationDictionariesUpdateResponses[keyof PronunciationDictionariesUpdateResponses];

export type DocumentsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
    };
    url: '/v1/documents';
};

export type DocumentsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsListError = DocumentsListErrors[keyof DocumentsListErrors];

export type DocumentsListResponses = {
    /**
     * One page.
     */
    200: DocumentPageResponse;
};

export type DocumentsListResponse = DocumentsListResponses[keyof DocumentsListResponses];

export type DocumentsCreateData = {
    body: DocumentsCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/documents';
};

export type DocumentsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `document_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsCreateError = DocumentsCreateErrors[keyof DocumentsCreateErrors];

export type DocumentsCreateResponses = {
    /**
     * The document.
     */
    201: DocumentResponse;
};

export type DocumentsCreateResponse = DocumentsCreateResponses[keyof DocumentsCreateResponses];

export type DocumentsDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}';
};

export type DocumentsDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsDeleteError = DocumentsDeleteErrors[keyof DocumentsDeleteErrors];

export type DocumentsDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedDocumentResponse;
};

export type DocumentsDeleteResponse = DocumentsDeleteResponses[keyof DocumentsDeleteResponses];

export type DocumentsGetData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: {
        /**
         * `false`: without the chapters, to see how far speaking has come.
         */
        text?: boolean;
    };
    url: '/v1/documents/{document_id}';
};

export type DocumentsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsGetError = DocumentsGetErrors[keyof DocumentsGetErrors];

export type DocumentsGetResponses = {
    /**
     * The document.
     */
    200: DocumentResponse;
};

export type DocumentsGetResponse = DocumentsGetResponses[keyof DocumentsGetResponses];

export type DocumentsUpdateData = {
    body: DocumentsUpdateRequest;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}';
};

export type DocumentsUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsUpdateError = DocumentsUpdateErrors[keyof DocumentsUpdateErrors];

export type DocumentsUpdateResponses = {
    /**
     * The document.
     */
    200: DocumentResponse;
};

export type DocumentsUpdateResponse = DocumentsUpdateResponses[keyof DocumentsUpdateResponses];

export type DocumentsUpdateParagraphData = {
    body: DocumentsUpdateParagraphRequest;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
        /**
         * Id of the paragraph.
         */
        paragraph_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/paragraphs/{paragraph_id}';
};

export type DocumentsUpdateParagraphErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `paragraph_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsUpdateParagraphError = DocumentsUpdateParagraphErrors[keyof DocumentsUpdateParagraphErrors];

export type DocumentsUpdateParagraphResponses = {
    /**
     * The document, without its chapters.
     */
    200: DocumentResponse;
};

export type DocumentsUpdateParagraphResponse = DocumentsUpdateParagraphResponses[keyof DocumentsUpdateParagraphResponses];

export type DocumentsSpeakData = {
    body?: DocumentsSpeakRequest;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/speak';
};

export type DocumentsSpeakErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `insufficient_credits`, `monthly_limit_exceeded`
     */
    402: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `paragraph_not_found`, `voice_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `voice_not_ready`, `voice_outdated`, `storage_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsSpeakError = DocumentsSpeakErrors[keyof DocumentsSpeakErrors];

export type DocumentsSpeakResponses = {
    /**
     * What was submitted.
     */
    202: SubmittedParagraphsResponse;
};

export type DocumentsSpeakResponse = DocumentsSpeakResponses[keyof DocumentsSpeakResponses];

export type DocumentsCancelData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/cancel';
};

export type DocumentsCancelErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsCancelError = DocumentsCancelErrors[keyof DocumentsCancelErrors];

export type DocumentsCancelResponses = {
    /**
     * What was cancelled.
     */
    200: CancelledParagraphsResponse;
};

export type DocumentsCancelResponse = DocumentsCancelResponses[keyof DocumentsCancelResponses];

export type DocumentsGetEstimateData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/estimate';
};

export type DocumentsGetEstimateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `voice_not_found`
     */
    404: ApiError;
    /**
     * `voice_not_ready`, `voice_outdated`
     */
    409: ApiError;
    /**
     * `audio_too_long`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsGetEstimateError = DocumentsGetEstimateErrors[keyof DocumentsGetEstimateErrors];

export type DocumentsGetEstimateResponses = {
    /**
     * The prices.
     */
    200: DocumentEstimateResponse;
};

export type DocumentsGetEstimateResponse = DocumentsGetEstimateResponses[keyof DocumentsGetEstimateResponses];

export type DocumentsListExportsData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/exports';
};

export type DocumentsListExportsErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsListExportsError = DocumentsListExportsErrors[keyof DocumentsListExportsErrors];

export type DocumentsListExportsResponses = {
    /**
     * All of them, the newest first.
     */
    200: DocumentExportsResponse;
};

export type DocumentsListExportsResponse = DocumentsListExportsResponses[keyof DocumentsListExportsResponses];

export type DocumentsCreateExportData = {
    body: DocumentsCreateExportRequest;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/exports';
};

export type DocumentsCreateExportErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `chapter_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `document_not_spoken`, `storage_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `concurrency_limited`, `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsCreateExportError = DocumentsCreateExportErrors[keyof DocumentsCreateExportErrors];

export type DocumentsCreateExportResponses = {
    /**
     * The export.
     */
    202: DocumentExportResponse;
};

export type DocumentsCreateExportResponse = DocumentsCreateExportResponses[keyof DocumentsCreateExportResponses];

export type DocumentsGetExportData = {
    body?: never;
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
        /**
         * Id of the export.
         */
        export_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/exports/{export_id}';
};

export type DocumentsGetExportErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `export_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsGetExportError = DocumentsGetExportErrors[keyof DocumentsGetExportErrors];

export type DocumentsGetExportResponses = {
    /**
     * The export.
     */
    200: DocumentExportResponse;
};

export type DocumentsGetExportResponse = DocumentsGetExportResponses[keyof DocumentsGetExportResponses];

export type DocumentsGetExportAudioData = {
    body?: never;
    headers?: {
        /**
         * One range of bytes.
         */
        Range?: string;
        /**
         * The `ETag` of the audio that the range is of; the whole is answered when it is another one.
         */
        'If-Range'?: string;
        /**
         * The `ETag` of audio that need not be sent again.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Id of the document.
         */
        document_id: string;
        /**
         * Id of the export.
         */
        export_id: string;
    };
    query?: never;
    url: '/v1/documents/{document_id}/exports/{export_id}/audio';
};

export type DocumentsGetExportAudioErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `document_not_found`, `export_not_found`, `not_found`
     */
    404: ApiError;
    /**
     * `result_not_ready`
     */
    409: ApiError;
    /**
     * `range_not_satisfiable`
     */
    416: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DocumentsGetExportAudioError = DocumentsGetExportAudioErrors[keyof DocumentsGetExportAudioErrors];

export type DocumentsGetExportAudioResponses = {
    /**
     * The audio.
     */
    200: Blob | File;
    /**
     * A part of it.
     */
    206: Blob | File;
};

export type DocumentsGetExportAudioResponse = DocumentsGetExportAudioResponses[keyof DocumentsGetExportAudioResponses];

export type AccountGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me';
};

export type AccountGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type AccountGetError = AccountGetErrors[keyof AccountGetErrors];

export type AccountGetResponses = {
    /**
     * The profile.
     */
    200: UserProfileResponse;
};

export type AccountGetResponse = AccountGetResponses[keyof AccountGetResponses];

export type AccountUpdateData = {
    body: AccountUpdateRequest;
    path?: never;
    query?: never;
    url: '/v1/users/me';
};

export type AccountUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type AccountUpdateError = AccountUpdateErrors[keyof AccountUpdateErrors];

export type AccountUpdateResponses = {
    /**
     * The profile.
     */
    200: UserProfileResponse;
};

export type AccountUpdateResponse = AccountUpdateResponses[keyof AccountUpdateResponses];

export type AccountCloseData = {
    body: AccountCloseRequest;
    path?: never;
    query?: never;
    url: '/v1/users/me/close';
};

export type AccountCloseErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `account_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `confirmation_mismatch`, `last_admin`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type AccountCloseError = AccountCloseErrors[keyof AccountCloseErrors];

export type AccountCloseResponses = {
    /**
     * It is closed.
     */
    200: ClosedAccountResponse;
};

export type AccountCloseResponse = AccountCloseResponses[keyof AccountCloseResponses];

export type SessionsDeleteAllData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me/sessions';
};

export type SessionsDeleteAllErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SessionsDeleteAllError = SessionsDeleteAllErrors[keyof SessionsDeleteAllErrors];

export type SessionsDeleteAllResponses = {
    /**
     * All are signed out.
     */
    200: EndedSessionsResponse;
};

export type SessionsDeleteAllResponse = SessionsDeleteAllResponses[keyof SessionsDeleteAllResponses];

export type SessionsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
    };
    url: '/v1/users/me/sessions';
};

export type SessionsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SessionsListError = SessionsListErrors[keyof SessionsListErrors];

export type SessionsListResponses = {
    /**
     * One page.
     */
    200: SessionPageResponse;
};

export type SessionsListResponse = SessionsListResponses[keyof SessionsListResponses];

export type SessionsDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the session.
         */
        session_id: string;
    };
    query?: never;
    url: '/v1/users/me/sessions/{session_id}';
};

export type SessionsDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `session_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SessionsDeleteError = SessionsDeleteErrors[keyof SessionsDeleteErrors];

export type SessionsDeleteResponses = {
    /**
     * It is signed out.
     */
    200: EndedSessionResponse;
};

export type SessionsDeleteResponse = SessionsDeleteResponses[keyof SessionsDeleteResponses];

export type AccountExportData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me/export';
};

export type AccountExportErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type AccountExportError = AccountExportErrors[keyof AccountExportErrors];

export type AccountExportResponses = {
    /**
     * The data.
     */
    200: AccountExport;
};

export type AccountExportResponse = AccountExportResponses[keyof AccountExportResponses];

export type ChecklistHideData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me/checklist';
};

export type ChecklistHideErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ChecklistHideError = ChecklistHideErrors[keyof ChecklistHideErrors];

export type ChecklistHideResponses = {
    /**
     * The checklist, which is hidden.
     */
    200: ChecklistResponse;
};

export type ChecklistHideResponse = ChecklistHideResponses[keyof ChecklistHideResponses];

export type ChecklistGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me/checklist';
};

export type ChecklistGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ChecklistGetError = ChecklistGetErrors[keyof ChecklistGetErrors];

export type ChecklistGetResponses = {
    /**
     * The checklist.
     */
    200: ChecklistResponse;
};

export type ChecklistGetResponse = ChecklistGetResponses[keyof ChecklistGetResponses];

export type AccountGetLimitsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/users/me/limits';
};

export type AccountGetLimitsErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type AccountGetLimitsError = AccountGetLimitsErrors[keyof AccountGetLimitsErrors];

export type AccountGetLimitsResponses = {
    /**
     * The limits and languages of this installation.
     */
    200: AccountLimitsResponse;
};

export type AccountGetLimitsResponse = AccountGetLimitsResponses[keyof AccountGetLimitsResponses];

export type LiveTokensCreateData = {
    body?: LiveTokensCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/live/tokens';
};

export type LiveTokensCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type LiveTokensCreateError = LiveTokensCreateErrors[keyof LiveTokensCreateErrors];

export type LiveTokensCreateResponses = {
    /**
     * The token.
     */
    201: LiveTokenResponse;
};

export type LiveTokensCreateResponse = LiveTokensCreateResponses[keyof LiveTokensCreateResponses];

export type ApiKeysListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * `revoked` are all that do not work any more.
         */
        status?: 'live' | 'revoked';
    };
    url: '/v1/api-keys';
};

export type ApiKeysListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ApiKeysListError = ApiKeysListErrors[keyof ApiKeysListErrors];

export type ApiKeysListResponses = {
    /**
     * One page.
     */
    200: ApiKeyPageResponse;
};

export type ApiKeysListResponse = ApiKeysListResponses[keyof ApiKeysListResponses];

export type ApiKeysCreateData = {
    body: ApiKeysCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/api-keys';
};

export type ApiKeysCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `api_key_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ApiKeysCreateError = ApiKeysCreateErrors[keyof ApiKeysCreateErrors];

export type ApiKeysCreateResponses = {
    /**
     * The key.
     */
    201: CreatedApiKeyResponse;
};

export type ApiKeysCreateResponse = ApiKeysCreateResponses[keyof ApiKeysCreateResponses];

export type ApiKeysRevokeData = {
    body?: never;
    path: {
        /**
         * Id of the key.
         */
        api_key_id: string;
    };
    query?: {
        /**
         * `true` also revokes all keys that were made with this one, directly or through others.
         */
        descendants?: 'true' | 'false';
    };
    url: '/v1/api-keys/{api_key_id}';
};

export type ApiKeysRevokeErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `api_key_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ApiKeysRevokeError = ApiKeysRevokeErrors[keyof ApiKeysRevokeErrors];

export type ApiKeysRevokeResponses = {
    /**
     * The key is revoked.
     */
    200: RevokedApiKeyResponse;
};

export type ApiKeysRevokeResponse = ApiKeysRevokeResponses[keyof ApiKeysRevokeResponses];

export type ApiKeysUpdateData = {
    body: ApiKeysUpdateRequest;
    path: {
        /**
         * Id of the key.
         */
        api_key_id: string;
    };
    query?: never;
    url: '/v1/api-keys/{api_key_id}';
};

export type ApiKeysUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `api_key_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ApiKeysUpdateError = ApiKeysUpdateErrors[keyof ApiKeysUpdateErrors];

export type ApiKeysUpdateResponses = {
    /**
     * The key.
     */
    200: ApiKeyResponse;
};

export type ApiKeysUpdateResponse = ApiKeysUpdateResponses[keyof ApiKeysUpdateResponses];

export type ApiKeysRotateData = {
    body: ApiKeysRotateRequest;
    path: {
        /**
         * Id of the key.
         */
        api_key_id: string;
    };
    query?: never;
    url: '/v1/api-keys/{api_key_id}/rotate';
};

export type ApiKeysRotateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `api_key_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `invalid_transition`, `api_key_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ApiKeysRotateError = ApiKeysRotateErrors[keyof ApiKeysRotateErrors];

export type ApiKeysRotateResponses = {
    /**
     * The new key.
     */
    201: RotatedApiKeyResponse;
};

export type ApiKeysRotateResponse = ApiKeysRotateResponses[keyof ApiKeysRotateResponses];

export type DeviceAuthorizationsCreateData = {
    body: DeviceAuthorizationsCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/device-authorizations';
};

export type DeviceAuthorizationsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `sign_in_not_configured`, `unavailable`
     */
    503: ApiError;
};

export type DeviceAuthorizationsCreateError = DeviceAuthorizationsCreateErrors[keyof DeviceAuthorizationsCreateErrors];

export type DeviceAuthorizationsCreateResponses = {
    /**
     * The codes.
     */
    201: StartedDeviceAuthorizationResponse;
};

export type DeviceAuthorizationsCreateResponse = DeviceAuthorizationsCreateResponses[keyof DeviceAuthorizationsCreateResponses];

export type DeviceAuthorizationsRedeemData = {
    body: DeviceAuthorizationsRedeemRequest;
    path?: never;
    query?: never;
    url: '/v1/device-authorizations/redeem';
};

export type DeviceAuthorizationsRedeemErrors = {
    /**
     * `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `malformed_request`
     */
    400: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `api_key_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DeviceAuthorizationsRedeemError = DeviceAuthorizationsRedeemErrors[keyof DeviceAuthorizationsRedeemErrors];

export type DeviceAuthorizationsRedeemResponses = {
    /**
     * The key.
     */
    201: CreatedApiKeyResponse;
};

export type DeviceAuthorizationsRedeemResponse = DeviceAuthorizationsRedeemResponses[keyof DeviceAuthorizationsRedeemResponses];

export type DeviceAuthorizationsGetData = {
    body?: never;
    path: {
        /**
         * The code that the program shows, in any case, with or without its hyphen.
         */
        user_code: string;
    };
    query?: never;
    url: '/v1/device-authorizations/{user_code}';
};

export type DeviceAuthorizationsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `user_code_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DeviceAuthorizationsGetError = DeviceAuthorizationsGetErrors[keyof DeviceAuthorizationsGetErrors];

export type DeviceAuthorizationsGetResponses = {
    /**
     * What it asks for.
     */
    200: DeviceAuthorizationResponse;
};

export type DeviceAuthorizationsGetResponse = DeviceAuthorizationsGetResponses[keyof DeviceAuthorizationsGetResponses];

export type DeviceAuthorizationsApproveData = {
    body?: never;
    path: {
        /**
         * The code that the program shows, in any case, with or without its hyphen.
         */
        user_code: string;
    };
    query?: never;
    url: '/v1/device-authorizations/{user_code}/approve';
};

export type DeviceAuthorizationsApproveErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `user_code_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DeviceAuthorizationsApproveError = DeviceAuthorizationsApproveErrors[keyof DeviceAuthorizationsApproveErrors];

export type DeviceAuthorizationsApproveResponses = {
    /**
     * The program can fetch its key.
     */
    200: DeviceAuthorizationResponse;
};

export type DeviceAuthorizationsApproveResponse = DeviceAuthorizationsApproveResponses[keyof DeviceAuthorizationsApproveResponses];

export type DeviceAuthorizationsDenyData = {
    body?: never;
    path: {
        /**
         * The code that the program shows, in any case, with or without its hyphen.
         */
        user_code: string;
    };
    query?: never;
    url: '/v1/device-authorizations/{user_code}/deny';
};

export type DeviceAuthorizationsDenyErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `user_code_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type DeviceAuthorizationsDenyError = DeviceAuthorizationsDenyErrors[keyof DeviceAuthorizationsDenyErrors];

export type DeviceAuthorizationsDenyResponses = {
    /**
     * The program is told so.
     */
    200: DeviceAuthorizationResponse;
};

export type DeviceAuthorizationsDenyResponse = DeviceAuthorizationsDenyResponses[keyof DeviceAuthorizationsDenyResponses];

export type WebhookEndpointsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/webhook-endpoints';
};

export type WebhookEndpointsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsListError = WebhookEndpointsListErrors[keyof WebhookEndpointsListErrors];

export type WebhookEndpointsListResponses = {
    /**
     * All of them.
     */
    200: WebhookEndpointListResponse;
};

export type WebhookEndpointsListResponse = WebhookEndpointsListResponses[keyof WebhookEndpointsListResponses];

export type WebhookEndpointsCreateData = {
    body: WebhookEndpointsCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/webhook-endpoints';
};

export type WebhookEndpointsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `webhook_endpoint_limit`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsCreateError = WebhookEndpointsCreateErrors[keyof WebhookEndpointsCreateErrors];

export type WebhookEndpointsCreateResponses = {
    /**
     * The endpoint.
     */
    201: CreatedWebhookEndpointResponse;
};

export type WebhookEndpointsCreateResponse = WebhookEndpointsCreateResponses[keyof WebhookEndpointsCreateResponses];

export type WebhookEndpointsDeleteData = {
    body?: never;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{endpoint_id}';
};

export type WebhookEndpointsDeleteErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsDeleteError = WebhookEndpointsDeleteErrors[keyof WebhookEndpointsDeleteErrors];

export type WebhookEndpointsDeleteResponses = {
    /**
     * It is deleted.
     */
    200: DeletedWebhookEndpointResponse;
};

export type WebhookEndpointsDeleteResponse = WebhookEndpointsDeleteResponses[keyof WebhookEndpointsDeleteResponses];

export type WebhookEndpointsGetData = {
    body?: never;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{endpoint_id}';
};

export type WebhookEndpointsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsGetError = WebhookEndpointsGetErrors[keyof WebhookEndpointsGetErrors];

export type WebhookEndpointsGetResponses = {
    /**
     * The endpoint.
     */
    200: WebhookEndpointResponse;
};

export type WebhookEndpointsGetResponse = WebhookEndpointsGetResponses[keyof WebhookEndpointsGetResponses];

export type WebhookEndpointsUpdateData = {
    body: WebhookEndpointsUpdateRequest;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{endpoint_id}';
};

export type WebhookEndpointsUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsUpdateError = WebhookEndpointsUpdateErrors[keyof WebhookEndpointsUpdateErrors];

export type WebhookEndpointsUpdateResponses = {
    /**
     * The endpoint.
     */
    200: WebhookEndpointResponse;
};

export type WebhookEndpointsUpdateResponse = WebhookEndpointsUpdateResponses[keyof WebhookEndpointsUpdateResponses];

export type WebhookEndpointsRotateData = {
    body: WebhookEndpointsRotateRequest;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{endpoint_id}/rotate';
};

export type WebhookEndpointsRotateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsRotateError = WebhookEndpointsRotateErrors[keyof WebhookEndpointsRotateErrors];

export type WebhookEndpointsRotateResponses = {
    /**
     * The new secret.
     */
    201: RotatedWebhookSecretResponse;
};

export type WebhookEndpointsRotateResponse = WebhookEndpointsRotateResponses[keyof WebhookEndpointsRotateResponses];

export type WebhookSecretGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/webhook-secret';
};

export type WebhookSecretGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookSecretGetError = WebhookSecretGetErrors[keyof WebhookSecretGetErrors];

export type WebhookSecretGetResponses = {
    /**
     * The secret.
     */
    200: WebhookSecretResponse;
};

export type WebhookSecretGetResponse = WebhookSecretGetResponses[keyof WebhookSecretGetResponses];

export type WebhookEndpointsListDeliveriesData = {
    body?: never;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * All when absent.
         */
        status?: 'waiting' | 'pending' | 'delivered' | 'failed';
    };
    url: '/v1/webhook-endpoints/{endpoint_id}/deliveries';
};

export type WebhookEndpointsListDeliveriesErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsListDeliveriesError = WebhookEndpointsListDeliveriesErrors[keyof WebhookEndpointsListDeliveriesErrors];

export type WebhookEndpointsListDeliveriesResponses = {
    /**
     * One page.
     */
    200: WebhookDeliveryPageResponse;
};

export type WebhookEndpointsListDeliveriesResponse = WebhookEndpointsListDeliveriesResponses[keyof WebhookEndpointsListDeliveriesResponses];

export type WebhookEndpointsTestData = {
    body?: never;
    path: {
        /**
         * Id of the webhook endpoint.
         */
        endpoint_id: string;
    };
    query?: never;
    url: '/v1/webhook-endpoints/{endpoint_id}/test';
};

export type WebhookEndpointsTestErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_endpoint_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookEndpointsTestError = WebhookEndpointsTestErrors[keyof WebhookEndpointsTestErrors];

export type WebhookEndpointsTestResponses = {
    /**
     * The call is about to be made.
     */
    202: WebhookDeliveryResponse;
};

export type WebhookEndpointsTestResponse = WebhookEndpointsTestResponses[keyof WebhookEndpointsTestResponses];

export type WebhookDeliveriesRetryData = {
    body?: never;
    path: {
        /**
         * Id of the call.
         */
        delivery_id: string;
    };
    query?: never;
    url: '/v1/webhook-deliveries/{delivery_id}/retry';
};

export type WebhookDeliveriesRetryErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `webhook_delivery_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type WebhookDeliveriesRetryError = WebhookDeliveriesRetryErrors[keyof WebhookDeliveriesRetryErrors];

export type WebhookDeliveriesRetryResponses = {
    /**
     * The call is about to be made.
     */
    202: WebhookDeliveryResponse;
};

export type WebhookDeliveriesRetryResponse = WebhookDeliveriesRetryResponses[keyof WebhookDeliveriesRetryResponses];

export type FeedbackListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * `tts` for spoken texts, `asr` for transcribed recordings.
         */
        request_type?: 'tts' | 'asr';
        /**
         * Only what was said about this request.
         */
        request_id?: string;
    };
    url: '/v1/feedback';
};

export type FeedbackListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type FeedbackListError = FeedbackListErrors[keyof FeedbackListErrors];

export type FeedbackListResponses = {
    /**
     * One page.
     */
    200: FeedbackPageResponse;
};

export type FeedbackListResponse = FeedbackListResponses[keyof FeedbackListResponses];

export type FeedbackCreateData = {
    body: FeedbackCreateRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/feedback';
};

export type FeedbackCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type FeedbackCreateError = FeedbackCreateErrors[keyof FeedbackCreateErrors];

export type FeedbackCreateResponses = {
    /**
     * The feedback is stored.
     */
    201: CreatedFeedbackResponse;
};

export type FeedbackCreateResponse = FeedbackCreateResponses[keyof FeedbackCreateResponses];

export type ContactSubmissionsCreateData = {
    body: ContactSubmissionsCreateRequest;
    path?: never;
    query?: never;
    url: '/v1/contact-submissions';
};

export type ContactSubmissionsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type ContactSubmissionsCreateError = ContactSubmissionsCreateErrors[keyof ContactSubmissionsCreateErrors];

export type ContactSubmissionsCreateResponses = {
    /**
     * A ticket with the status `new`.
     */
    201: CreatedContactSubmissionResponse;
};

export type ContactSubmissionsCreateResponse = ContactSubmissionsCreateResponses[keyof ContactSubmissionsCreateResponses];

export type PlansListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/plans';
};

export type PlansListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PlansListError = PlansListErrors[keyof PlansListErrors];

export type PlansListResponses = {
    /**
     * All that are offered.
     */
    200: PlanListResponse;
};

export type PlansListResponse = PlansListResponses[keyof PlansListResponses];

export type PricingGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/pricing.json';
};

export type PricingGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PricingGetError = PricingGetErrors[keyof PricingGetErrors];

export type PricingGetResponses = {
    /**
     * All that are offered.
     */
    200: PlanList;
};

export type PricingGetResponse = PricingGetResponses[keyof PricingGetResponses];

export type SubscriptionsCreateData = {
    body: SubscriptionsCreateRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/subscriptions';
};

export type SubscriptionsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `plan_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `plan_not_purchasable`, `subscription_exists`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `payment_provider_error`
     */
    502: ApiError;
    /**
     * `payments_not_configured`, `unavailable`
     */
    503: ApiError;
};

export type SubscriptionsCreateError = SubscriptionsCreateErrors[keyof SubscriptionsCreateErrors];

export type SubscriptionsCreateResponses = {
    /**
     * The existing open order.
     */
    200: SubscriptionCheckoutResponse;
    /**
     * The new order.
     */
    201: SubscriptionCheckoutResponse;
};

export type SubscriptionsCreateResponse = SubscriptionsCreateResponses[keyof SubscriptionsCreateResponses];

export type SubscriptionsGetPreviewData = {
    body?: never;
    path?: never;
    query: {
        /**
         * Id of the plan.
         */
        plan_id: string;
    };
    url: '/v1/subscriptions/preview';
};

export type SubscriptionsGetPreviewErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `plan_not_found`
     */
    404: ApiError;
    /**
     * `plan_not_purchasable`, `subscription_exists`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SubscriptionsGetPreviewError = SubscriptionsGetPreviewErrors[keyof SubscriptionsGetPreviewErrors];

export type SubscriptionsGetPreviewResponses = {
    /**
     * What would happen.
     */
    200: SubscriptionPreviewResponse;
};

export type SubscriptionsGetPreviewResponse = SubscriptionsGetPreviewResponses[keyof SubscriptionsGetPreviewResponses];

export type SubscriptionsCancelCurrentData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/subscriptions/current';
};

export type SubscriptionsCancelCurrentErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `subscription_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SubscriptionsCancelCurrentError = SubscriptionsCancelCurrentErrors[keyof SubscriptionsCancelCurrentErrors];

export type SubscriptionsCancelCurrentResponses = {
    /**
     * The subscription is cancelled.
     */
    200: SubscriptionResponse;
};

export type SubscriptionsCancelCurrentResponse = SubscriptionsCancelCurrentResponses[keyof SubscriptionsCancelCurrentResponses];

export type SubscriptionsGetCurrentData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/subscriptions/current';
};

export type SubscriptionsGetCurrentErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `subscription_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type SubscriptionsGetCurrentError = SubscriptionsGetCurrentErrors[keyof SubscriptionsGetCurrentErrors];

export type SubscriptionsGetCurrentResponses = {
    /**
     * It is active, past due, or cancelled and still running.
     */
    200: SubscriptionResponse;
};

export type SubscriptionsGetCurrentResponse = SubscriptionsGetCurrentResponses[keyof SubscriptionsGetCurrentResponses];

export type TopUpsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/top-ups';
};

export type TopUpsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type TopUpsListError = TopUpsListErrors[keyof TopUpsListErrors];

export type TopUpsListResponses = {
    /**
     * All that are offered.
     */
    200: TopUpPackListResponse;
};

export type TopUpsListResponse = TopUpsListResponses[keyof TopUpsListResponses];

export type TopUpsCreateData = {
    body: TopUpsCreateRequest;
    headers?: {
        /**
         * A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/top-ups';
};

export type TopUpsCreateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `pack_not_found`
     */
    404: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `credits_limit`, `idempotency_in_progress`
     */
    409: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `payment_provider_error`
     */
    502: ApiError;
    /**
     * `payments_not_configured`, `unavailable`
     */
    503: ApiError;
};

export type TopUpsCreateError = TopUpsCreateErrors[keyof TopUpsCreateErrors];

export type TopUpsCreateResponses = {
    /**
     * The existing open order.
     */
    200: SubscriptionCheckoutResponse;
    /**
     * The new order.
     */
    201: SubscriptionCheckoutResponse;
};

export type TopUpsCreateResponse = TopUpsCreateResponses[keyof TopUpsCreateResponses];

export type PaymentsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * The first day.
         */
        from?: string;
        /**
         * The last day.
         */
        to?: string;
        /**
         * Minutes by which the clock of these days is ahead of UTC.
         */
        utc_offset?: number;
    };
    url: '/v1/payments';
};

export type PaymentsListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PaymentsListError = PaymentsListErrors[keyof PaymentsListErrors];

export type PaymentsListResponses = {
    /**
     * One page.
     */
    200: PaymentPageResponse;
};

export type PaymentsListResponse = PaymentsListResponses[keyof PaymentsListResponses];

export type PaymentsGetReceiptData = {
    body?: never;
    path: {
        /**
         * Id of the order at the payment provider.
         */
        payments_order_id: string;
    };
    query?: never;
    url: '/v1/payments/{payments_order_id}/receipt';
};

export type PaymentsGetReceiptErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `payment_not_found`
     */
    404: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type PaymentsGetReceiptError = PaymentsGetReceiptErrors[keyof PaymentsGetReceiptErrors];

export type PaymentsGetReceiptResponses = {
    /**
     * The receipt.
     */
    200: Blob | File;
};

export type PaymentsGetReceiptResponse = PaymentsGetReceiptResponses[keyof PaymentsGetReceiptResponses];

export type OrdersListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/orders';
};

export type OrdersListErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type OrdersListError = OrdersListErrors[keyof OrdersListErrors];

export type OrdersListResponses = {
    /**
     * All of them: at most one for each plan and pack.
     */
    200: OpenOrderListResponse;
};

export type OrdersListResponse = OrdersListResponses[keyof OrdersListResponses];

export type OrdersCancelData = {
    body?: never;
    path: {
        /**
         * Id of the order at the payment provider.
         */
        payments_order_id: string;
    };
    query?: never;
    url: '/v1/orders/{payments_order_id}';
};

export type OrdersCancelErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `payment_not_found`
     */
    404: ApiError;
    /**
     * `invalid_transition`
     */
    409: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type OrdersCancelError = OrdersCancelErrors[keyof OrdersCancelErrors];

export type OrdersCancelResponses = {
    /**
     * The order is cancelled.
     */
    200: CancelledOrderResponse;
};

export type OrdersCancelResponse = OrdersCancelResponses[keyof OrdersCancelResponses];

export type BillingDetailsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/billing-details';
};

export type BillingDetailsGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BillingDetailsGetError = BillingDetailsGetErrors[keyof BillingDetailsGetErrors];

export type BillingDetailsGetResponses = {
    /**
     * The details.
     */
    200: BillingDetailsResponse;
};

export type BillingDetailsGetResponse = BillingDetailsGetResponses[keyof BillingDetailsGetResponses];

export type BillingDetailsUpdateData = {
    body: BillingDetailsUpdateRequest;
    path?: never;
    query?: never;
    url: '/v1/billing-details';
};

export type BillingDetailsUpdateErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `request_timeout`
     */
    408: ApiError;
    /**
     * `body_too_large`
     */
    413: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`, `concurrency_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type BillingDetailsUpdateError = BillingDetailsUpdateErrors[keyof BillingDetailsUpdateErrors];

export type BillingDetailsUpdateResponses = {
    /**
     * The details.
     */
    200: BillingDetailsResponse;
};

export type BillingDetailsUpdateResponse = BillingDetailsUpdateResponses[keyof BillingDetailsUpdateResponses];

export type UsageGetData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Which calls are counted: those of the dashboard, of API keys, or all.
         */
        source?: 'web' | 'api_key' | 'all';
        /**
         * The length of a row of `series`.
         */
        granularity?: 'day';
        /**
         * What `breakdown` of the answer lists.
         */
        breakdown?: 'voice';
        /**
         * Counts the calls with this key alone; `breakdown` is empty then: voices are not counted by key.
         */
        api_key_id?: string;
        /**
         * The first day (UTC); 29 days before `to` when absent. Not after `to`.
         */
        from?: string;
        /**
         * The last day (UTC); today when absent. At most 366 days in all.
         */
        to?: string;
    };
    url: '/v1/usage';
};

export type UsageGetErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type UsageGetError = UsageGetErrors[keyof UsageGetErrors];

export type UsageGetResponses = {
    /**
     * The report.
     */
    200: UsageReportResponse;
};

export type UsageGetResponse = UsageGetResponses[keyof UsageGetResponses];

export type UsageListLedgerData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of the page, from 1.
         */
        page?: number;
        /**
         * Most items of a page.
         */
        limit?: number;
        /**
         * `tts` (characters) or `asr` (seconds).
         */
        pool?: 'tts' | 'asr';
    };
    url: '/v1/usage/ledger';
};

export type UsageListLedgerErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `invalid_api_key`, `invalid_session`, `missing_credentials`
     */
    401: ApiError;
    /**
     * `account_blocked`, `origin_mismatch`, `forbidden`, `insufficient_scope`
     */
    403: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * The input is not valid.
     */
    422: ValidationError;
    /**
     * `rate_limited`
     */
    429: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * `unavailable`
     */
    503: ApiError;
};

export type UsageListLedgerError = UsageListLedgerErrors[keyof UsageListLedgerErrors];

export type UsageListLedgerResponses = {
    /**
     * One page.
     */
    200: CreditChangePageResponse;
};

export type UsageListLedgerResponse = UsageListLedgerResponses[keyof UsageListLedgerResponses];

export type HealthGetLivenessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/healthz';
};

export type HealthGetLivenessErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
};

export type HealthGetLivenessError = HealthGetLivenessErrors[keyof HealthGetLivenessErrors];

export type HealthGetLivenessResponses = {
    /**
     * It does.
     */
    200: Liveness;
};

export type HealthGetLivenessResponse = HealthGetLivenessResponses[keyof HealthGetLivenessResponses];

export type HealthGetReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/readyz';
};

export type HealthGetReadinessErrors = {
    /**
     * `malformed_request`
     */
    400: ApiError;
    /**
     * `expectation_failed`
     */
    417: ApiError;
    /**
     * `headers_too_large`
     */
    431: ApiError;
    /**
     * A dependency does not answer, or this process is shutting down.
     */
    503: Readiness;
};

export type HealthGetReadinessError = HealthGetReadinessErrors[keyof HealthGetReadinessErrors];

export type HealthGetReadinessResponses = {
    /**
     * All of it answers.
     */
    200: Readiness;
};

export type HealthGetReadinessResponse = HealthGetReadinessResponses[keyof HealthGetReadinessResponses];

export type CallbacksSpeechRequestCompletedWebhookPayload = {
    type: 'speech.request.completed';
    timestamp: string;
    data: EndedRequestData;
};

export type CallbacksSpeechRequestCompletedWebhookRequest = {
    body: CallbacksSpeechRequestCompletedWebhookPayload;
    key: 'speech.request.completed';
    path?: never;
    query?: never;
};

export type CallbacksSpeechRequestFailedWebhookPayload = {
    type: 'speech.request.failed';
    timestamp: string;
    data: EndedRequestData;
};

export type CallbacksSpeechRequestFailedWebhookRequest = {
    body: CallbacksSpeechRequestFailedWebhookPayload;
    key: 'speech.request.failed';
    path?: never;
    query?: never;
};

export type CallbacksSpeechBatchCompletedWebhookPayload = {
    type: 'speech.batch.completed';
    timestamp: string;
    data: BatchData;
};

export type CallbacksSpeechBatchCompletedWebhookRequest = {
    body: CallbacksSpeechBatchCompletedWebhookPayload;
    key: 'speech.batch.completed';
    path?: never;
    query?: never;
};

export type CallbacksVoiceReadyWebhookPayload = {
    type: 'voice.ready';
    timestamp: string;
    data: VoiceData;
};

export type CallbacksVoiceReadyWebhookRequest = {
    body: CallbacksVoiceReadyWebhookPayload;
    key: 'voice.ready';
    path?: never;
    query?: never;
};

export type CallbacksVoiceFailedWebhookPayload = {
    type: 'voice.failed';
    timestamp: string;
    data: VoiceData;
};

export type CallbacksVoiceFailedWebhookRequest = {
    body: CallbacksVoiceFailedWebhookPayload;
    key: 'voice.failed';
    path?: never;
    query?: never;
};

export type CallbacksSubscriptionActivatedWebhookPayload = {
    type: 'subscription.activated';
    timestamp: string;
    data: SubscriptionData;
};

export type CallbacksSubscriptionActivatedWebhookRequest = {
    body: CallbacksSubscriptionActivatedWebhookPayload;
    key: 'subscription.activated';
    path?: never;
    query?: never;
};

export type CallbacksSubscriptionPastDueWebhookPayload = {
    type: 'subscription.past_due';
    timestamp: string;
    data: SubscriptionData;
};

export type CallbacksSubscriptionPastDueWebhookRequest = {
    body: CallbacksSubscriptionPastDueWebhookPayload;
    key: 'subscription.past_due';
    path?: never;
    query?: never;
};

export type CallbacksSubscriptionCancelledWebhookPayload = {
    type: 'subscription.cancelled';
    timestamp: string;
    data: SubscriptionData;
};

export type CallbacksSubscriptionCancelledWebhookRequest = {
    body: CallbacksSubscriptionCancelledWebhookPayload;
    key: 'subscription.cancelled';
    path?: never;
    query?: never;
};

export type CallbacksSubscriptionExpiredWebhookPayload = {
    type: 'subscription.expired';
    timestamp: string;
    data: SubscriptionData;
};

export type CallbacksSubscriptionExpiredWebhookRequest = {
    body: CallbacksSubscriptionExpiredWebhookPayload;
    key: 'subscription.expired';
    path?: never;
    query?: never;
};

export type CallbacksCreditsLowWebhookPayload = {
    type: 'credits.low';
    timestamp: string;
    data: LowCreditsData;
};

export type CallbacksCreditsLowWebhookRequest = {
    body: CallbacksCreditsLowWebhookPayload;
    key: 'credits.low';
    path?: never;
    query?: never;
};

export type CallbacksWebhookTestWebhookPayload = {
    type: 'webhook.test';
    timestamp: string;
    data: WebhookTestData;
};

export type CallbacksWebhookTestWebhookRequest = {
    body: CallbacksWebhookTestWebhookPayload;
    key: 'webhook.test';
    path?: never;
    query?: never;
};
