import { signInAddress, signUpAddress } from "#web/api/session.ts";
import { Brand, SkipLink } from "#web/components/site-brand.tsx";
import { ThemeSwitch } from "#web/components/theme.tsx";
import { isSignedIn, siteLink, siteName } from "#web/components/site.ts";
import { Code } from "./code.tsx";
import { Contact } from "./contact.tsx";
import { Demo, useDemo } from "./demo.tsx";
import { ExampleRecording, ExampleVoices } from "./examples.tsx";
import { Figures, Points, UseCases } from "./offer.tsx";
import { Pricing } from "./pricing.tsx";

/** Where the dashboard is, or how to get one. */
const AccountLinks = () =>
  isSignedIn() ? (
    <a className="button" href="/account">
      Dashboard
    </a>
  ) : (
    <div className="account-links">
      <a className="button plain" href={signInAddress("/account")}>
        Sign in
      </a>
      <a className="button" href={signUpAddress("/account")}>
        Get started
      </a>
    </div>
  );

const operatorLinks = [
  ["status", "Status"],
  ["source", "Source code"],
  ["terms", "Terms"],
  ["privacy", "Privacy"],
] as const;

const Footer = () => (
  <footer className="site-footer">
    <Brand />
    <nav aria-label="Footer">
      <a href="/docs">Documentation</a>
      <a href="/docs/reference">API reference</a>
      <a href="/docs/your-account">Your data</a>
      <a href="/docs/security">Security</a>
      {operatorLinks.map(([name, label]) => {
        const address = siteLink(name);
        return (
          address !== null && (
            <a key={name} href={address}>
              {label}
            </a>
          )
        );
      })}
    </nav>
    <ThemeSwitch />
  </footer>
);

const Header = () => (
  <header className="site-header">
    <Brand />
    <nav aria-label="Page">
      <a href="#listen">Voices</a>
      <a href="#demo">Try it</a>
      <a href="#prices">Pricing</a>
      <a href="#contact">Contact</a>
      <a href="/docs">Documentation</a>
    </nav>
    <AccountLinks />
  </header>
);

const Hero = () => (
  <section className="hero">
    <div className="hero-text">
      <h1>Turn text into speech, and speech into text.</h1>
      <p className="lead">
        Text-to-speech, speech-to-text and custom voices behind one HTTP API. Listen and transcribe here, without an
        account.
      </p>
      <div className="row">
        <a className="button" href={isSignedIn() ? "/account" : signUpAddress("/account")}>
          {isSignedIn() ? "Open the dashboard" : "Sign up free"}
        </a>
        <a className="button quiet" href="/docs">
          Read the documentation
        </a>
      </div>
    </div>
    <ExampleRecording />
  </section>
);

/** The public page: introduction, voices, demo, uses, figures, pricing and contact form. */
export function PublicPage() {
  const demo = useDemo();
  return (
    <>
      <title>{`${siteName()}: text to speech and speech to text`}</title>
      <SkipLink />
      <Header />
      <main id="main" className="public" tabIndex={-1}>
        <Hero />
        <ExampleVoices onUse={demo.use} />
        <Demo demo={demo} />
        <Points />
        <UseCases />
        <Code />
        <Figures />
        <Pricing />
        <Contact />
      </main>
      <Footer />
    </>
  );
}
