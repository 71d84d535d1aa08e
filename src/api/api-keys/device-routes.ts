import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute, openRoute } from "#src/api/route.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { deviceCodeSeconds, pollSeconds } from "#src/domain/device-authorizations/codes.ts";
import {
  approveDeviceAuthorization,
  denyDeviceAuthorization,
  getDeviceAuthorization,
} from "#src/domain/device-authorizations/decide-device-authorization.ts";
import type { DeviceAuthorization } from "#src/domain/device-authorizations/queries.ts";
import { redeemDeviceCode } from "#src/domain/device-authorizations/redeem-device-code.ts";
import { startDeviceAuthorization } from "#src/domain/device-authorizations/start-device-authorization.ts";
import { DomainError } from "#src/errors.ts";
import {
  deviceAuthorization,
  deviceAuthorizationBody,
  deviceCodeBody,
  startedDeviceAuthorization,
  userCodeParams,
} from "./device-schemas.ts";
import { presentCreated } from "./present.ts";
import { createdApiKey } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** An answer that holds a secret. */
const noStore = { "Cache-Control": "no-store" };
const noStoreDocumentation = { "Cache-Control": "`no-store`." };

const present = ({ userCode, clientName, scopes, status, expiresAt }: DeviceAuthorization) => ({
  ...{ user_code: userCode, client_name: displayName(clientName), scopes, status },
  expires_at: expiresAt.toISOString(),
});

const create = openRoute(
  {
    method: "post",
    path: "/v1/device-authorizations",
    operationId: "deviceAuthorizations.create",
    tag: "API keys",
    summary: "Request a device key",
    description:
      "For programs without a browser, as in RFC 8628: show `verification_uri` and `user_code` to the person, who signs in there and " +
      "compares the code. Meanwhile fetch the key every `interval` seconds.",
    access: "public",
    limit: "sign_in",
    params: noInput,
    query: noInput,
    body: jsonBody(deviceAuthorizationBody),
    responses: {
      201: { description: "The codes.", schema: startedDeviceAuthorization, headers: noStoreDocumentation },
    },
    errors: ["body_too_large", "sign_in_not_configured", "unavailable"],
  },
  async ({ body: { client_name: clientName, scopes } }, _caller, { resources, identityProvider }) => {
    if (identityProvider === null) throw new DomainError("sign_in_not_configured");
    const { deviceCode, userCode } = await startDeviceAuthorization(resources, { clientName, scopes });
    const page = `${resources.config.publicUrl}/account/device`;
    return {
      ...{ status: 201, headers: noStore },
      data: {
        ...{ device_code: deviceCode, user_code: userCode },
        ...{ verification_uri: page, verification_uri_complete: `${page}?code=${userCode}` },
        ...{ expires_in: deviceCodeSeconds, interval: pollSeconds },
      },
    };
  },
);

const redeem = openRoute(
  {
    method: "post",
    path: "/v1/device-authorizations/redeem",
    operationId: "deviceAuthorizations.redeem",
    tag: "API keys",
    summary: "Redeem a device key",
    description:
      "400 `authorization_pending` until the person has decided. A call that comes sooner than `interval` seconds after the last one is 400 " +
      "`slow_down`. A device code gives one key, once.",
    access: "public",
    limit: "calls",
    params: noInput,
    query: noInput,
    body: jsonBody(deviceCodeBody),
    responses: { 201: { description: "The key.", schema: createdApiKey, headers: noStoreDocumentation } },
    errors: [
      ...(["body_too_large", "authorization_pending", "slow_down", "access_denied", "expired_token"] as const),
      ...(["api_key_limit", "unavailable"] as const),
    ],
  },
  async ({ body: { device_code: deviceCode } }, _caller, { resources }) => {
    const { apiKeysMax: maxLive, apiKeysPerDay: perDay } = resources.config.limits;
    const made = await redeemDeviceCode(resources, { deviceCode, maxLive, perDay });
    return { status: 201, headers: noStore, data: presentCreated(made) };
  },
);

const get = accountRoute(
  {
    method: "get",
    path: "/v1/device-authorizations/{user_code}",
    operationId: "deviceAuthorizations.get",
    tag: "API keys",
    summary: "Get a device request",
    access: "account",
    scope: "keys",
    limit: "sign_in",
    params: userCodeParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "What it asks for.", schema: deviceAuthorization } },
    errors: ["user_code_not_found"],
  },
  async ({ params: { user_code: typedCode } }, _caller, { resources }) => ({
    status: 200,
    data: present(await getDeviceAuthorization(resources, typedCode)),
  }),
);

const approve = accountRoute(
  {
    method: "post",
    path: "/v1/device-authorizations/{user_code}/approve",
    operationId: "deviceAuthorizations.approve",
    tag: "API keys",
    summary: "Approve a device request",
    description:
      "A key that approves needs the scopes that are asked for, no monthly limit, and must not have been replaced. The program's key ends with it at the latest.",
    access: "account",
    scope: "keys",
    limit: "sign_in",
    params: userCodeParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The program can fetch its key.", schema: deviceAuthorization } },
    errors: ["user_code_not_found", "invalid_transition"],
  },
  async ({ params: { user_code: typedCode } }, creator, { resources }) => ({
    status: 200,
    data: present(await approveDeviceAuthorization(resources, { typedCode, userId: creator.userId, creator })),
  }),
);

const deny = accountRoute(
  {
    method: "post",
    path: "/v1/device-authorizations/{user_code}/deny",
    operationId: "deviceAuthorizations.deny",
    tag: "API keys",
    summary: "Deny a device request",
    access: "account",
    scope: "keys",
    limit: "sign_in",
    params: userCodeParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The program is told so.", schema: deviceAuthorization } },
    errors: ["user_code_not_found", "invalid_transition"],
  },
  async ({ params: { user_code: typedCode } }, _caller, { resources }) => ({
    status: 200,
    data: present(await denyDeviceAuthorization(resources, typedCode)),
  }),
);

/** A person gives a key to a program that has no browser. */
export const deviceAuthorizationRoutes = [create, redeem, get, approve, deny];
