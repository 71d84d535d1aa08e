import { keepPageLanguage, ownNameOf, type PageLanguage, pageLanguage, pageLanguages } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";

/** Shows the pages in a language, now and whenever this browser loads one. */
function choose(language: PageLanguage): void {
  keepPageLanguage(language);
  location.reload();
}

/** Chooses the language of the pages. */
export const LanguageSwitch = () => (
  <div className="languages" role="group" aria-label={t("Pages in")}>
    {pageLanguages.map((language) => (
      <button
        key={language}
        type="button"
        className="button plain"
        lang={language}
        aria-pressed={language === pageLanguage}
        onClick={() => choose(language)}
      >
        {ownNameOf(language)}
      </button>
    ))}
  </div>
);
