import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { Input } from "#web/api/call.ts";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { WebhookEndpoint } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { CheckboxGroup } from "#web/components/checkbox-group.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";

type EventType = WebhookEndpoint["events"][number];
type Include = WebhookEndpoint["include"][number];

/** The events beside that of low credits, in words. */
const eventWords: readonly (readonly [EventType, string])[] = [
  ["speech.request.completed", t("A speech request was completed")],
  ["speech.request.failed", t("A speech request failed or was cancelled")],
  ["speech.batch.completed", t("A batch has ended")],
  ["voice.ready", t("A voice is ready")],
  ["voice.failed", t("A voice failed")],
  ["subscription.activated", t("A subscription began")],
  ["subscription.past_due", t("A subscription is past due")],
  ["subscription.cancelled", t("A subscription was cancelled")],
  ["subscription.expired", t("A subscription expired")],
];

export const eventCount = eventWords.length + 1;

/** Percent of the credits left at which every account is alerted once more. */
const lastPercent = 5;

/** The words for low credits, with the percentage that the account has chosen. */
function lowCreditWords(alertPercent: number): string {
  const percent = 100 - alertPercent;
  return percent > lastPercent
    ? t("{percent}%, {last}% or none of the credits are left", { percent, last: lastPercent })
    : t("{percent}% or none of the credits are left", { percent });
}

/** The events that can be chosen, each in words and by its name. */
function eventChoices(alertPercent: number | undefined) {
  const low = alertPercent === undefined ? t("Few or none of the credits are left") : lowCreditWords(alertPercent);
  return [...eventWords, ["credits.low", low] as const].map(
    ([type, words]) =>
      [
        type,
        <span key={type}>
          {words} <code className="soft">{type}</code>
        </span>,
      ] as const,
  );
}

const includeChoices: readonly (readonly [Include, string])[] = [
  ["transcript", t("Send the transcript, up to 256 KiB")],
];

/** The values of the form of an endpoint. */
export type EndpointFields = Required<Omit<Input<"POST /v1/webhook-endpoints">["body"], "state">>;

interface EndpointFormProps {
  readonly title: string;
  readonly action: string;
  readonly initial?: EndpointFields;
  readonly error: unknown;
  readonly disabled: boolean;
  readonly onSubmit: (fields: EndpointFields) => void;
}

const empty: EndpointFields = {
  url: "",
  description: "",
  events: [...eventWords.map(([type]) => type), "credits.low"],
  include: [],
};

/** The fields of an endpoint, in a dialog. */
export function EndpointForm({ title, action, initial = empty, error, disabled, onSubmit }: EndpointFormProps) {
  const profile = useApi("GET /v1/users/me", {});
  const [fields, setFields] = useState(initial);
  const set = (change: Partial<EndpointFields>): void => setFields({ ...fields, ...change });
  return (
    <Form onSubmit={() => onSubmit(fields)}>
      <Dialog.Title className="dialog-title">{title}</Dialog.Title>
      <TextField
        label={t("Address")}
        value={fields.url}
        onChange={(url) => set({ url })}
        hint={t("An https address of your server, such as https://example.com/hooks/speech.")}
        problem={fieldProblem(error, "url")}
        autoComplete="off"
        required
      />
      <TextField
        label={t("Description")}
        value={fields.description}
        onChange={(description) => set({ description })}
        problem={fieldProblem(error, "description")}
        autoComplete="off"
      />
      <CheckboxGroup
        legend={t("Events")}
        choices={eventChoices(profile.data?.alert_percent)}
        chosen={fields.events}
        onChange={(events) => set({ events: [...events] })}
        problem={fieldProblem(error, "events")}
      />
      <CheckboxGroup
        legend={t("Contents")}
        choices={includeChoices}
        chosen={fields.include}
        onChange={(include) => set({ include: [...include] })}
        problem={fieldProblem(error, "include")}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={action} disabled={disabled} />
    </Form>
  );
}
