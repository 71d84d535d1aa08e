/** The parts of the audio worklet's own scope that are used here; the types of the pages do not have them. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

const packetSeconds = 0.1;
const loudest = 32_767;

/** Sends what a microphone hears to the page: 16-bit samples of one channel, a tenth of a second at a time. */
class Microphone extends AudioWorkletProcessor {
  private packet = new Int16Array(Math.round(sampleRate * packetSeconds));
  private filled = 0;

  process([channels]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of channels?.[0] ?? []) {
      this.packet[this.filled] = Math.max(-1, Math.min(1, sample)) * loudest;
      this.filled += 1;
      if (this.filled < this.packet.length) continue;
      this.port.postMessage(this.packet.buffer, [this.packet.buffer]);
      this.packet = new Int16Array(Math.round(sampleRate * packetSeconds));
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor("microphone", Microphone);
