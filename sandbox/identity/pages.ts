import { escapeHtml, link, page } from "#sandbox/page.ts";
import { type Account, isOwner } from "./account.ts";

/** The problems of a form: a sentence for each field. The name `form` stands for the whole of it. */
export type Problems = Readonly<Record<string, string>>;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password";
  readonly autocomplete: string;
  readonly hint?: string;
  readonly optional?: boolean;
}

/** A form as it is shown: what was typed before, passwords left out, and what is wrong with it. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

export const emptyForm: FormState = { values: {}, problems: {} };

const email: Field = { name: "email", label: "E-mail", type: "email", autocomplete: "username" };
const newEmail: Field = { ...email, hint: "It need not exist: no mail is sent." };
const name: Field = { name: "name", label: "Name", type: "text", autocomplete: "name" };
const username: Field = {
  name: "username",
  label: "Username (optional)",
  type: "text",
  autocomplete: "nickname",
  hint: "Letters, digits, dots, dashes and underscores.",
  optional: true,
};
const password: Field = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
const newPassword: Field = { ...password, autocomplete: "new-password", hint: "8 to 200 characters." };

const ownerForm = (address: string): string =>
  `<form method="post" action="${escapeHtml(address)}/owner">
<button type="submit" class="primary">Continue as owner</button>
<small>The admin account of this installation, without a password.</small>
</form>`;

/** The owner's button first; `below` is what stands below the form, HTML. */
export const signInPage = (action: string, state: FormState, below = ""): string =>
  page(
    "Sign in",
    `${ownerForm(action)}
<h2>Or use another account</h2>
${form({ action, fields: [email, password], button: "Sign in", state })}
${below}`,
  );

/** The form for a new account. `interaction` is the address of the interaction, below which its pages are. */
export const signUpPage = (interaction: string, state: FormState): string =>
  page(
    "Create account",
    `<p>Free credits for speech and transcription, without a card.</p>
${form({ action: `${interaction}/sign-up`, fields: [name, newEmail, newPassword, username], button: "Create account", state, look: "primary" })}
${link(`${interaction}/sign-in`, "I have an account")}`,
  );

const deletion = `<details>
<summary>Delete the account</summary>
<p>The speech service erases what it keeps of you. This cannot be undone.</p>
<form method="post" action="/account/delete"><button type="submit">Delete the account</button></form>
</details>`;

/** `state` is what was typed and not accepted; null shows the account. */
export function accountPage(account: Account, state: FormState | null, publicUrl: string): string {
  const values = { name: account.name, username: account.username ?? "", email: account.email };
  const shown = state ?? { values, problems: {} };
  return page(
    "Your account",
    `${form({ action: "/account", fields: [name, username, email], button: "Save", state: shown })}
${isOwner(account.id) ? "<p>This account belongs to the installation, so it cannot be deleted.</p>" : deletion}
${link(publicUrl, "Back to the speech service")}`,
  );
}

/** The form's contents come from oidc-provider; its button says yes. */
export const signOutPage = (logoutForm: string): string =>
  page(
    "Sign out",
    `${logoutForm}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  );

interface Form {
  readonly action: string;
  readonly fields: readonly Field[];
  readonly button: string;
  readonly state: FormState;
  /** The class of its button. */
  readonly look?: "primary";
}

function form(shown: Form): string {
  const problem = shown.state.problems["form"];
  return `<form method="post" action="${escapeHtml(shown.action)}">
${problem === undefined ? "" : `<p role="alert">${escapeHtml(problem)}</p>`}
${shown.fields.map((field) => input(field, shown.state)).join("\n")}
<button type="submit"${shown.look === undefined ? "" : ` class="${shown.look}"`}>${escapeHtml(shown.button)}</button>
</form>`;
}

function input(field: Field, { values, problems }: FormState): string {
  const problem = problems[field.name];
  const hint = problem ?? field.hint;
  const attributes = [
    `id="${field.name}" name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}"`,
    field.type === "password" ? "" : `value="${escapeHtml(values[field.name] ?? "")}"`,
    field.optional ? "" : "required",
    problem === undefined ? "" : 'aria-invalid="true"',
    hint === undefined ? "" : `aria-describedby="${field.name}-hint"`,
  ];
  return `<label for="${field.name}">${escapeHtml(field.label)}</label>
<input ${attributes.filter((attribute) => attribute !== "").join(" ")}>${
    hint === undefined ? "" : `<small id="${field.name}-hint">${escapeHtml(hint)}</small>`
  }`;
}
