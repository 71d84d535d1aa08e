/** The part of sherpa-onnx-node that is used here; it brings no types. */
declare module "sherpa-onnx-node" {
  interface Transducer {
    readonly encoder: string;
    readonly decoder: string;
    readonly joiner: string;
  }

  /** One of the shapes in which a model for whole pieces is named. */
  export type OfflineModel =
    | { readonly moonshine: { readonly encoder: string; readonly mergedDecoder: string } }
    | { readonly transducer: Transducer; readonly modelType: "nemo_transducer" }
    | { readonly nemoCtc: { readonly model: string } }
    | { readonly omnilingual: { readonly model: string } }
    | {
        readonly senseVoice: {
          readonly model: string;
          readonly language: string;
          readonly useInverseTextNormalization: 0 | 1;
        };
      }
    | {
        readonly whisper: {
          readonly encoder: string;
          readonly decoder: string;
          /** Empty: it is found out. */
          readonly language: string;
          readonly task: string;
        };
      };

  export interface OnlineModel {
    readonly transducer: Transducer;
  }

  interface Runtime {
    readonly tokens: string;
    readonly numThreads: number;
    readonly provider: "cpu";
    readonly debug: 0 | 1;
  }

  interface RecognizerConfig<Model> {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
    readonly modelConfig: Model & Runtime;
  }

  interface OnlineRecognizerConfig extends RecognizerConfig<OnlineModel> {
    readonly decodingMethod: string;
    readonly enableEndpoint: 0 | 1;
  }

  /** Samples are −1 to 1. */
  interface Sound {
    readonly sampleRate: number;
    readonly samples: Float32Array;
  }

  class OfflineStream {
    acceptWaveform(sound: Sound): void;
  }

  class OfflineRecognizer {
    static createAsync(config: RecognizerConfig<OfflineModel>): Promise<OfflineRecognizer>;
    /** Sets the language of Whisper and SenseVoice. */
    setConfig(config: RecognizerConfig<OfflineModel>): void;
    createStream(): OfflineStream;
    /** Works in a thread of its own. */
    decodeAsync(stream: OfflineStream): Promise<unknown>;
  }

  class OnlineStream {
    acceptWaveform(sound: Sound): void;
    inputFinished(): void;
  }

  class OnlineRecognizer {
    constructor(config: OnlineRecognizerConfig);
    createStream(): OnlineStream;
    /** True when there is sound for a step. */
    isReady(stream: OnlineStream): boolean;
    /** One step. */
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): unknown;
  }

  interface VadConfig {
    readonly sileroVad: {
      readonly model: string;
      readonly threshold: number;
      /** Seconds. */
      readonly minSpeechDuration: number;
      readonly minSilenceDuration: number;
      readonly maxSpeechDuration: number;
      /** Samples. */
      readonly windowSize: number;
    };
    readonly sampleRate: number;
    readonly debug: boolean;
    readonly numThreads: number;
  }

  class Vad {
    constructor(config: VadConfig, bufferSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** True while speech goes on. */
    isDetected(): boolean;
    front(enableExternalBuffer: boolean): { readonly start: number; readonly samples: Float32Array };
    pop(): void;
    flush(): void;
    reset(): void;
  }

  const sherpa: {
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly Vad: typeof Vad;
  };
  export default sherpa;
}
