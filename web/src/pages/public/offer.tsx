import { measuredFigures } from "./measured-figures.ts";

const points = [
  [
    "Speak",
    "Natural voices in six languages and basic voices in over 110, as WAV, MP3, Ogg or FLAC, at half to double speed.",
  ],
  ["Listen", "Transcribe recordings of up to an hour, with word timestamps or as SRT and WebVTT subtitles."],
  ["Custom voices", "Create a voice with similar pitch, timbre and tone colour from a short sample."],
  [
    "Reliable",
    "Accepted requests are never lost. Requests that fail are free; speech that you stop early costs what you were sent.",
  ],
] as const;

/** The properties of the service. */
export const Points = () => (
  <section className="points" aria-label="Features">
    {points.map(([title, text]) => (
      <div key={title}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    ))}
  </section>
);

const cases = [
  [
    "Voice agents",
    "Words while people speak, and speech that begins with its first sentence, over WebSockets. Works with pipecat and LiveKit.",
    "/docs/live",
  ],
  [
    "Calls and meetings",
    "Who speaks when, each channel by itself, and personal data replaced before anything is stored.",
    "/docs/speakers",
  ],
  ["Captions", "SRT and WebVTT that can be read: two short lines, cut at clauses and breaths.", "/docs/subtitles"],
  [
    "Narration and learning",
    "Numbers, dates and formulas are read as a person would, with your own pronunciations.",
    "/docs/spoken-text",
  ],
  [
    "Another service replaced",
    "The clients of OpenAI, Deepgram, ElevenLabs, AssemblyAI and Sarvam work with a changed address.",
    "/docs/openai",
  ],
  ["A smart home", "Home Assistant speaks and listens by your own machine.", "/docs/home-assistant"],
] as const;

/** The work that the service is used for, each with the page that shows how. */
export const UseCases = () => (
  <section aria-labelledby="uses-title">
    <h2 id="uses-title">What it is used for</h2>
    <ul className="plain use-cases">
      {cases.map(([title, text, address]) => (
        <li key={title} className="card">
          <h3>
            <a href={address}>{title}</a>
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

/** Measured figures, each with the command that anyone can run. */
export const Figures = () => (
  <section aria-labelledby="measured-title">
    <h2 id="measured-title">Measured, not promised</h2>
    <dl className="figures">
      {measuredFigures.map(({ value, what, command }) => (
        <div key={value} className="card">
          <dt>{what}</dt>
          <dd>{value}</dd>
          <dd className="soft">
            <code>{command}</code>
          </dd>
        </div>
      ))}
    </dl>
    <p className="hint">
      On a machine with two processor cores, with everything else of the service on it.{" "}
      <a href="/docs/measured">More figures, with their days and baselines</a>; the commands print those of your
      machine.
    </p>
  </section>
);
