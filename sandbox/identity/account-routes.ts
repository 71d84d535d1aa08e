import Router from "@koa/router";
import type { Context } from "koa";
import type { Provider } from "oidc-provider";
import { owner } from "#src/config/owner.ts";
import type { Pool } from "#sandbox/database.ts";
import { link, page } from "#sandbox/page.ts";
import { readForm } from "#sandbox/request-body.ts";
import { type Account, isOwner } from "./account.ts";
import { deleteAccount, emailTaken, findAccount, findByCredentials, updateAccount } from "./accounts.ts";
import { profileForm, refusedForm, refusedStatus, signInForm, takenEmail, wrongPassword } from "./forms.ts";
import { accountPage, emptyForm, type FormState, signInPage } from "./pages.ts";
import { sessionSeconds } from "./provider.ts";

const accountPath = "/account";
const signInPath = "/account/sign-in";

interface AccountPages {
  readonly provider: Provider;
  readonly pool: Pool;
  readonly publicUrl: string;
  /** Called when an account was changed or deleted. */
  readonly onChange: () => void;
}

/** `/account`, where a person changes or deletes the account: with a session of the provider, or after signing in. */
export const accountRoutes = (pages: AccountPages): Router =>
  new Router()
    .get(accountPath, (ctx) => showAccount(ctx, pages))
    .post(accountPath, (ctx) => saveAccount(ctx, pages))
    .post("/account/delete", (ctx) => removeAccount(ctx, pages))
    .post(signInPath, (ctx) => signIn(ctx, pages))
    .post(`${signInPath}/owner`, (ctx) => signInAs(ctx, pages.provider, owner.subject));

async function showAccount(ctx: Context, pages: AccountPages): Promise<void> {
  const account = await signedIn(ctx, pages);
  ctx.body = account === null ? signInPage(signInPath, emptyForm) : accountPage(account, null, pages.publicUrl);
}

async function saveAccount(ctx: Context, pages: AccountPages): Promise<void> {
  const account = await signedIn(ctx, pages);
  if (account === null) return seeAccount(ctx);
  const values = await readForm(ctx.req);
  const form = profileForm.safeParse(values);
  const changed = form.success ? await updateAccount(pages.pool, account.id, form.data) : null;
  if (form.success && changed !== emailTaken) {
    pages.onChange();
    return seeAccount(ctx);
  }
  const refused: FormState = form.success
    ? { values, problems: { email: takenEmail } }
    : refusedForm(values, form.error);
  ctx.status = refusedStatus;
  ctx.body = accountPage(account, refused, pages.publicUrl);
}

async function removeAccount(ctx: Context, pages: AccountPages): Promise<void> {
  const account = await signedIn(ctx, pages);
  if (account === null || isOwner(account.id)) return seeAccount(ctx);
  await deleteAccount(pages.pool, account.id);
  pages.onChange();
  const back = link(pages.publicUrl, "Back to the speech service");
  ctx.body = page("Deleted", `<p>The account is deleted.</p>\n${back}`);
}

async function signIn(ctx: Context, { provider, pool }: AccountPages): Promise<void> {
  const values = await readForm(ctx.req);
  const account = await findByCredentials(pool, signInForm.parse(values));
  if (account !== null) return signInAs(ctx, provider, account.id);
  ctx.status = refusedStatus;
  ctx.body = signInPage(signInPath, { values, problems: { form: wrongPassword } });
}

async function signInAs(ctx: Context, provider: Provider, accountId: string): Promise<void> {
  await beginSession(provider, ctx, accountId);
  seeAccount(ctx);
}

async function signedIn(ctx: Context, { provider, pool }: AccountPages): Promise<Account | null> {
  const { accountId } = await provider.Session.get(ctx);
  return accountId === undefined ? null : findAccount(pool, accountId);
}

function seeAccount(ctx: Context): void {
  ctx.status = 303;
  ctx.redirect(accountPath);
}

/** As oidc-provider begins one after an authorization request. */
async function beginSession(provider: Provider, ctx: Context, accountId: string): Promise<void> {
  const session = await provider.Session.get(ctx);
  session.resetIdentifier();
  session.loginAccount({ accountId });
  await session.save(sessionSeconds);
  ctx.cookies.set(provider.cookieName("session"), session.jti, {
    httpOnly: true,
    sameSite: "lax",
    maxAge: sessionSeconds * 1000,
  });
}
