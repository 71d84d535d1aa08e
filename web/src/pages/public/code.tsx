import { Snippets } from "#web/components/snippets.tsx";
import { codeSamples } from "./code-samples.ts";
import { t } from "#web/messages/translate.ts";

/** Both directions for programs, to be copied. */
export const Code = () => (
  <div id="code" className="code">
    <Snippets title={t("Two calls, or the client you already have")} calls={codeSamples(location.origin)} />
  </div>
);
