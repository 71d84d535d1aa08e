import { Tabs } from "@base-ui/react/tabs";
import { useApi } from "#web/api/use-api.ts";
import { Loaded } from "#web/parts/notice.tsx";
import { Listen } from "./listen.tsx";
import { Speak } from "./speak.tsx";

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
          <Loaded query={limits}>{(known) => <Speak limits={known} />}</Loaded>
        </Tabs.Panel>
        <Tabs.Panel className="panel" value="listen">
          <Loaded query={limits}>{(known) => <Listen limits={known} />}</Loaded>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}
