import type { ReactNode } from "react";
import { measuredFigures } from "./measured-figures.ts";
import { type Message, rich, t } from "#web/messages/translate.ts";

const points = [
  [
    "Text to speech",
    "Natural voices in six languages and basic voices in over 110, as WAV, MP3, Ogg or FLAC, at half to double speed.",
  ],
  ["Speech to text", "Transcribe recordings of up to an hour, with word timestamps or as SRT and WebVTT subtitles."],
  ["Custom voices", "Create a voice with similar pitch, timbre and tone colour from a short sample."],
  [
    "Reliable",
    "Accepted requests are never lost. Requests that fail are free; speech that you stop early costs what you were sent.",
  ],
] as const satisfies readonly (readonly [title: Message, text: Message])[];

/** The properties of the service. */
export const Points = () => (
  <section className="points" aria-label={t("Features")}>
    {points.map(([title, text]) => (
      <div key={title}>
        <h2>{t(title)}</h2>
        <p>{t(text)}</p>
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
    "Drop-in replacement",
    "The clients of OpenAI, Deepgram, ElevenLabs, AssemblyAI and Sarvam work with a changed address.",
    "/docs/openai",
  ],
  ["Smart home", "Home Assistant speaks and listens by your own machine.", "/docs/home-assistant"],
] as const satisfies readonly (readonly [title: Message, text: Message, address: string])[];

/** The work that the service is used for, each with the page that shows how. */
export const UseCases = () => (
  <section aria-labelledby="uses-title">
    <h2 id="uses-title">{t("Use cases")}</h2>
    <ul className="plain use-cases">
      {cases.map(([title, text, address]) => (
        <li key={title} className="card">
          <h3>
            <a href={address}>{t(title)}</a>
          </h3>
          <p>{t(text)}</p>
        </li>
      ))}
    </ul>
  </section>
);

const measuredLink = (words: ReactNode): ReactNode => <a href="/docs/measured">{words}</a>;

/** Measured figures, each with the command that anyone can run. */
export const Figures = () => (
  <section aria-labelledby="measured-title">
    <h2 id="measured-title">{t("Measured, not promised")}</h2>
    <dl className="figures">
      {measuredFigures.map(({ value, what, command }) => (
        <div key={value} className="card">
          <dt>{t(what)}</dt>
          <dd>{t(value)}</dd>
          <dd className="soft">
            <a href="/docs/measured">
              <code>{command}</code>
            </a>
          </dd>
        </div>
      ))}
    </dl>
    <p className="hint">
      {rich(
        "On a machine with two processor cores, with everything else of the service on it. <link>More figures, with their days and baselines</link>; the commands print those of your machine.",
        { link: measuredLink },
      )}
    </p>
  </section>
);
