// @ts-nocheck
// Written by `npm run generate`.

import { client } from './client.gen.ts';
import { type Client, type ClientMeta, formDataBodySerializer, type Options as Options2, type RequestResult, type TDataShape } from './client/index.ts';
import type { AccountCloseData, AccountCloseErrors, AccountCloseResponses, AccountExportData, AccountExportErrors, AccountExportResponses, AccountGetData, AccountGetErrors, AccountGetLimitsData, AccountGetLimitsErrors, AccountGetLimitsResponses, AccountGetResponses, AccountUpdateData, AccountUpdateErrors, AccountUpdateResponses, ApiKeysCreateData, ApiKeysCreateErrors, ApiKeysCreateResponses, ApiKeysListData, ApiKeysListErrors, ApiKeysListResponses, ApiKeysRevokeData, ApiKeysRevokeErrors, ApiKeysRevokeResponses, ApiKeysRotateData, ApiKeysRotateErrors, ApiKeysRotateResponses, ApiKeysUpdateData, ApiKeysUpdateErrors, ApiKeysUpdateResponses, BatchesCancelData, BatchesCancelErrors, BatchesCancelResponses, BatchesCreateData, BatchesCreateErrors, BatchesCreateResponses, BatchesDeleteData, BatchesDeleteErrors, BatchesDeleteResponses, BatchesGetData, BatchesGetErrors, BatchesGetResponses, BatchesListData, BatchesListErrors, BatchesListResponses, BatchesResultsData, BatchesResultsErrors, BatchesResultsResponses, BillingDetailsGetData, BillingDetailsGetErrors, BillingDetailsGetResponses, BillingDetailsUpdateData, BillingDetailsUpdateErrors, BillingDetailsUpdateResponses, ChecklistGetData, ChecklistGetErrors, ChecklistGetResponses, ChecklistHideData, ChecklistHideErrors, ChecklistHideResponses, ContactSubmissionsCreateData, ContactSubmissionsCreateErrors, ContactSubmissionsCreateResponses, DemoGetLimitsData, DemoGetLimitsErrors, DemoGetLimitsResponses, DemoSynthesizeData, DemoSynthesizeErrors, DemoSynthesizeResponses, DemoTranscribeData, DemoTranscribeErrors, DemoTranscribeResponses, DeviceAuthorizationsApproveData, DeviceAuthorizationsApproveErrors, DeviceAuthorizationsApproveResponses, DeviceAuthorizationsCreateData, DeviceAuthorizationsCreateErrors, DeviceAuthorizationsCreateResponses, DeviceAuthorizationsDenyData, DeviceAuthorizationsDenyErrors, DeviceAuthorizationsDenyResponses, DeviceAuthorizationsGetData, DeviceAuthorizationsGetErrors, DeviceAuthorizationsGetResponses, DeviceAuthorizationsRedeemData, DeviceAuthorizationsRedeemErrors, DeviceAuthorizationsRedeemResponses, DocumentsCancelData, DocumentsCancelErrors, DocumentsCancelResponses, DocumentsCreateData, DocumentsCreateErrors, DocumentsCreateExportData, DocumentsCreateExportErrors, DocumentsCreateExportResponses, DocumentsCreateResponses, DocumentsDeleteData, DocumentsDeleteErrors, DocumentsDeleteResponses, DocumentsGetData, DocumentsGetErrors, DocumentsGetEstimateData, DocumentsGetEstimateErrors, DocumentsGetEstimateResponses, DocumentsGetExportAudioData, DocumentsGetExportAudioErrors, DocumentsGetExportAudioResponses, DocumentsGetExportData, DocumentsGetExportErrors, DocumentsGetExportResponses, DocumentsGetResponses, DocumentsListData, DocumentsListErrors, DocumentsListExportsData, DocumentsListExportsErrors, DocumentsListExportsResponses, DocumentsListResponses, DocumentsSpeakData, DocumentsSpeakErrors, DocumentsSpeakResponses, DocumentsUpdateData, DocumentsUpdateErrors, DocumentsUpdateParagraphData, DocumentsUpdateParagraphErrors, DocumentsUpdateParagraphResponses, DocumentsUpdateResponses, EnginesListData, EnginesListErrors, EnginesListResponses, ExamplesGetAudioData, ExamplesGetAudioErrors, ExamplesGetAudioResponses, ExamplesGetTranscriptData, ExamplesGetTranscriptErrors, ExamplesGetTranscriptResponses, ExamplesListData, ExamplesListErrors, ExamplesListResponses, FeedbackCreateData, FeedbackCreateErrors, FeedbackCreateResponses, FeedbackListData, FeedbackListErrors, FeedbackListResponses, HealthGetLivenessData, HealthGetLivenessErrors, HealthGetLivenessResponses, HealthGetReadinessData, HealthGetReadinessErrors, HealthGetReadinessResponses, KeyTermListsCreateData, KeyTermListsCreateErrors, KeyTermListsCreateResponses, KeyTermListsDeleteData, KeyTermListsDeleteErrors, KeyTermListsDeleteResponses, KeyTermListsGetData, KeyTermListsGetErrors, KeyTermListsGetResponses, KeyTermListsListData, KeyTermListsListErrors, KeyTermListsListResponses, KeyTermListsUpdateData, KeyTermListsUpdateErrors, KeyTermListsUpdateResponses, LanguagesListData, LanguagesListErrors, LanguagesListResponses, LiveTokensCreateData, LiveTokensCreateErrors, LiveTokensCreateResponses, OrdersCancelData, OrdersCancelErrors, OrdersCancelResponses, OrdersListData, OrdersListErrors, OrdersListResponses, PaymentsGetReceiptData, PaymentsGetReceiptErrors, PaymentsGetReceiptResponses, PaymentsListData, PaymentsListErrors, PaymentsListResponses, PlansListData, PlansListErrors, PlansListResponses, PricingGetData, PricingGetErrors, PricingGetResponses, PronunciationDictionariesCreateData, PronunciationDictionariesCreateErrors, PronunciationDictionariesCreateResponses, PronunciationDictionariesDeleteData, PronunciationDictionariesDeleteErrors, PronunciationDictionariesDeleteResponses, PronunciationDictionariesGetData, PronunciationDictionariesGetErrors, PronunciationDictionariesGetResponses, PronunciationDictionariesListData, PronunciationDictionariesListErrors, PronunciationDictionariesListResponses, PronunciationDictionariesUpdateData, PronunciationDictionariesUpdateErrors, PronunciationDictionariesUpdateResponses, RequestsDeleteData, RequestsDeleteErrors, RequestsDeleteManyData, RequestsDeleteManyErrors, RequestsDeleteManyResponses, RequestsDeleteResponses, RequestsExportData, RequestsExportErrors, RequestsExportResponses, RequestsGetAudioData, RequestsGetAudioErrors, RequestsGetAudioResponses, RequestsGetData, RequestsGetErrors, RequestsGetResponses, RequestsGetTranscriptData, RequestsGetTranscriptErrors, RequestsGetTranscriptResponses, RequestsListData, RequestsListErrors, RequestsListResponses, RequestsUpdateTranscriptData, RequestsUpdateTranscriptErrors, RequestsUpdateTranscriptResponses, SessionsDeleteAllData, SessionsDeleteAllErrors, SessionsDeleteAllResponses, SessionsDeleteData, SessionsDeleteErrors, SessionsDeleteResponses, SessionsListData, SessionsListErrors, SessionsListResponses, SpeechEstimateData, SpeechEstimateErrors, SpeechEstimateResponses, SpeechSynthesizeData, SpeechSynthesizeErrors, SpeechSynthesizeResponses, SpeechTranscribeData, SpeechTranscribeErrors, SpeechTranscribeResponses, SubscriptionsCancelCurrentData, SubscriptionsCancelCurrentErrors, SubscriptionsCancelCurrentResponses, SubscriptionsCreateData, SubscriptionsCreateErrors, SubscriptionsCreateResponses, SubscriptionsGetCurrentData, SubscriptionsGetCurrentErrors, SubscriptionsGetCurrentResponses, SubscriptionsGetPreviewData, SubscriptionsGetPreviewErrors, SubscriptionsGetPreviewResponses, TopUpsCreateData, TopUpsCreateErrors, TopUpsCreateResponses, TopUpsListData, TopUpsListErrors, TopUpsListResponses, UsageGetData, UsageGetErrors, UsageGetResponses, UsageListLedgerData, UsageListLedgerErrors, UsageListLedgerResponses, VoicesAddFavoriteData, VoicesAddFavoriteErrors, VoicesAddFavoriteResponses, VoicesCreateData, VoicesCreateErrors, VoicesCreateResponses, VoicesDeleteData, VoicesDeleteErrors, VoicesDeleteResponses, VoicesDeleteSampleData, VoicesDeleteSampleErrors, VoicesDeleteSampleResponses, VoicesGetComparisonData, VoicesGetComparisonErrors, VoicesGetComparisonResponses, VoicesGetData, VoicesGetErrors, VoicesGetPreviewData, VoicesGetPreviewErrors, VoicesGetPreviewResponses, VoicesGetResponses, VoicesGetSampleData, VoicesGetSampleErrors, VoicesGetSampleResponses, VoicesListData, VoicesListErrors, VoicesListResponses, VoicesListUsesData, VoicesListUsesErrors, VoicesListUsesResponses, VoicesRemoveFavoriteData, VoicesRemoveFavoriteErrors, VoicesRemoveFavoriteResponses, VoicesReplaceSampleData, VoicesReplaceSampleErrors, VoicesReplaceSampleResponses, VoicesTrainData, VoicesTrainErrors, VoicesTrainResponses, VoicesUpdateData, VoicesUpdateErrors, VoicesUpdateResponses, WebhookDeliveriesRetryData, WebhookDeliveriesRetryErrors, WebhookDeliveriesRetryResponses, WebhookEndpointsCreateData, WebhookEndpointsCreateErrors, WebhookEndpointsCreateResponses, WebhookEndpointsDeleteData, WebhookEndpointsDeleteErrors, WebhookEndpointsDeleteResponses, WebhookEndpointsGetData, WebhookEndpointsGetErrors, WebhookEndpointsGetResponses, WebhookEndpointsListData, WebhookEndpointsListDeliveriesData, WebhookEndpointsListDeliveriesErrors, WebhookEndpointsListDeliveriesResponses, WebhookEndpointsListErrors, WebhookEndpointsListResponses, WebhookEndpointsRotateData, WebhookEndpointsRotateErrors, WebhookEndpointsRotateResponses, WebhookEndpointsTestData, WebhookEndpointsTestErrors, WebhookEndpointsTestResponses, WebhookEndpointsUpdateData, WebhookEndpointsUpdateErrors, WebhookEndpointsUpdateResponses, WebhookSecretGetData, WebhookSecretGetErrors, WebhookSecretGetResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new Api()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Demo extends HeyApiClient {
    /**
     * Try text to speech
     *
     * Send `Accept` with one of audio/wav, audio/mpeg, audio/ogg, audio/flac, audio/aac, audio/pcm, audio/pcmu, audio/pcma to get the audio itself.
     *
     * Required scope of an API key: `speech`.
     */
    public synthesize<ThrowOnError extends boolean = false>(options: Options<DemoSynthesizeData, ThrowOnError>): RequestResult<DemoSynthesizeResponses, DemoSynthesizeErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DemoSynthesizeResponses, DemoSynthesizeErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/demo/speech/synthesize',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Try transcription
     *
     * Required scope of an API key: `speech`.
     */
    public transcribe<ThrowOnError extends boolean = false>(options: Options<DemoTranscribeData, ThrowOnError>): RequestResult<DemoTranscribeResponses, DemoTranscribeErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DemoTranscribeResponses, DemoTranscribeErrors, ThrowOnError>({
            ...formDataBodySerializer,
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/demo/speech/transcriptions',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * Get demo limits
     */
    public getLimits<ThrowOnError extends boolean = false>(options?: Options<DemoGetLimitsData, ThrowOnError>): RequestResult<DemoGetLimitsResponses, DemoGetLimitsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<DemoGetLimitsResponses, DemoGetLimitsErrors, ThrowOnError>({ url: '/demo.json', ...options });
    }
}

export class Speech extends HeyApiClient {
    /**
     * Speak a text
     *
     * Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` and `callback_url` return immediately.
     *
     * With `stream=true` the audio is sent sentence by sentence as it is spoken. A caller who hangs up ends the work and pays for the sentences that were sent. An error after the first byte breaks the connection.
     *
     * Required scope of an API key: `speech`.
     */
    public synthesize<ThrowOnError extends boolean = false>(options: Options<SpeechSynthesizeData, ThrowOnError>): RequestResult<SpeechSynthesizeResponses, SpeechSynthesizeErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SpeechSynthesizeResponses, SpeechSynthesizeErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/synthesize',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Estimate cost
     *
     * Takes the text and the choices of a synthesis, and answers with its price, without speaking, storing or charging anything. A text costs a credit for each character; where its numbers and signs in words make more than twice as many letters, one for each letter.
     *
     * Required scope of an API key: `speech`.
     */
    public estimate<ThrowOnError extends boolean = false>(options: Options<SpeechEstimateData, ThrowOnError>): RequestResult<SpeechEstimateResponses, SpeechEstimateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SpeechEstimateResponses, SpeechEstimateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/estimates',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Transcribe a recording
     *
     * Waits up to a minute for the result; `Prefer: wait=N` lowers it, `Prefer: respond-async` and `callback_url` return immediately.
     *
     * In place of the file its address may be sent, `url`, in the form or as JSON with the same fields.
     *
     * Required scope of an API key: `speech`.
     */
    public transcribe<ThrowOnError extends boolean = false>(options: Options<SpeechTranscribeData, ThrowOnError>): RequestResult<SpeechTranscribeResponses, SpeechTranscribeErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SpeechTranscribeResponses, SpeechTranscribeErrors, ThrowOnError>({
            ...formDataBodySerializer,
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/transcriptions',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
}

export class Requests extends HeyApiClient {
    /**
     * List requests
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<RequestsListData, ThrowOnError>): RequestResult<RequestsListResponses, RequestsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<RequestsListResponses, RequestsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests',
            ...options
        });
    }
    
    /**
     * Export requests
     *
     * All that match the filters, with their whole texts and transcripts, while they are read: an error after the first byte breaks the connection. In CSV a text that a spreadsheet would take for a formula begins with an apostrophe.
     *
     * Required scope of an API key: `speech`.
     */
    public export<ThrowOnError extends boolean = false>(options?: Options<RequestsExportData, ThrowOnError>): RequestResult<RequestsExportResponses, RequestsExportErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<RequestsExportResponses, RequestsExportErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/export',
            ...options
        });
    }
    
    /**
     * Delete several requests
     *
     * As `DELETE /v1/speech/requests/{request_id}` does with one: work that has not ended stops and costs what was done, or sent, of it. Ids that are not the account's are named in `not_found`, and the others are deleted all the same.
     *
     * Required scope of an API key: `speech`.
     */
    public deleteMany<ThrowOnError extends boolean = false>(options: Options<RequestsDeleteManyData, ThrowOnError>): RequestResult<RequestsDeleteManyResponses, RequestsDeleteManyErrors, ThrowOnError> {
        return (options.client ?? this.client).post<RequestsDeleteManyResponses, RequestsDeleteManyErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/delete',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a request
     *
     * Work that has not ended stops and costs the share that was done of it (`progress`), and of a stream the sentences that were sent; work that still waits costs nothing. What was charged stays in the usage report.
     *
     * Required scope of an API key: `speech`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<RequestsDeleteData, ThrowOnError>): RequestResult<RequestsDeleteResponses, RequestsDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<RequestsDeleteResponses, RequestsDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/{request_id}',
            ...options
        });
    }
    
    /**
     * Get a request
     *
     * Required scope of an API key: `speech`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<RequestsGetData, ThrowOnError>): RequestResult<RequestsGetResponses, RequestsGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<RequestsGetResponses, RequestsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/{request_id}',
            ...options
        });
    }
    
    /**
     * Download audio
     *
     * Takes `Range` with one range of bytes. A recording comes as FLAC, 16 kHz, as it was transcribed.
     *
     * Required scope of an API key: `speech`.
     */
    public getAudio<ThrowOnError extends boolean = false>(options: Options<RequestsGetAudioData, ThrowOnError>): RequestResult<RequestsGetAudioResponses, RequestsGetAudioErrors, ThrowOnError> {
        return (options.client ?? this.client).get<RequestsGetAudioResponses, RequestsGetAudioErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/{request_id}/audio',
            ...options
        });
    }
    
    /**
     * Download a transcript
     *
     * Required scope of an API key: `speech`.
     */
    public getTranscript<ThrowOnError extends boolean = false>(options: Options<RequestsGetTranscriptData, ThrowOnError>): RequestResult<RequestsGetTranscriptResponses, RequestsGetTranscriptErrors, ThrowOnError> {
        return (options.client ?? this.client).get<RequestsGetTranscriptResponses, RequestsGetTranscriptErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/{request_id}/transcript',
            ...options
        });
    }
    
    /**
     * Correct a transcript
     *
     * Texts, subtitles and answers have the corrections and the names from then on. They are deleted with the request. Words that were not changed keep their times; new ones share the time between their neighbours.
     *
     * Required scope of an API key: `speech`.
     */
    public updateTranscript<ThrowOnError extends boolean = false>(options: Options<RequestsUpdateTranscriptData, ThrowOnError>): RequestResult<RequestsUpdateTranscriptResponses, RequestsUpdateTranscriptErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<RequestsUpdateTranscriptResponses, RequestsUpdateTranscriptErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/requests/{request_id}/transcript',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Batches extends HeyApiClient {
    /**
     * List batches
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<BatchesListData, ThrowOnError>): RequestResult<BatchesListResponses, BatchesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<BatchesListResponses, BatchesListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches',
            ...options
        });
    }
    
    /**
     * Create a batch
     *
     * The recordings are transcribed after all other work, at a lower price (`price_percent`). Each is a speech request of the account once it is its turn; one that cannot be transcribed has failed, costs nothing, and the others go on. The options are those of a single transcription.
     *
     * In place of addresses in JSON, send a zip of the recordings as `archive` in a form, with the same options as fields.
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<BatchesCreateData, ThrowOnError>): RequestResult<BatchesCreateResponses, BatchesCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<BatchesCreateResponses, BatchesCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a batch
     *
     * As `DELETE /v1/speech/requests/{request_id}` does with each of its requests: what is being transcribed stops, and costs the share that was done.
     *
     * Required scope of an API key: `speech`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<BatchesDeleteData, ThrowOnError>): RequestResult<BatchesDeleteResponses, BatchesDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<BatchesDeleteResponses, BatchesDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches/{batch_id}',
            ...options
        });
    }
    
    /**
     * Get a batch
     *
     * Required scope of an API key: `speech`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<BatchesGetData, ThrowOnError>): RequestResult<BatchesGetResponses, BatchesGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<BatchesGetResponses, BatchesGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches/{batch_id}',
            ...options
        });
    }
    
    /**
     * Download batch results
     *
     * One line for each recording, in the order in which they were sent, also of those that have not ended: `index`, `custom_id`, `file_name`, `request_id`, `status`, `credits_consumed`, `error` and `transcription`. An error after the first byte breaks the connection.
     *
     * Required scope of an API key: `speech`.
     */
    public results<ThrowOnError extends boolean = false>(options: Options<BatchesResultsData, ThrowOnError>): RequestResult<BatchesResultsResponses, BatchesResultsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<BatchesResultsResponses, BatchesResultsErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches/{batch_id}/results',
            ...options
        });
    }
    
    /**
     * Cancel a batch
     *
     * What waits is cancelled and costs nothing. What is being transcribed goes on to its end, and is charged. A batch that has ended stays as it is.
     *
     * Required scope of an API key: `speech`.
     */
    public cancel<ThrowOnError extends boolean = false>(options: Options<BatchesCancelData, ThrowOnError>): RequestResult<BatchesCancelResponses, BatchesCancelErrors, ThrowOnError> {
        return (options.client ?? this.client).post<BatchesCancelResponses, BatchesCancelErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/speech/batches/{batch_id}/cancel',
            ...options
        });
    }
}

