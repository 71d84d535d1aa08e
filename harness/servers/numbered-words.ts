/** Sound at 16 kHz, 16 bits, in which number after number is said: two a second, each sample of the number n being n. */
const sampleRate = 16_000;
const wordSamples = 8_000;
/** Samples of a number that are not silence. */
export const voiceSamples = 5_600;
/** The words of a final. */
const wordsInFinal = 3;

/** The second at which the words of so much sound end. */
export const numbersIn = (seconds: number): readonly string[] =>
  Array.from({ length: Math.floor((seconds * sampleRate) / wordSamples) }, (_, index) => `${index + 1}`);

/** The sound between two seconds. */
export function numberedSound(from: number, to: number): Buffer {
  const [first, last] = [Math.round(from * sampleRate), Math.round(to * sampleRate)];
  const samples = Int16Array.from({ length: Math.max(0, last - first) }, (_, index) => {
    const place = first + index;
    return place % wordSamples < voiceSamples ? Math.floor(place / wordSamples) + 1 : 0;
  });
  return Buffer.from(samples.buffer);
}

interface HeardNumber {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Listener {
  readonly onSpeech: (at: number) => void;
  readonly onFinal: (id: number, text: string, times: { readonly start: number; readonly end: number }) => void;
}

/** Says the numbers that are in the sound, three in a final; one of which a part is missing has a question mark. */
export function createNumberListener({ onSpeech, onFinal }: Listener) {
  const state = { heard: 0, value: 0, since: 0, id: 0, open: new Array<HeardNumber>() };
  const tell = (): void => {
    const [first, last] = [state.open[0], state.open.at(-1)];
    if (first === undefined || last === undefined) return;
    const text = state.open.map((one) => one.text).join(" ");
    onFinal((state.id += 1), text, { start: first.start, end: last.end });
    state.open = [];
  };
  const endNumber = (): void => {
    if (state.value === 0) return;
    const isWhole = state.heard - state.since === voiceSamples;
    const text = `${state.value}${isWhole ? "" : "?"}`;
    state.open.push({ text, start: state.since / sampleRate, end: state.heard / sampleRate });
    if (state.open.length === wordsInFinal) tell();
  };
  const hearSample = (value: number): void => {
    if (value !== state.value) {
      endNumber();
      if (value !== 0 && state.open.length === 0) onSpeech(state.heard / sampleRate);
      [state.value, state.since] = [value, state.heard];
    }
    state.heard += 1;
  };
  return {
    hear: (sound: Buffer): void => {
      for (let at = 0; at + 1 < sound.length; at += 2) hearSample(sound.readInt16LE(at));
    },
    /** Ends the open number, and says what was not said. */
    end: (): void => {
      endNumber();
      state.value = 0;
      tell();
    },
  };
}
