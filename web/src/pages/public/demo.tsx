import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import type { DemoLimits } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { TranscriptionDemo } from "./transcription-demo.tsx";
import { type DemoChoice, SynthesisDemo } from "./synthesis-demo.tsx";
import { pageLanguage } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";

/** The choice of the demo, and its tab that is open: a voice that is used elsewhere on the page leads to speech. */
export function useDemo() {
  const [choice, setChoice] = useState<DemoChoice>({ language: pageLanguage, voiceId: "" });
  const [tab, setTab] = useState<unknown>("speak");
  const use = (wanted: DemoChoice): void => {
    setChoice(wanted);
    setTab("speak");
  };
  return { choice, setChoice, tab, setTab, use };
}

/** English in place of a language that the service does not speak. */
const spokenChoice = ({ languages }: DemoLimits, choice: DemoChoice): DemoChoice =>
  languages.some(({ tag }) => tag === choice.language) ? choice : { language: "en", voiceId: "" };

/** Both directions without an account, with what bounds them here. */
export function Demo({ demo: { choice, setChoice, tab, setTab } }: { readonly demo: ReturnType<typeof useDemo> }) {
  const limits = useApi("GET /demo.json", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <section id="demo" className="card demo" aria-labelledby="demo-title">
      <h2 id="demo-title">{t("Try it")}</h2>
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List className="tabs" aria-label={t("Demo")}>
          <Tabs.Tab className="tab" value="speak">
            {t("Text to speech")}
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="listen">
            {t("Speech to text")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="panel" value="speak">
          <QueryBoundary query={limits}>
            {(known) => <SynthesisDemo limits={known} choice={spokenChoice(known, choice)} onChoice={setChoice} />}
          </QueryBoundary>
        </Tabs.Panel>
        <Tabs.Panel className="panel" value="listen">
          <QueryBoundary query={limits}>{(known) => <TranscriptionDemo limits={known} />}</QueryBoundary>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}