export class Voices extends HeyApiClient {
    /**
     * List voices
     *
     * Your own, newest first, then the built-in ones: those whose engine is available before others, natural ones before simpler ones, deprecated ones last. Filters can be combined.
     *
     * Required scope of an API key: `voices`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<VoicesListData, ThrowOnError>): RequestResult<VoicesListResponses, VoicesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<VoicesListResponses, VoicesListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices',
            ...options
        });
    }
    
    /**
     * Create a voice
     *
     * Voice matching: a voice with similar pitch, timbre and tone colour, not a clone. It takes at least 5 seconds of clear speech of one person; 15 or more give a better match. The sample can be in another language than the voice will speak. Only send samples of people who have agreed: `consent` keeps what they agreed to, with the time and the SHA-256 of the sample.
     *
     * Required scope of an API key: `voices`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<VoicesCreateData, ThrowOnError>): RequestResult<VoicesCreateResponses, VoicesCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<VoicesCreateResponses, VoicesCreateErrors, ThrowOnError>({
            ...formDataBodySerializer,
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a voice
     *
     * Required scope of an API key: `voices`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<VoicesDeleteData, ThrowOnError>): RequestResult<VoicesDeleteResponses, VoicesDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<VoicesDeleteResponses, VoicesDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}',
            ...options
        });
    }
    
    /**
     * Get a voice
     *
     * Required scope of an API key: `voices`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<VoicesGetData, ThrowOnError>): RequestResult<VoicesGetResponses, VoicesGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<VoicesGetResponses, VoicesGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}',
            ...options
        });
    }
    
    /**
     * Update a voice
     *
     * Required scope of an API key: `voices`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<VoicesUpdateData, ThrowOnError>): RequestResult<VoicesUpdateResponses, VoicesUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<VoicesUpdateResponses, VoicesUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Preview a voice
     *
     * A sentence in the language of the voice, as MP3. It is spoken when it is asked for the first time, and then kept; only what has to be spoken counts against the limit of the demo (`demo_synthesis`). A voice whose engine is not there has none.
     */
    public getPreview<ThrowOnError extends boolean = false>(options: Options<VoicesGetPreviewData, ThrowOnError>): RequestResult<VoicesGetPreviewResponses, VoicesGetPreviewErrors, ThrowOnError> {
        return (options.client ?? this.client).get<VoicesGetPreviewResponses, VoicesGetPreviewErrors, ThrowOnError>({ url: '/v1/voices/{voice_id}/preview', ...options });
    }
    
