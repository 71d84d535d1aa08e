import { t } from "#web/messages/translate.ts";

/** All data of the account, to take along. */
export const YourData = () => (
  <section className="card" aria-labelledby="data-title">
    <h2 id="data-title">{t("Your data")}</h2>
    <p className="hint">
      {t(
        "One JSON file: your profile, keys without their secrets, requests with their texts, voices, lists, payments and credits. Recordings and speech are downloaded from History.",
      )}
    </p>
    <a className="button quiet" href="/v1/users/me/export" download="account.json">
      {t("Download your data")}
    </a>
  </section>
);
