import { PageHeading } from "#web/components/page-heading.tsx";
import { t } from "#web/messages/translate.ts";
import { KeyTermLists } from "./key-term-lists.tsx";
import { Pronunciations } from "./pronunciations.tsx";

/** The words of the account: how texts with them are spoken, and which of them recordings may have. */
export const OwnWords = () => (
  <>
    <PageHeading title={t("Own words")} />
    <Pronunciations />
    <KeyTermLists />
  </>
);
