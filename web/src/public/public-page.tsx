import { Contact } from "./contact.tsx";
import { Demo } from "./demo.tsx";
import { Prices } from "./prices.tsx";

const Header = () => (
  <header className="site-header">
    <a className="brand" href="/">
      <span className="mark" aria-hidden="true" />
      Speech service
    </a>
    <nav aria-label="This page">
      <a href="#demo">Try it</a>
      <a href="#prices">Prices</a>
      <a href="#contact">Contact</a>
      <a href="/docs">Documentation</a>
    </nav>
    <a className="button" href="/auth/login?return_to=/account">
      Sign in
    </a>
  </header>
);

const points = [
  [
    "Speak",
    "Natural voices in six languages, simple ones in over 110, as WAV, MP3, Ogg or FLAC, at half to double speed.",
  ],
  ["Listen", "Recordings up to an hour become text with the time of every word, or subtitles as SRT and WebVTT."],
  ["Your own voices", "A short sample becomes a voice with similar pitch, timbre and tone colour."],
  ["Nothing is lost", "What is accepted is kept until it is done. What fails costs nothing."],
] as const;

/** What anybody sees: what this is, a demo, the prices, and a way to write. */
export const PublicPage = () => (
  <>
    <title>Speech service: text to speech and speech to text</title>
    <a className="skip" href="#main">
      Skip to the content
    </a>
    <Header />
    <main id="main" className="public" tabIndex={-1}>
      <section className="hero">
        <h1>Text that speaks. Speech that reads.</h1>
        <p className="lead">
          Text-to-speech, speech-to-text and custom voices behind one HTTP API. Try both directions here, without an
          account.
        </p>
      </section>
      <Demo />
      <section className="points" aria-label="What it does">
        {points.map(([title, text]) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <Prices />
      <Contact />
    </main>
    <footer className="site-footer">
      <a href="/docs">Documentation</a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/auth/login?return_to=/account">Sign in</a>
    </footer>
  </>
);