    /**
     * Retrain a voice
     *
     * A voice whose `error.code` is `voice_outdated` was made by a formant synthesiser, which was removed. It is trained again from its sample and keeps its id; nothing is charged. Where that fails, the sample stays unless it is at fault, so the call can be repeated. Where its sample is not kept (`has_sample`), replace it.
     *
     * Required scope of an API key: `voices`.
     */
    public train<ThrowOnError extends boolean = false>(options: Options<VoicesTrainData, ThrowOnError>): RequestResult<VoicesTrainResponses, VoicesTrainErrors, ThrowOnError> {
        return (options.client ?? this.client).post<VoicesTrainResponses, VoicesTrainErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/train',
            ...options
        });
    }
    
    /**
     * Delete a voice sample
     *
     * Nothing else of the speaker is kept: what the speaker encoder hears in a sample is never stored.
     *
     * Required scope of an API key: `voices`.
     */
    public deleteSample<ThrowOnError extends boolean = false>(options: Options<VoicesDeleteSampleData, ThrowOnError>): RequestResult<VoicesDeleteSampleResponses, VoicesDeleteSampleErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<VoicesDeleteSampleResponses, VoicesDeleteSampleErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/sample',
            ...options
        });
    }
    
    /**
     * Download a voice sample
     *
     * Takes `Range` with one range of bytes. FLAC, 16 kHz, once the voice is trained; before, as it was sent.
     *
     * Required scope of an API key: `voices`.
     */
    public getSample<ThrowOnError extends boolean = false>(options: Options<VoicesGetSampleData, ThrowOnError>): RequestResult<VoicesGetSampleResponses, VoicesGetSampleErrors, ThrowOnError> {
        return (options.client ?? this.client).get<VoicesGetSampleResponses, VoicesGetSampleErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/sample',
            ...options
        });
    }
    
    /**
     * Replace a voice sample
     *
     * The voice is trained from the new sample. It keeps its id, name, description, language and consent, so the sample is to be of the same person. The sample before is removed. Nothing is charged.
     *
     * Required scope of an API key: `voices`.
     */
    public replaceSample<ThrowOnError extends boolean = false>(options: Options<VoicesReplaceSampleData, ThrowOnError>): RequestResult<VoicesReplaceSampleResponses, VoicesReplaceSampleErrors, ThrowOnError> {
        return (options.client ?? this.client).put<VoicesReplaceSampleResponses, VoicesReplaceSampleErrors, ThrowOnError>({
            ...formDataBodySerializer,
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/sample',
            ...options,
            headers: {
                'Content-Type': null,
                ...options.headers
            }
        });
    }
    
    /**
     * Compare voice and sample
     *
     * As MP3. The training makes it, free of charge: the service reads the sample and lets the voice say its first sentences (`comparison` of the voice).
     *
     * Required scope of an API key: `voices`.
     */
    public getComparison<ThrowOnError extends boolean = false>(options: Options<VoicesGetComparisonData, ThrowOnError>): RequestResult<VoicesGetComparisonResponses, VoicesGetComparisonErrors, ThrowOnError> {
        return (options.client ?? this.client).get<VoicesGetComparisonResponses, VoicesGetComparisonErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/comparison',
            ...options
        });
    }
    
    /**
     * List uses of a voice
     *
     * Newest first. The log is kept after the voice is deleted, until the account is closed.
     *
     * Required scope of an API key: `voices`.
     */
    public listUses<ThrowOnError extends boolean = false>(options: Options<VoicesListUsesData, ThrowOnError>): RequestResult<VoicesListUsesResponses, VoicesListUsesErrors, ThrowOnError> {
        return (options.client ?? this.client).get<VoicesListUsesResponses, VoicesListUsesErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/uses',
            ...options
        });
    }
    
    /**
     * Remove a favorite voice
     *
     * Repeating it changes nothing. `favorite=true` of `GET /v1/voices` lists the favorites.
     *
     * Required scope of an API key: `voices`.
     */
    public removeFavorite<ThrowOnError extends boolean = false>(options: Options<VoicesRemoveFavoriteData, ThrowOnError>): RequestResult<VoicesRemoveFavoriteResponses, VoicesRemoveFavoriteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<VoicesRemoveFavoriteResponses, VoicesRemoveFavoriteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/favorite',
            ...options
        });
    }
    
    /**
     * Add a favorite voice
     *
     * Repeating it changes nothing. `favorite=true` of `GET /v1/voices` lists the favorites.
     *
     * Required scope of an API key: `voices`.
     */
    public addFavorite<ThrowOnError extends boolean = false>(options: Options<VoicesAddFavoriteData, ThrowOnError>): RequestResult<VoicesAddFavoriteResponses, VoicesAddFavoriteErrors, ThrowOnError> {
        return (options.client ?? this.client).put<VoicesAddFavoriteResponses, VoicesAddFavoriteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/voices/{voice_id}/favorite',
            ...options
        });
    }
}

