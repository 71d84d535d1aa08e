/** What we use of sherpa-onnx-node, which brings no types. */
declare module "sherpa-onnx-node" {
  interface RecognizerConfig {
    readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
    readonly modelConfig: {
      readonly moonshine: { readonly encoder: string; readonly mergedDecoder: string };
      readonly tokens: string;
      readonly numThreads: number;
      readonly provider: "cpu";
      readonly debug: 0 | 1;
    };
  }

  /** Samples are −1 to 1. */
  class OfflineStream {
    acceptWaveform(sound: { readonly sampleRate: number; readonly samples: Float32Array }): void;
  }

  class OfflineRecognizer {
    static createAsync(config: RecognizerConfig): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    /** Works in a thread of its own. */
    decodeAsync(stream: OfflineStream): Promise<unknown>;
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

  const sherpa: { readonly OfflineRecognizer: typeof OfflineRecognizer; readonly Vad: typeof Vad };
  export default sherpa;
}
