import Router from "@koa/router";
import type { Context } from "koa";
import type { Provider } from "oidc-provider";
import { owner } from "#src/config/owner.ts";
import type { Pool } from "#sandbox/database.ts";
import { link } from "#sandbox/page.ts";
import { readForm } from "#sandbox/request-body.ts";
import { createAccount, emailTaken, findByCredentials } from "./accounts.ts";
import { newAccountForm, refusedForm, refusedStatus, signInForm, takenEmail, wrongPassword } from "./forms.ts";
import { emptyForm, type FormState, signInPage, signUpPage } from "./pages.ts";

interface InteractionPages {
  readonly provider: Provider;
  readonly pool: Pool;
  /** Called when an account was made. */
  readonly onChange: () => void;
}

/**
 * The pages between an authorization request and its answer: signing in and signing up. The cookie of oidc-provider
 * ties them to the browser that has made the request.
 */
export const interactionRoutes = (pages: InteractionPages): Router =>
  new Router()
    .use("/interaction/:uid", async ({ req, res }, next) => {
      await pages.provider.interactionDetails(req, res);
      await next();
    })
    .get("/interaction/:uid", (ctx) => showFirst(ctx, pages))
    .get("/interaction/:uid/sign-in", (ctx) => showSignIn(ctx, emptyForm))
    .post("/interaction/:uid", (ctx) => signIn(ctx, pages))
    .post("/interaction/:uid/owner", (ctx) => finish(ctx, pages.provider, owner.subject))
    .get("/interaction/:uid/sign-up", (ctx) => showSignUp(ctx, emptyForm))
    .post("/interaction/:uid/sign-up", (ctx) => signUp(ctx, pages));

/** The address of the interaction, without the page within it. */
const interactionOf = (ctx: Context): string => ctx.path.replace(/\/sign-(in|up)$/, "");

/** Shows the page that the client asks for: the one for a new account, or the one for those who have one. */
async function showFirst(ctx: Context, { provider }: InteractionPages): Promise<void> {
  const { prompt } = await provider.interactionDetails(ctx.req, ctx.res);
  return prompt.name === "create" ? showSignUp(ctx, emptyForm) : showSignIn(ctx, emptyForm);
}

function showSignIn(ctx: Context, state: FormState): void {
  const address = interactionOf(ctx);
  ctx.body = signInPage(address, state, link(`${address}/sign-up`, "Create account"));
}

function showSignUp(ctx: Context, state: FormState): void {
  ctx.body = signUpPage(interactionOf(ctx), state);
}

async function signIn(ctx: Context, { provider, pool }: InteractionPages): Promise<void> {
  const values = await readForm(ctx.req);
  const account = await findByCredentials(pool, signInForm.parse(values));
  if (account !== null) return finish(ctx, provider, account.id);
  ctx.status = refusedStatus;
  showSignIn(ctx, { values, problems: { form: wrongPassword } });
}

async function signUp(ctx: Context, { provider, pool, onChange }: InteractionPages): Promise<void> {
  const values = await readForm(ctx.req);
  const form = newAccountForm.safeParse(values);
  const made = form.success ? await createAccount(pool, form.data) : refusedForm(values, form.error);
  if (made !== emailTaken && "id" in made) {
    onChange();
    return finish(ctx, provider, made.id);
  }
  ctx.status = refusedStatus;
  showSignUp(ctx, made === emailTaken ? { values, problems: { email: takenEmail } } : made);
}

/** Lets the authorization request go on with this account. */
async function finish(ctx: Context, provider: Provider, accountId: string): Promise<void> {
  const result = { login: { accountId }, create: {} };
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  ctx.status = 303;
  ctx.redirect(returnTo);
}
