import { Tabs } from "@base-ui/react/tabs";
import { CopyButton } from "#web/components/copy-button.tsx";
import { t } from "#web/messages/translate.ts";

interface SnippetsProps {
  /** The same call in several languages, each by its name. */
  readonly calls: readonly (readonly [name: string, text: string])[];
  readonly title: string;
}

/** A call for programs in several languages, one of which is shown, to be copied. */
export const CallTabs = ({ calls }: Pick<SnippetsProps, "calls">) => (
  <Tabs.Root defaultValue={calls[0]?.[0] ?? null}>
    <Tabs.List className="tabs" aria-label={t("Programming language")}>
      {calls.map(([name]) => (
        <Tabs.Tab key={name} className="tab" value={name}>
          {name}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {calls.map(([name, text]) => (
      <Tabs.Panel key={name} className="panel" value={name}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <pre tabIndex={0} aria-label={t("Request with {name}", { name })}>
          <code>{text}</code>
        </pre>
        <CopyButton text={text} />
      </Tabs.Panel>
    ))}
  </Tabs.Root>
);

/** The same as a section of a page. */
export const Snippets = ({ calls, title }: SnippetsProps) => (
  <section className="card" aria-labelledby="snippets-title">
    <h2 id="snippets-title">{title}</h2>
    <CallTabs calls={calls} />
  </section>
);
