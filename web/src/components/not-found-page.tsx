import { Link } from "wouter";
import { PageHeading } from "./page-heading.tsx";
import { t } from "#web/messages/translate.ts";

/** A page that does not exist, or that this account may not see. */
export const NotFoundPage = ({
  title = t("Page not found"),
  text = t("There is no page at this address. Check it, or start from the overview."),
}: {
  readonly title?: string;
  readonly text?: string;
}) => (
  <>
    <PageHeading title={title} />
    <p>{text}</p>
    <p>
      <Link className="button quiet" href="/account">
        {t("Go to the overview")}
      </Link>
    </p>
  </>
);
