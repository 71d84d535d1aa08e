import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ownWordsPath } from "#web/components/own-words.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { studioPath } from "#web/components/studio-path.ts";
import { ViewTabs } from "#web/components/view-tabs.tsx";
import { t } from "#web/messages/translate.ts";

const directions = [
  [studioPath, t("Speak")],
  ["/account/transcribe", t("Transcribe")],
  ["/account/live", t("Live")],
] as const;

/** The head of the pages of the studio, and the way from one to another. `children` stand beside the title. */
export function StudioHeading({ children }: { readonly children?: ReactNode }) {
  const [here] = useLocation();
  return (
    <>
      <PageHeading title={t("Studio")}>
        <div className="row center">
          <Link className="button quiet" href={ownWordsPath}>
            {t("Own words")}
          </Link>
          {children}
        </div>
      </PageHeading>
      <ViewTabs label={t("Studio")} views={directions} current={here} />
    </>
  );
}