export class Engines extends HeyApiClient {
    /**
     * List engines
     *
     * By name; a few seconds old at most.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<EnginesListData, ThrowOnError>): RequestResult<EnginesListResponses, EnginesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<EnginesListResponses, EnginesListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/engines',
            ...options
        });
    }
}

export class Languages extends HeyApiClient {
    /**
     * List languages
     *
     * What calls accept now, by tag, and the languages for which a model can be installed. While no worker runs these are the languages of the last ones.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<LanguagesListData, ThrowOnError>): RequestResult<LanguagesListResponses, LanguagesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<LanguagesListResponses, LanguagesListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/languages',
            ...options
        });
    }
}

export class Examples extends HeyApiClient {
    /**
     * List examples
     *
     * What a visitor hears and reads before signing up. Nothing is spoken or transcribed for this answer.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<ExamplesListData, ThrowOnError>): RequestResult<ExamplesListResponses, ExamplesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ExamplesListResponses, ExamplesListErrors, ThrowOnError>({ url: '/v1/examples', ...options });
    }
    
    /**
     * Get example audio
     *
     * As MP3. It is spoken when it is asked for the first time, and then kept; only that counts against the limit of the demo (`demo_synthesis`).
     */
    public getAudio<ThrowOnError extends boolean = false>(options: Options<ExamplesGetAudioData, ThrowOnError>): RequestResult<ExamplesGetAudioResponses, ExamplesGetAudioErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ExamplesGetAudioResponses, ExamplesGetAudioErrors, ThrowOnError>({ url: '/v1/examples/{example_id}/audio', ...options });
    }
    
    /**
     * Get an example transcript
     *
     * What the engines of this installation understand of its audio. It is made when it is asked for the first time, and then kept; only that counts against the limits of the demo (`demo_synthesis`, `demo_transcription`).
     */
    public getTranscript<ThrowOnError extends boolean = false>(options: Options<ExamplesGetTranscriptData, ThrowOnError>): RequestResult<ExamplesGetTranscriptResponses, ExamplesGetTranscriptErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ExamplesGetTranscriptResponses, ExamplesGetTranscriptErrors, ThrowOnError>({ url: '/v1/examples/{example_id}/transcript', ...options });
    }
}

