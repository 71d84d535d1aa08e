import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { Form } from "#web/components/form.tsx";
import { CheckboxGroup } from "#web/components/checkbox-group.tsx";
import { TextField } from "#web/components/field.tsx";
import { useNamedSection } from "#web/components/use-named-section.ts";
import { ErrorNotice, SuccessNotice } from "#web/components/notice.tsx";
import { type Message, rich, t } from "#web/messages/translate.ts";

/** The names of the products, which a submission has in English. */
const names = ["Text to speech", "Speech to text", "Custom voices"] as const satisfies readonly Message[];
const products = names.map((name): readonly [string, string] => [name, t(name)]);
const nothing = { name: "", email: "", company: "", how_did_you_hear: "", message: "" } as const;
const knownFields: ReadonlySet<string> = new Set(Object.keys(nothing));

type Texts = Readonly<Record<keyof typeof nothing, string>>;

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** True when every part of what is wrong has been said at its field. */
const saidAtFields = (error: unknown): boolean =>
  isFieldProblem(error) && Object.keys(error.fields).every((name) => knownFields.has(name));

/** A letter to the people behind the service. */
export function Contact() {
  const [texts, setTexts] = useState<Texts>(nothing);
  const section = useNamedSection("contact");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { mutate, data, error, isPending, reset } = useApiMutation("POST /v1/contact-submissions");
  const field = (name: keyof Texts) => ({
    name,
    value: texts[name],
    problem:
      texts[name].trim() === "" && fieldProblem(error, name) !== undefined ? t("Required.") : fieldProblem(error, name),
    onChange: (value: string) => setTexts((known) => ({ ...known, [name]: value })),
  });
  const empty = (): void => {
    setTexts(nothing);
    setChosen([]);
  };
  const submit = (): void => {
    const { name, email, company, how_did_you_hear: heard, message } = texts;
    const interested = chosen.length === 0 ? null : chosen;
    const optional = { company: orNull(company), how_did_you_hear: orNull(heard), message: orNull(message) };
    const body = { name, email, ...optional, interested_products: interested };
    mutate({ body }, { onSuccess: empty });
  };
  return (
    <section ref={section} id="contact" aria-labelledby="contact-title">
      <h2 id="contact-title">{t("Contact")}</h2>
      <Form className="card contact" onSubmit={submit} onChange={() => data !== undefined && reset()}>
        <TextField label={t("Name")} autoComplete="name" required {...field("name")} />
        <TextField label={t("E-mail")} type="email" autoComplete="email" required {...field("email")} />
        <TextField label={t("Company")} autoComplete="organization" {...field("company")} />
        <TextField label={t("How did you hear about us?")} {...field("how_did_you_hear")} />
        <TextField label={t("Message")} maxLength={5_000} render={<textarea rows={5} />} {...field("message")} />
        <CheckboxGroup legend={t("Products of interest")} choices={products} chosen={chosen} onChange={setChosen} />
        {error !== null && !saidAtFields(error) && <ErrorNotice error={error} />}
        {data !== undefined && (
          <SuccessNotice>
            {rich("Thank you, your message was received. We answer by e-mail. Reference: {ticket}", {
              ticket: <code>{data.ticket_id}</code>,
            })}
          </SuccessNotice>
        )}
        <div className="row">
          <button type="submit" className="button" disabled={isPending}>
            {t("Send")}
          </button>
        </div>
      </Form>
    </section>
  );
}
