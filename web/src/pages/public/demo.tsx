import { Tabs } from "@base-ui/react/tabs";
import { useApi } from "#web/api/use-api.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { TranscriptionDemo } from "./transcription-demo.tsx";
import { SynthesisDemo } from "./synthesis-demo.tsx";

/** Both directions without an account, with what bounds them here. */
export function Demo() {
  const limits = useApi("GET /demo.json", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <section id="demo" className="card demo" aria-label="Demo">
      <Tabs.Root defaultValue="speak">
        <Tabs.List className="tabs" aria-label="Demo">
          <Tabs.Tab className="tab" value="speak">
            Text to speech
          </Tabs.Tab>
          <Tabs.Tab className="tab" value="listen">
            Speech to text
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel className="panel" value="speak">
          <QueryBoundary query={limits}>{(known) => <SynthesisDemo limits={known} />}</QueryBoundary>
        </Tabs.Panel>
        <Tabs.Panel className="panel" value="listen">
          <QueryBoundary query={limits}>{(known) => <TranscriptionDemo limits={known} />}</QueryBoundary>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}