export class KeyTermLists extends HeyApiClient {
    /**
     * List key term lists
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<KeyTermListsListData, ThrowOnError>): RequestResult<KeyTermListsListResponses, KeyTermListsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<KeyTermListsListResponses, KeyTermListsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/key-term-lists',
            ...options
        });
    }
    
    /**
     * Create a key term list
     *
     * An account keeps at most 50. A transcription names one by `key_term_list`.
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<KeyTermListsCreateData, ThrowOnError>): RequestResult<KeyTermListsCreateResponses, KeyTermListsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<KeyTermListsCreateResponses, KeyTermListsCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/key-term-lists',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a key term list
     *
     * Required scope of an API key: `speech`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<KeyTermListsDeleteData, ThrowOnError>): RequestResult<KeyTermListsDeleteResponses, KeyTermListsDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<KeyTermListsDeleteResponses, KeyTermListsDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/key-term-lists/{list_id}',
            ...options
        });
    }
    
    /**
     * Get a key term list
     *
     * Required scope of an API key: `speech`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<KeyTermListsGetData, ThrowOnError>): RequestResult<KeyTermListsGetResponses, KeyTermListsGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<KeyTermListsGetResponses, KeyTermListsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/key-term-lists/{list_id}',
            ...options
        });
    }
    
    /**
     * Update a key term list
     *
     * Required scope of an API key: `speech`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<KeyTermListsUpdateData, ThrowOnError>): RequestResult<KeyTermListsUpdateResponses, KeyTermListsUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<KeyTermListsUpdateResponses, KeyTermListsUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/key-term-lists/{list_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class PronunciationDictionaries extends HeyApiClient {
    /**
     * List pronunciation dictionaries
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<PronunciationDictionariesListData, ThrowOnError>): RequestResult<PronunciationDictionariesListResponses, PronunciationDictionariesListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<PronunciationDictionariesListResponses, PronunciationDictionariesListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/pronunciation-dictionaries',
            ...options
        });
    }
    
    /**
     * Create a pronunciation dictionary
     *
     * An account keeps at most 50, with 1000 entries together.
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<PronunciationDictionariesCreateData, ThrowOnError>): RequestResult<PronunciationDictionariesCreateResponses, PronunciationDictionariesCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<PronunciationDictionariesCreateResponses, PronunciationDictionariesCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/pronunciation-dictionaries',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a pronunciation dictionary
     *
     * Required scope of an API key: `speech`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<PronunciationDictionariesDeleteData, ThrowOnError>): RequestResult<PronunciationDictionariesDeleteResponses, PronunciationDictionariesDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<PronunciationDictionariesDeleteResponses, PronunciationDictionariesDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/pronunciation-dictionaries/{dictionary_id}',
            ...options
        });
    }
    
    /**
     * Get a pronunciation dictionary
     *
     * Required scope of an API key: `speech`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<PronunciationDictionariesGetData, ThrowOnError>): RequestResult<PronunciationDictionariesGetResponses, PronunciationDictionariesGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<PronunciationDictionariesGetResponses, PronunciationDictionariesGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/pronunciation-dictionaries/{dictionary_id}',
            ...options
        });
    }
    
    /**
     * Update a pronunciation dictionary
     *
     * `remove` comes before `add`; an entry that is added replaces the one of its word and language.
     *
     * Required scope of an API key: `speech`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<PronunciationDictionariesUpdateData, ThrowOnError>): RequestResult<PronunciationDictionariesUpdateResponses, PronunciationDictionariesUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<PronunciationDictionariesUpdateResponses, PronunciationDictionariesUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/pronunciation-dictionaries/{dictionary_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Documents extends HeyApiClient {
    /**
     * List documents
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<DocumentsListData, ThrowOnError>): RequestResult<DocumentsListResponses, DocumentsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<DocumentsListResponses, DocumentsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents',
            ...options
        });
    }
    
    /**
     * Create a document
     *
     * An account keeps at most 100, each with at most 200 chapters, 2,000 paragraphs and 500,000 characters. Nothing is spoken or charged yet.
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<DocumentsCreateData, ThrowOnError>): RequestResult<DocumentsCreateResponses, DocumentsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DocumentsCreateResponses, DocumentsCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a document
     *
     * Required scope of an API key: `speech`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<DocumentsDeleteData, ThrowOnError>): RequestResult<DocumentsDeleteResponses, DocumentsDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DocumentsDeleteResponses, DocumentsDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}',
            ...options
        });
    }
    
    /**
     * Get a document
     *
     * Required scope of an API key: `speech`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<DocumentsGetData, ThrowOnError>): RequestResult<DocumentsGetResponses, DocumentsGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DocumentsGetResponses, DocumentsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}',
            ...options
        });
    }
    
    /**
     * Update a document
     *
     * Nothing is spoken by that. Paragraphs that would be spoken otherwise now are `unspoken`.
     *
     * Required scope of an API key: `speech`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<DocumentsUpdateData, ThrowOnError>): RequestResult<DocumentsUpdateResponses, DocumentsUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<DocumentsUpdateResponses, DocumentsUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Update a paragraph
     *
     * Required scope of an API key: `speech`.
     */
    public updateParagraph<ThrowOnError extends boolean = false>(options: Options<DocumentsUpdateParagraphData, ThrowOnError>): RequestResult<DocumentsUpdateParagraphResponses, DocumentsUpdateParagraphErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<DocumentsUpdateParagraphResponses, DocumentsUpdateParagraphErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/paragraphs/{paragraph_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Speak a document
     *
     * Each paragraph is a speech request of the account, charged by its characters. All of them are submitted, or none: 402 where the credits do not suffice for all. Paragraphs that are named by `paragraph_ids` are spoken again, also where they have audio.
     *
     * Required scope of an API key: `speech`.
     */
    public speak<ThrowOnError extends boolean = false>(options: Options<DocumentsSpeakData, ThrowOnError>): RequestResult<DocumentsSpeakResponses, DocumentsSpeakErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DocumentsSpeakResponses, DocumentsSpeakErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/speak',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Stop speaking a document
     *
     * What waits is cancelled, and costs nothing. The paragraph that is being spoken goes on to its end.
     *
     * Required scope of an API key: `speech`.
     */
    public cancel<ThrowOnError extends boolean = false>(options: Options<DocumentsCancelData, ThrowOnError>): RequestResult<DocumentsCancelResponses, DocumentsCancelErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DocumentsCancelResponses, DocumentsCancelErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/cancel',
            ...options
        });
    }
    
    /**
     * Estimate the cost of a document
     *
     * The prices of all paragraphs, in the order of the document, by the voices and dictionaries that they have now: a credit for each character, or for each letter where numbers and signs in words make more than twice as many.
     *
     * Required scope of an API key: `speech`.
     */
    public getEstimate<ThrowOnError extends boolean = false>(options: Options<DocumentsGetEstimateData, ThrowOnError>): RequestResult<DocumentsGetEstimateResponses, DocumentsGetEstimateErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DocumentsGetEstimateResponses, DocumentsGetEstimateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/estimate',
            ...options
        });
    }
    
    /**
     * List exports
     *
     * Required scope of an API key: `speech`.
     */
    public listExports<ThrowOnError extends boolean = false>(options: Options<DocumentsListExportsData, ThrowOnError>): RequestResult<DocumentsListExportsResponses, DocumentsListExportsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DocumentsListExportsResponses, DocumentsListExportsErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/exports',
            ...options
        });
    }
    
    /**
     * Export a document
     *
     * It costs nothing, and takes the place of an earlier one of the same format and chapter.
     *
     * Required scope of an API key: `speech`.
     */
    public createExport<ThrowOnError extends boolean = false>(options: Options<DocumentsCreateExportData, ThrowOnError>): RequestResult<DocumentsCreateExportResponses, DocumentsCreateExportErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DocumentsCreateExportResponses, DocumentsCreateExportErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/exports',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get an export
     *
     * Required scope of an API key: `speech`.
     */
    public getExport<ThrowOnError extends boolean = false>(options: Options<DocumentsGetExportData, ThrowOnError>): RequestResult<DocumentsGetExportResponses, DocumentsGetExportErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DocumentsGetExportResponses, DocumentsGetExportErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/exports/{export_id}',
            ...options
        });
    }
    
    /**
     * Download an export
     *
     * Takes `Range` with one range of bytes.
     *
     * Required scope of an API key: `speech`.
     */
    public getExportAudio<ThrowOnError extends boolean = false>(options: Options<DocumentsGetExportAudioData, ThrowOnError>): RequestResult<DocumentsGetExportAudioResponses, DocumentsGetExportAudioErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DocumentsGetExportAudioResponses, DocumentsGetExportAudioErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/documents/{document_id}/exports/{export_id}/audio',
            ...options
        });
    }
}

export class Account extends HeyApiClient {
    /**
     * Get the profile
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<AccountGetData, ThrowOnError>): RequestResult<AccountGetResponses, AccountGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<AccountGetResponses, AccountGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me',
            ...options
        });
    }
    
    /**
     * Update account settings
     *
     * What is absent stays as it is. `keep_recordings` applies to every transcription that starts after the answer.
     *
     * Required scope of an API key: `keys`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<AccountUpdateData, ThrowOnError>): RequestResult<AccountUpdateResponses, AccountUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<AccountUpdateResponses, AccountUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Close the account
     *
     * Keys and sessions end at once, and so do the subscription and what is under way. The data is erased within minutes; amounts that were paid and charged remain, without a name or address. It cannot be undone, and the same sign-in opens no account here again.
     *
     * Required scope of an API key: `keys`.
     */
    public close<ThrowOnError extends boolean = false>(options: Options<AccountCloseData, ThrowOnError>): RequestResult<AccountCloseResponses, AccountCloseErrors, ThrowOnError> {
        return (options.client ?? this.client).post<AccountCloseResponses, AccountCloseErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/close',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Download account data
     *
     * The profile, keys without their secrets, webhook endpoints, voices, key terms, pronunciations, documents, feedback, payments, the ledger of the credits, and all requests with their texts and transcripts, while they are read: an error after the first byte breaks the connection. A key gets the parts that its scopes can read. Audio is at the `audio_url` of a request.
     *
     * Required scope of an API key: `keys`.
     */
    public export<ThrowOnError extends boolean = false>(options?: Options<AccountExportData, ThrowOnError>): RequestResult<AccountExportResponses, AccountExportErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<AccountExportResponses, AccountExportErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/export',
            ...options
        });
    }
    
    /**
     * Get request limits
     *
     * Required scope of an API key: `usage`.
     */
    public getLimits<ThrowOnError extends boolean = false>(options?: Options<AccountGetLimitsData, ThrowOnError>): RequestResult<AccountGetLimitsResponses, AccountGetLimitsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<AccountGetLimitsResponses, AccountGetLimitsErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/limits',
            ...options
        });
    }
}

