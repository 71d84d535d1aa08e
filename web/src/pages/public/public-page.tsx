import { signInAddress, signUpAddress } from "#web/api/session.ts";
import { Brand, SkipLink } from "#web/components/site-brand.tsx";
import { LanguageSwitch } from "#web/components/language-switch.tsx";
import { ThemeSwitch } from "#web/components/theme.tsx";
import { isSignedIn, siteLink, siteName } from "#web/components/site.ts";
import { Code } from "./code.tsx";
import { Contact } from "./contact.tsx";
import { Demo, useDemo } from "./demo.tsx";
import { ExampleRecording, ExampleVoices } from "./examples.tsx";
import { Figures, Points, UseCases } from "./offer.tsx";
import { Pricing } from "./pricing.tsx";
import { StudioOffer } from "./studio-offer.tsx";
import { t } from "#web/messages/translate.ts";

/** Where the dashboard is, or how to get one. */
const AccountLinks = () =>
  isSignedIn() ? (
    <a className="button" href="/account">
      {t("Dashboard")}
    </a>
  ) : (
    <div className="account-links">
      <a className="button plain" href={signInAddress("/account")}>
        {t("Sign in")}
      </a>
      <a className="button" href={signUpAddress("/account")}>
        {t("Get started")}
      </a>
    </div>
  );

const operatorLinks = [
  ["status", t("Status")],
  ["source", t("Source code")],
  ["terms", t("Terms")],
  ["privacy", t("Privacy")],
] as const;

const Footer = () => (
  <footer className="site-footer">
    <Brand />
    <nav aria-label={t("Footer")}>
      <a href="/docs">{t("Documentation")}</a>
      <a href="/docs/reference">{t("API reference")}</a>
      <a href="/docs/your-account">{t("Your data")}</a>
      <a href="/docs/security">{t("Security")}</a>
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
    <LanguageSwitch />
  </footer>
);

const Header = () => (
  <header className="site-header">
    <Brand />
    <nav aria-label={t("Page")}>
      <a href="#listen">{t("Voices")}</a>
      <a href="#demo">{t("Try it")}</a>
      <a href="#prices">{t("Pricing")}</a>
      <a href="#contact">{t("Contact")}</a>
      <a href="/docs">{t("Documentation")}</a>
    </nav>
    <AccountLinks />
  </header>
);

const Hero = () => (
  <section className="hero">
    <div className="hero-text">
      <h1>{t("Turn text into speech, and speech into text.")}</h1>
      <p className="lead">
        {t(
          "Open-source text-to-speech, speech-to-text and custom voices behind one HTTP API. It runs on your own machine, and texts and recordings stay there.",
        )}
      </p>
      <div className="row">
        <a className="button" href={isSignedIn() ? "/account" : signUpAddress("/account")}>
          {isSignedIn() ? t("Open the dashboard") : t("Sign up free")}
        </a>
        <a className="button quiet" href="/docs">
          {t("Read the documentation")}
        </a>
      </div>
      <p className="hero-links">
        <a href="/docs/install">{t("Install it yourself")}</a>
        {siteLink("source") !== null && <a href={siteLink("source") ?? ""}>{t("Source code")}</a>}
      </p>
    </div>
    <ExampleRecording />
  </section>
);

/** The public page: introduction, use cases, voices, demo, studio, figures, pricing and contact form. */
export function PublicPage() {
  const demo = useDemo();
  return (
    <>
      <title>{t("{site}: text to speech and speech to text", { site: siteName() })}</title>
      <SkipLink />
      <Header />
      <main id="main" className="public" tabIndex={-1}>
        <Hero />
        <ExampleVoices onUse={demo.use} />
        <Demo demo={demo} />
        <UseCases />
        <StudioOffer />
        <Points />
        <Code />
        <Figures />
        <Pricing />
        <Contact />
      </main>
      <Footer />
    </>
  );
}
