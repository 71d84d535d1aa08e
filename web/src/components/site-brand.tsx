import { siteLogo, siteName } from "./site.ts";
import { t } from "#web/messages/translate.ts";

/** The first link of a page, for keyboards: past the navigation. */
export const SkipLink = () => (
  <a className="skip" href="#main">
    {t("Skip to content")}
  </a>
);

/** The name of the service, which leads to the public page. */
export function Brand() {
  const logo = siteLogo();
  return (
    <a className="brand" href="/">
      {logo !== null && <img className="mark" src={logo} alt="" />}
      {siteName()}
    </a>
  );
}
