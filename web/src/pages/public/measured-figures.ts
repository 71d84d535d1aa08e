import type { Message } from "#web/messages/translate.ts";

/** A figure of the page "Measured" of the documentation, with the command that printed it. */
interface MeasuredFigure {
  readonly value: Message;
  readonly what: Message;
  readonly command: string;
  /** The row of that page that holds it, word for word. */
  readonly row: string;
}

/** Figures of a machine with two cores. */
export const measuredFigures: readonly MeasuredFigure[] = [
  {
    value: "0.9 s",
    what: "until the first sound of a text of 99 words that is streamed, at the median",
    command: "npm run bench -- stream --services",
    row: "| streamed, median | ms | 934 | 893 |",
  },
  {
    value: "97.8 %",
    what: "of the words are understood when English sentences with numbers, dates and units are spoken",
    command: "npm run bench -- tts --services",
    row: "| words of 42 English sentences that are misheard, beside flite alone | % | 18.1 | 2.23 |",
  },
  {
    value: "95.7 %",
    what: "of the words of clear English recordings are transcribed correctly",
    command: "npm run bench -- asr",
    row: "| one by one | 3.35 | 4.27 |",
  },
  {
    value: "35× real time",
    what: "is the speed of transcription: 35 seconds of recordings in a second",
    command: "npm run bench -- asr",
    row: "| asr: throughput | audio s/s | 42.5 | 35.6 |",
  },
];