export class Sessions extends HeyApiClient {
    /**
     * Sign out everywhere
     *
     * Ends all dashboard sessions, including the current one. API keys keep working, and access tokens of the identity provider work until they expire.
     *
     * Required scope of an API key: `keys`.
     */
    public deleteAll<ThrowOnError extends boolean = false>(options?: Options<SessionsDeleteAllData, ThrowOnError>): RequestResult<SessionsDeleteAllResponses, SessionsDeleteAllErrors, ThrowOnError> {
        return (options?.client ?? this.client).delete<SessionsDeleteAllResponses, SessionsDeleteAllErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/sessions',
            ...options
        });
    }
    
    /**
     * List sessions
     *
     * The active dashboard sessions. Access tokens of the identity provider are not included.
     *
     * Required scope of an API key: `keys`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<SessionsListData, ThrowOnError>): RequestResult<SessionsListResponses, SessionsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<SessionsListResponses, SessionsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/sessions',
            ...options
        });
    }
    
    /**
     * Sign out one session
     *
     * Required scope of an API key: `keys`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<SessionsDeleteData, ThrowOnError>): RequestResult<SessionsDeleteResponses, SessionsDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<SessionsDeleteResponses, SessionsDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/sessions/{session_id}',
            ...options
        });
    }
}

export class Checklist extends HeyApiClient {
    /**
     * Hide the checklist
     *
     * Required scope of an API key: `keys`.
     */
    public hide<ThrowOnError extends boolean = false>(options?: Options<ChecklistHideData, ThrowOnError>): RequestResult<ChecklistHideResponses, ChecklistHideErrors, ThrowOnError> {
        return (options?.client ?? this.client).delete<ChecklistHideResponses, ChecklistHideErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/checklist',
            ...options
        });
    }
    
    /**
     * Get the checklist
     *
     * What the account has done of its first steps, however long ago.
     *
     * Required scope of an API key: `usage`.
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<ChecklistGetData, ThrowOnError>): RequestResult<ChecklistGetResponses, ChecklistGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ChecklistGetResponses, ChecklistGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/users/me/checklist',
            ...options
        });
    }
}

export class LiveTokens extends HeyApiClient {
    /**
     * Create a live token
     *
     * For pages in a browser, which must not hold an API key: it opens one session at `/v1/speech/live`, from any origin, as the subprotocol `token.<token>`. It ends with the API key or the session of the dashboard that made it, and so does the session that it opened. An access token makes none.
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options?: Options<LiveTokensCreateData, ThrowOnError>): RequestResult<LiveTokensCreateResponses, LiveTokensCreateErrors, ThrowOnError> {
        return (options?.client ?? this.client).post<LiveTokensCreateResponses, LiveTokensCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/live/tokens',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
}

export class ApiKeys extends HeyApiClient {
    /**
     * List API keys
     *
     * Required scope of an API key: `keys`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<ApiKeysListData, ThrowOnError>): RequestResult<ApiKeysListResponses, ApiKeysListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<ApiKeysListResponses, ApiKeysListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/api-keys',
            ...options
        });
    }
    
    /**
     * Create an API key
     *
     * The answer holds the secret, which is kept as a hash only and cannot be shown again. A key that is made with a key has no scope that its creator lacks: asking for one is 403 `insufficient_scope`. It ends with its creator at the latest. A key with a monthly limit, or one that was replaced, makes none: 403 `forbidden`.
     *
     * Required scope of an API key: `keys`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<ApiKeysCreateData, ThrowOnError>): RequestResult<ApiKeysCreateResponses, ApiKeysCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ApiKeysCreateResponses, ApiKeysCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/api-keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke an API key
     *
     * Every call that starts after the answer is refused. Revoking again changes nothing. Keys that were made with this one go on working unless `descendants` is `true`; the answer tells how many there are. Any key may revoke itself. A key revokes no other one that has a scope which it lacks (403 `insufficient_scope`) or that it was made with (403 `forbidden`), and none while it has a monthly limit or was replaced.
     *
     * Required scope of an API key: `keys`.
     */
    public revoke<ThrowOnError extends boolean = false>(options: Options<ApiKeysRevokeData, ThrowOnError>): RequestResult<ApiKeysRevokeResponses, ApiKeysRevokeErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<ApiKeysRevokeResponses, ApiKeysRevokeErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/api-keys/{api_key_id}',
            ...options
        });
    }
    
    /**
     * Limit an API key
     *
     * A call that would exceed the limit is 402 `monthly_limit_exceeded` and costs nothing. A key changes none that has a scope which it lacks (403 `insufficient_scope`) or that it was made with (403 `forbidden`), and none while it has a limit or was replaced.
     *
     * Required scope of an API key: `keys`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<ApiKeysUpdateData, ThrowOnError>): RequestResult<ApiKeysUpdateResponses, ApiKeysUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ApiKeysUpdateResponses, ApiKeysUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/api-keys/{api_key_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Rotate an API key
     *
     * With a grace period both keys work until it ends, and both count as live keys; without one the old key is revoked at once. A key that is revoked, expired or replaced already cannot be replaced. The new key has the scopes of the old one, its monthly limit and its expiry; a key cannot replace one that has a scope which it lacks, that it was made with, or that works longer than itself, and none while it has a monthly limit or was replaced.
     *
     * Required scope of an API key: `keys`.
     */
    public rotate<ThrowOnError extends boolean = false>(options: Options<ApiKeysRotateData, ThrowOnError>): RequestResult<ApiKeysRotateResponses, ApiKeysRotateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ApiKeysRotateResponses, ApiKeysRotateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/api-keys/{api_key_id}/rotate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class DeviceAuthorizations extends HeyApiClient {
    /**
     * Request a device key
     *
     * For programs without a browser, as in RFC 8628: show `verification_uri` and `user_code` to the person, who signs in there and compares the code. Meanwhile fetch the key every `interval` seconds.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<DeviceAuthorizationsCreateData, ThrowOnError>): RequestResult<DeviceAuthorizationsCreateResponses, DeviceAuthorizationsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DeviceAuthorizationsCreateResponses, DeviceAuthorizationsCreateErrors, ThrowOnError>({
            url: '/v1/device-authorizations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Redeem a device key
     *
     * 400 `authorization_pending` until the person has decided. A call that comes sooner than `interval` seconds after the last one is 400 `slow_down`. A device code gives one key, once.
     */
    public redeem<ThrowOnError extends boolean = false>(options: Options<DeviceAuthorizationsRedeemData, ThrowOnError>): RequestResult<DeviceAuthorizationsRedeemResponses, DeviceAuthorizationsRedeemErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DeviceAuthorizationsRedeemResponses, DeviceAuthorizationsRedeemErrors, ThrowOnError>({
            url: '/v1/device-authorizations/redeem',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a device request
     *
     * Required scope of an API key: `keys`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<DeviceAuthorizationsGetData, ThrowOnError>): RequestResult<DeviceAuthorizationsGetResponses, DeviceAuthorizationsGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<DeviceAuthorizationsGetResponses, DeviceAuthorizationsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/device-authorizations/{user_code}',
            ...options
        });
    }
    
    /**
     * Approve a device request
     *
     * A key that approves needs the scopes that are asked for, no monthly limit, and must not have been replaced. The program's key ends with it at the latest.
     *
     * Required scope of an API key: `keys`.
     */
    public approve<ThrowOnError extends boolean = false>(options: Options<DeviceAuthorizationsApproveData, ThrowOnError>): RequestResult<DeviceAuthorizationsApproveResponses, DeviceAuthorizationsApproveErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DeviceAuthorizationsApproveResponses, DeviceAuthorizationsApproveErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/device-authorizations/{user_code}/approve',
            ...options
        });
    }
    
    /**
     * Deny a device request
     *
     * Required scope of an API key: `keys`.
     */
    public deny<ThrowOnError extends boolean = false>(options: Options<DeviceAuthorizationsDenyData, ThrowOnError>): RequestResult<DeviceAuthorizationsDenyResponses, DeviceAuthorizationsDenyErrors, ThrowOnError> {
        return (options.client ?? this.client).post<DeviceAuthorizationsDenyResponses, DeviceAuthorizationsDenyErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/device-authorizations/{user_code}/deny',
            ...options
        });
    }
}

export class WebhookEndpoints extends HeyApiClient {
    /**
     * List webhook endpoints
     *
     * Required scope of an API key: `keys`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<WebhookEndpointsListData, ThrowOnError>): RequestResult<WebhookEndpointsListResponses, WebhookEndpointsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<WebhookEndpointsListResponses, WebhookEndpointsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints',
            ...options
        });
    }
    
    /**
     * Create a webhook endpoint
     *
     * Its address gets a POST for each event, signed by [Standard Webhooks](https://www.standardwebhooks.com) with the secret of the answer. An account may have ten.
     *
     * Required scope of an API key: `keys`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsCreateData, ThrowOnError>): RequestResult<WebhookEndpointsCreateResponses, WebhookEndpointsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<WebhookEndpointsCreateResponses, WebhookEndpointsCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a webhook endpoint
     *
     * No call is taken up after the answer; one that is being made ends.
     *
     * Required scope of an API key: `keys`.
     */
    public delete<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsDeleteData, ThrowOnError>): RequestResult<WebhookEndpointsDeleteResponses, WebhookEndpointsDeleteErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<WebhookEndpointsDeleteResponses, WebhookEndpointsDeleteErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}',
            ...options
        });
    }
    
    /**
     * Get a webhook endpoint
     *
     * Required scope of an API key: `keys`.
     */
    public get<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsGetData, ThrowOnError>): RequestResult<WebhookEndpointsGetResponses, WebhookEndpointsGetErrors, ThrowOnError> {
        return (options.client ?? this.client).get<WebhookEndpointsGetResponses, WebhookEndpointsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}',
            ...options
        });
    }
    
    /**
     * Update a webhook endpoint
     *
     * Required scope of an API key: `keys`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsUpdateData, ThrowOnError>): RequestResult<WebhookEndpointsUpdateResponses, WebhookEndpointsUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<WebhookEndpointsUpdateResponses, WebhookEndpointsUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Rotate a webhook secret
     *
     * Until the grace period ends every call has the signatures of both. The endpoint may also be that of `GET /v1/webhook-secret`.
     *
     * Required scope of an API key: `keys`.
     */
    public rotate<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsRotateData, ThrowOnError>): RequestResult<WebhookEndpointsRotateResponses, WebhookEndpointsRotateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<WebhookEndpointsRotateResponses, WebhookEndpointsRotateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}/rotate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List webhook deliveries
     *
     * Newest first. `payload` is the body without a transcript. The endpoint may also be that of `GET /v1/webhook-secret`, for the calls of `callback_url`.
     *
     * Required scope of an API key: `keys`.
     */
    public listDeliveries<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsListDeliveriesData, ThrowOnError>): RequestResult<WebhookEndpointsListDeliveriesResponses, WebhookEndpointsListDeliveriesErrors, ThrowOnError> {
        return (options.client ?? this.client).get<WebhookEndpointsListDeliveriesResponses, WebhookEndpointsListDeliveriesErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}/deliveries',
            ...options
        });
    }
    
    /**
     * Send a test event
     *
     * The event is `webhook.test`, whatever the endpoint is called for. It is sent once: where it fails, it is not tried again, and the endpoint does not count as failing. The list of calls tells how it went.
     *
     * Required scope of an API key: `keys`.
     */
    public test<ThrowOnError extends boolean = false>(options: Options<WebhookEndpointsTestData, ThrowOnError>): RequestResult<WebhookEndpointsTestResponses, WebhookEndpointsTestErrors, ThrowOnError> {
        return (options.client ?? this.client).post<WebhookEndpointsTestResponses, WebhookEndpointsTestErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-endpoints/{endpoint_id}/test',
            ...options
        });
    }
}

