import { sessionCookie, setCookie } from "#src/api/http/cookies.ts";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { closeOwnAccount } from "#src/domain/accounts/request-closing.ts";
import { changeSettings } from "#src/domain/accounts/queries.ts";
import { deleteSession, deleteSessionsOf, listSessions, type Session } from "#src/domain/sessions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { readProfile } from "./present-profile.ts";
import {
  closedAccount,
  closingBody,
  endedSession,
  endedSessions,
  profile,
  profileChanges,
  sessionAnswer,
  sessionListQuery,
  sessionParams,
} from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Users";

/** `currentId` is the session that asks; null when none does. */
const presentSession = (session: Session, currentId: string | null) => ({
  session_id: session.id,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  last_seen_at: session.last_seen_at.toISOString(),
  expires_at: session.ends_at.toISOString(),
  current: session.id === currentId,
});

const profileReply = async (caller: Caller, context: RequestContext): Promise<Reply> => ({
  status: 200,
  data: await readProfile(caller, context),
});

const me = accountRoute(
  {
    method: "get",
    path: "/v1/users/me",
    operationId: "account.get",
    tag,
    summary: "Get the profile",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The profile.", schema: profile } },
    errors: [],
  },
  async (_input, caller, context) => profileReply(caller, context),
);

const change = accountRoute(
  {
    method: "patch",
    path: "/v1/users/me",
    operationId: "account.update",
    tag,
    summary: "Update account settings",
    description:
      "What is absent stays as it is. `keep_recordings` applies to every transcription that starts after the answer.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: jsonBody(profileChanges),
    responses: { 200: { description: "The profile.", schema: profile } },
    errors: ["body_too_large"],
  },
  async ({ body }, caller, context) => {
    await changeSettings(context.resources.db, caller.userId, {
      ...(body.keep_recordings !== undefined && { keep_recordings: body.keep_recordings }),
      ...(body.alert_percent !== undefined && { alert_percent: body.alert_percent }),
    });
    return profileReply(caller, context);
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/users/me/sessions",
    operationId: "sessions.list",
    tag,
    summary: "List sessions",
    description: "The active dashboard sessions. Access tokens of the identity provider are not included.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: sessionListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(sessionAnswer).meta({ id: "SessionPage" }) } },
    errors: [],
  },
  async ({ query }, caller, { resources: { db, config } }) => {
    const { idleMs } = config.session;
    const { items, ...length } = await listSessions(db, { ...query, userId: caller.userId, idleMs });
    const shown = items.map((session) => presentSession(session, caller.sessionId));
    return { status: 200, data: presentPage({ items: shown, ...length }, query) };
  },
);

const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/users/me/sessions/{session_id}",
    operationId: "sessions.delete",
    tag,
    summary: "Sign out one session",
    access: "account",
    scope: "keys",
    params: sessionParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is signed out.", schema: endedSession } },
    errors: ["session_not_found"],
  },
  async ({ params: { session_id: sessionId } }, { userId }, { resources: { db } }) => {
    if (!(await deleteSession(db, { sessionId, userId }))) throw new DomainError("session_not_found");
    return { status: 200, data: { session_id: sessionId, signed_out: true } };
  },
);

const removeAll = accountRoute(
  {
    method: "delete",
    path: "/v1/users/me/sessions",
    operationId: "sessions.deleteAll",
    tag,
    summary: "Sign out everywhere",
    description:
      "Ends all dashboard sessions, including the current one. API keys keep working, and access tokens of " +
      "the identity provider work until they expire.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "All are signed out.",
        schema: endedSessions,
        headers: { "Set-Cookie": "None any more." },
      },
    },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => ({
    status: 200,
    headers: { "Set-Cookie": [setCookie(sessionCookie, "", 0)] },
    data: { signed_out: await deleteSessionsOf(db, userId) },
  }),
);

const close = accountRoute(
  {
    method: "post",
    path: "/v1/users/me/close",
    operationId: "account.close",
    tag,
    summary: "Close the account",
    description:
      "Keys and sessions end at once, and so do the subscription and what is under way. The data is erased within minutes; " +
      "amounts that were paid and charged remain, without a name or address. It cannot be undone, and the same sign-in opens no " +
      "account here again.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: jsonBody(closingBody),
    responses: {
      200: { description: "It is closed.", schema: closedAccount, headers: { "Set-Cookie": "None any more." } },
    },
    errors: ["body_too_large", "account_not_found", "confirmation_mismatch", "last_admin"],
  },
  async ({ body: { confirm } }, { userId }, { resources, requestId }) => {
    await closeOwnAccount(resources, { userId, confirm });
    resources.log.info({ request_id: requestId, user_id: userId }, "an account was closed by its owner");
    return {
      status: 200,
      headers: { "Set-Cookie": [setCookie(sessionCookie, "", 0)] },
      data: { user_id: userId, closed: true },
    };
  },
);

/** The account of the caller and where it is signed in. */
export const userRoutes = [me, change, close, list, remove, removeAll];
