import { signUpAddress } from "#web/api/session.ts";
import { isSignedIn } from "#web/components/site.ts";
import { t } from "#web/messages/translate.ts";
import dark from "./studio-dark.png";
import light from "./studio-light.png";

const studio = "/account/studio";
const pictures = Object.entries({ light, dark });

/** The studio with a picture of it in each theme (`npm run site-images`). */
export const StudioOffer = () => (
  <section className="studio-offer" aria-labelledby="studio-title">
    <div>
      <h2 id="studio-title">{t("The studio")}</h2>
      <p>
        {t(
          "Speak, transcribe and compare voices in the browser. Each take has its waveform, its words, a download and its cost, and every call can be shown as code.",
        )}
      </p>
      <p>
        <a className="button quiet" href={isSignedIn() ? studio : signUpAddress(studio)}>
          {t("Open the studio")}
        </a>
      </p>
    </div>
    <div className="studio-picture">
      {pictures.map(([theme, source]) => (
        <img
          key={theme}
          src={source}
          data-picture={theme}
          alt={t("A spoken text in the studio: its waveform, and its words, of which the one that is heard is marked.")}
          width={911}
          height={600}
          loading="lazy"
        />
      ))}
    </div>
  </section>
);