export class WebhookSecret extends HeyApiClient {
    /**
     * Get the callback secret
     *
     * It is made when it is needed first.
     *
     * Required scope of an API key: `keys`.
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<WebhookSecretGetData, ThrowOnError>): RequestResult<WebhookSecretGetResponses, WebhookSecretGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<WebhookSecretGetResponses, WebhookSecretGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-secret',
            ...options
        });
    }
}

export class WebhookDeliveries extends HeyApiClient {
    /**
     * Retry a webhook delivery
     *
     * Also one that was delivered. One that is being made stays as it is.
     *
     * Required scope of an API key: `keys`.
     */
    public retry<ThrowOnError extends boolean = false>(options: Options<WebhookDeliveriesRetryData, ThrowOnError>): RequestResult<WebhookDeliveriesRetryResponses, WebhookDeliveriesRetryErrors, ThrowOnError> {
        return (options.client ?? this.client).post<WebhookDeliveriesRetryResponses, WebhookDeliveriesRetryErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/webhook-deliveries/{delivery_id}/retry',
            ...options
        });
    }
}

export class Feedback extends HeyApiClient {
    /**
     * List feedback
     *
     * Admins get the feedback of all accounts.
     *
     * Required scope of an API key: `speech`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<FeedbackListData, ThrowOnError>): RequestResult<FeedbackListResponses, FeedbackListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<FeedbackListResponses, FeedbackListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/feedback',
            ...options
        });
    }
    
    /**
     * Send feedback
     *
     * Required scope of an API key: `speech`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<FeedbackCreateData, ThrowOnError>): RequestResult<FeedbackCreateResponses, FeedbackCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<FeedbackCreateResponses, FeedbackCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/feedback',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class ContactSubmissions extends HeyApiClient {
    /**
     * Contact the operator
     */
    public create<ThrowOnError extends boolean = false>(options: Options<ContactSubmissionsCreateData, ThrowOnError>): RequestResult<ContactSubmissionsCreateResponses, ContactSubmissionsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ContactSubmissionsCreateResponses, ContactSubmissionsCreateErrors, ThrowOnError>({
            url: '/v1/contact-submissions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Plans extends HeyApiClient {
    /**
     * List plans
     *
     * Required scope of an API key: `billing`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<PlansListData, ThrowOnError>): RequestResult<PlansListResponses, PlansListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<PlansListResponses, PlansListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/plans',
            ...options
        });
    }
}

export class Pricing extends HeyApiClient {
    /**
     * Get public prices
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<PricingGetData, ThrowOnError>): RequestResult<PricingGetResponses, PricingGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<PricingGetResponses, PricingGetErrors, ThrowOnError>({ url: '/pricing.json', ...options });
    }
}

export class Subscriptions extends HeyApiClient {
    /**
     * Subscribe to a plan
     *
     * The plan begins, or follows what is paid, when the order is paid: see the preview. It does not renew by itself. An open order for the plan at its present price is answered again, with 200.
     *
     * Required scope of an API key: `billing`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<SubscriptionsCreateData, ThrowOnError>): RequestResult<SubscriptionsCreateResponses, SubscriptionsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SubscriptionsCreateResponses, SubscriptionsCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/subscriptions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Preview a plan change
     *
     * What is due, when the plan begins, and which credits remain, are carried over or end, as if it were paid now. It changes nothing, and is refused as the checkout is.
     *
     * Required scope of an API key: `billing`.
     */
    public getPreview<ThrowOnError extends boolean = false>(options: Options<SubscriptionsGetPreviewData, ThrowOnError>): RequestResult<SubscriptionsGetPreviewResponses, SubscriptionsGetPreviewErrors, ThrowOnError> {
        return (options.client ?? this.client).get<SubscriptionsGetPreviewResponses, SubscriptionsGetPreviewErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/subscriptions/preview',
            ...options
        });
    }
    
    /**
     * Cancel the subscription
     *
     * It can be used until then. A subscription that is past due ends at once.
     *
     * Required scope of an API key: `billing`.
     */
    public cancelCurrent<ThrowOnError extends boolean = false>(options?: Options<SubscriptionsCancelCurrentData, ThrowOnError>): RequestResult<SubscriptionsCancelCurrentResponses, SubscriptionsCancelCurrentErrors, ThrowOnError> {
        return (options?.client ?? this.client).delete<SubscriptionsCancelCurrentResponses, SubscriptionsCancelCurrentErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/subscriptions/current',
            ...options
        });
    }
    
    /**
     * Get the subscription
     *
     * Required scope of an API key: `billing`.
     */
    public getCurrent<ThrowOnError extends boolean = false>(options?: Options<SubscriptionsGetCurrentData, ThrowOnError>): RequestResult<SubscriptionsGetCurrentResponses, SubscriptionsGetCurrentErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<SubscriptionsGetCurrentResponses, SubscriptionsGetCurrentErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/subscriptions/current',
            ...options
        });
    }
}

export class TopUps extends HeyApiClient {
    /**
     * List credit packs
     *
     * Required scope of an API key: `billing`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<TopUpsListData, ThrowOnError>): RequestResult<TopUpsListResponses, TopUpsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<TopUpsListResponses, TopUpsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/top-ups',
            ...options
        });
    }
    
    /**
     * Buy a credit pack
     *
     * The credits are added once, soon after the order is paid, and do not expire. An open order for the pack at its present price is answered again, with 200.
     *
     * Required scope of an API key: `billing`.
     */
    public create<ThrowOnError extends boolean = false>(options: Options<TopUpsCreateData, ThrowOnError>): RequestResult<TopUpsCreateResponses, TopUpsCreateErrors, ThrowOnError> {
        return (options.client ?? this.client).post<TopUpsCreateResponses, TopUpsCreateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/top-ups',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Payments extends HeyApiClient {
    /**
     * List payments
     *
     * `from` and `to` are the days of payment.
     *
     * Required scope of an API key: `billing`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<PaymentsListData, ThrowOnError>): RequestResult<PaymentsListResponses, PaymentsListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<PaymentsListResponses, PaymentsListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/payments',
            ...options
        });
    }
    
    /**
     * Download a receipt
     *
     * Required scope of an API key: `billing`.
     */
    public getReceipt<ThrowOnError extends boolean = false>(options: Options<PaymentsGetReceiptData, ThrowOnError>): RequestResult<PaymentsGetReceiptResponses, PaymentsGetReceiptErrors, ThrowOnError> {
        return (options.client ?? this.client).get<PaymentsGetReceiptResponses, PaymentsGetReceiptErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/payments/{payments_order_id}/receipt',
            ...options
        });
    }
}

