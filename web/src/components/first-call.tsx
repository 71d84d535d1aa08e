import { CopyButton } from "#web/components/copy-button.tsx";
import { t } from "#web/messages/translate.ts";

/** Stands for the key where it is not known: keys are shown once. */
const unknownKey = "YOUR_API_KEY";

const callOf = (apiKey: string): string => `curl -s ${location.origin}/v1/speech/synthesize \\
  -H "X-API-Key: ${apiKey}" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: audio/mpeg' \\
  -d '{"text":"Hello from the API."}' \\
  -o hello.mp3`;

/** A command for a terminal, with the key that was just created. */
export function FirstCall({ apiKey }: { readonly apiKey: string | null }) {
  const command = callOf(apiKey ?? unknownKey);
  return (
    <>
      <p>{t("Run this in a terminal. It speaks a sentence into a file and costs 19 credits.")}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <pre tabIndex={0} aria-label={t("First API call with curl")} data-testid="first-call">
        <code>{command}</code>
      </pre>
      <CopyButton text={command} label={t("Copy command")} />
    </>
  );
}