export class Orders extends HeyApiClient {
    /**
     * List unpaid orders
     *
     * A checkout for the same plan or pack leads back to its order. An order that is not paid within a week is offered no longer.
     *
     * Required scope of an API key: `billing`.
     */
    public list<ThrowOnError extends boolean = false>(options?: Options<OrdersListData, ThrowOnError>): RequestResult<OrdersListResponses, OrdersListErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<OrdersListResponses, OrdersListErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/orders',
            ...options
        });
    }
    
    /**
     * Cancel an unpaid order
     *
     * It is offered no longer. A payment for it that comes all the same counts. Refused with 409 while a payment is under way, and after 20 in a week.
     *
     * Required scope of an API key: `billing`.
     */
    public cancel<ThrowOnError extends boolean = false>(options: Options<OrdersCancelData, ThrowOnError>): RequestResult<OrdersCancelResponses, OrdersCancelErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<OrdersCancelResponses, OrdersCancelErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/orders/{payments_order_id}',
            ...options
        });
    }
}

export class BillingDetails extends HeyApiClient {
    /**
     * Get billing details
     *
     * Required scope of an API key: `billing`.
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<BillingDetailsGetData, ThrowOnError>): RequestResult<BillingDetailsGetResponses, BillingDetailsGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<BillingDetailsGetResponses, BillingDetailsGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/billing-details',
            ...options
        });
    }
    
    /**
     * Update billing details
     *
     * Receipts have them from their next download on, those of earlier payments, too.
     *
     * Required scope of an API key: `billing`.
     */
    public update<ThrowOnError extends boolean = false>(options: Options<BillingDetailsUpdateData, ThrowOnError>): RequestResult<BillingDetailsUpdateResponses, BillingDetailsUpdateErrors, ThrowOnError> {
        return (options.client ?? this.client).put<BillingDetailsUpdateResponses, BillingDetailsUpdateErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/billing-details',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}

export class Usage extends HeyApiClient {
    /**
     * Get usage and credits
     *
     * Completed requests by the day on which they ended (UTC), the last 30 days unless `from` and `to` say otherwise. Demo calls and failed requests cost nothing and are not counted; `errors` of `keys` says what failed, `cancelled_count` what was stopped.
     *
     * Required scope of an API key: `usage`.
     */
    public get<ThrowOnError extends boolean = false>(options?: Options<UsageGetData, ThrowOnError>): RequestResult<UsageGetResponses, UsageGetErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<UsageGetResponses, UsageGetErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/usage',
            ...options
        });
    }
    
    /**
     * List credit changes
     *
     * What was granted, bought, used, corrected, withdrawn and expired, with the balance after each. The requests of a day (UTC) are one change.
     *
     * Required scope of an API key: `usage`.
     */
    public listLedger<ThrowOnError extends boolean = false>(options?: Options<UsageListLedgerData, ThrowOnError>): RequestResult<UsageListLedgerResponses, UsageListLedgerErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<UsageListLedgerResponses, UsageListLedgerErrors, ThrowOnError>({
            security: [{ name: 'X-API-Key', type: 'apiKey' }, { scheme: 'bearer', type: 'http' }],
            url: '/v1/usage/ledger',
            ...options
        });
    }
}

export class Health extends HeyApiClient {
    /**
     * Check liveness
     */
    public getLiveness<ThrowOnError extends boolean = false>(options?: Options<HealthGetLivenessData, ThrowOnError>): RequestResult<HealthGetLivenessResponses, HealthGetLivenessErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<HealthGetLivenessResponses, HealthGetLivenessErrors, ThrowOnError>({ url: '/healthz', ...options });
    }
    
    /**
     * Check readiness
     *
     * Asks each dependency at most once a second, however many calls there are.
     */
    public getReadiness<ThrowOnError extends boolean = false>(options?: Options<HealthGetReadinessData, ThrowOnError>): RequestResult<HealthGetReadinessResponses, HealthGetReadinessErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<HealthGetReadinessResponses, HealthGetReadinessErrors, ThrowOnError>({ url: '/readyz', ...options });
    }
}

export class Api extends HeyApiClient {
    public static readonly __registry: HeyApiRegistry<Api> = new HeyApiRegistry<Api>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        Api.__registry.set(this, args?.key);
    }
    
    private _demo?: Demo;
    get demo(): Demo {
        return this._demo ??= new Demo({ client: this.client });
    }
    
    private _speech?: Speech;
    get speech(): Speech {
        return this._speech ??= new Speech({ client: this.client });
    }
    
    private _requests?: Requests;
    get requests(): Requests {
        return this._requests ??= new Requests({ client: this.client });
    }
    
    private _batches?: Batches;
    get batches(): Batches {
        return this._batches ??= new Batches({ client: this.client });
    }
    
    private _voices?: Voices;
    get voices(): Voices {
        return this._voices ??= new Voices({ client: this.client });
    }
    
    private _engines?: Engines;
    get engines(): Engines {
        return this._engines ??= new Engines({ client: this.client });
    }
    
    private _languages?: Languages;
    get languages(): Languages {
        return this._languages ??= new Languages({ client: this.client });
    }
    
    private _examples?: Examples;
    get examples(): Examples {
        return this._examples ??= new Examples({ client: this.client });
    }
    
    private _keyTermLists?: KeyTermLists;
    get keyTermLists(): KeyTermLists {
        return this._keyTermLists ??= new KeyTermLists({ client: this.client });
    }
    
    private _pronunciationDictionaries?: PronunciationDictionaries;
    get pronunciationDictionaries(): PronunciationDictionaries {
        return this._pronunciationDictionaries ??= new PronunciationDictionaries({ client: this.client });
    }
    
    private _documents?: Documents;
    get documents(): Documents {
        return this._documents ??= new Documents({ client: this.client });
    }
    
    private _account?: Account;
    get account(): Account {
        return this._account ??= new Account({ client: this.client });
    }
    
    private _sessions?: Sessions;
    get sessions(): Sessions {
        return this._sessions ??= new Sessions({ client: this.client });
    }
    
    private _checklist?: Checklist;
    get checklist(): Checklist {
        return this._checklist ??= new Checklist({ client: this.client });
    }
    
    private _liveTokens?: LiveTokens;
    get liveTokens(): LiveTokens {
        return this._liveTokens ??= new LiveTokens({ client: this.client });
    }
    
    private _apiKeys?: ApiKeys;
    get apiKeys(): ApiKeys {
        return this._apiKeys ??= new ApiKeys({ client: this.client });
    }
    
    private _deviceAuthorizations?: DeviceAuthorizations;
    get deviceAuthorizations(): DeviceAuthorizations {
        return this._deviceAuthorizations ??= new DeviceAuthorizations({ client: this.client });
    }
    
    private _webhookEndpoints?: WebhookEndpoints;
    get webhookEndpoints(): WebhookEndpoints {
        return this._webhookEndpoints ??= new WebhookEndpoints({ client: this.client });
    }
    
    private _webhookSecret?: WebhookSecret;
    get webhookSecret(): WebhookSecret {
        return this._webhookSecret ??= new WebhookSecret({ client: this.client });
    }
    
    private _webhookDeliveries?: WebhookDeliveries;
    get webhookDeliveries(): WebhookDeliveries {
        return this._webhookDeliveries ??= new WebhookDeliveries({ client: this.client });
    }
    
    private _feedback?: Feedback;
    get feedback(): Feedback {
        return this._feedback ??= new Feedback({ client: this.client });
    }
    
    private _contactSubmissions?: ContactSubmissions;
    get contactSubmissions(): ContactSubmissions {
        return this._contactSubmissions ??= new ContactSubmissions({ client: this.client });
    }
    
    private _plans?: Plans;
    get plans(): Plans {
        return this._plans ??= new Plans({ client: this.client });
    }
    
    private _pricing?: Pricing;
    get pricing(): Pricing {
        return this._pricing ??= new Pricing({ client: this.client });
    }
    
    private _subscriptions?: Subscriptions;
    get subscriptions(): Subscriptions {
        return this._subscriptions ??= new Subscriptions({ client: this.client });
    }
    
    private _topUps?: TopUps;
    get topUps(): TopUps {
        return this._topUps ??= new TopUps({ client: this.client });
    }
    
    private _payments?: Payments;
    get payments(): Payments {
        return this._payments ??= new Payments({ client: this.client });
    }
    
    private _orders?: Orders;
    get orders(): Orders {
        return this._orders ??= new Orders({ client: this.client });
    }
    
    private _billingDetails?: BillingDetails;
    get billingDetails(): BillingDetails {
        return this._billingDetails ??= new BillingDetails({ client: this.client });
    }
    
    private _usage?: Usage;
    get usage(): Usage {
        return this._usage ??= new Usage({ client: this.client });
    }
    
    private _health?: Health;
    get health(): Health {
        return this._health ??= new Health({ client: this.client });
    }
}
