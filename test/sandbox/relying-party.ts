import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, type JWTVerifyResult, jwtVerify } from "jose";
import { z } from "zod";
import type { SandboxEnvironment } from "#test/support/sandbox.ts";

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  end_session_endpoint: z.string(),
});
const tokens = z.object({ access_token: z.string(), id_token: z.string(), expires_in: z.int() });

/** An authorization request, and what its answer is checked against. */
export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface TokenAnswer {
  readonly status: number;
  readonly error: string | null;
  readonly tokens: z.output<typeof tokens> | null;
}

/** The API's part in signing people in, by hand: a client that speaks OpenID Connect with nothing but fetch. */
export async function openRelyingParty(env: SandboxEnvironment) {
  const answer = await fetch(`${env.OIDC_ISSUER}/.well-known/openid-configuration`);
  const metadata = discovery.parse(await answer.json());
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  const redirectUri = `${env.PUBLIC_URL}/auth/callback`;
  const random = (): string => randomBytes(32).toString("base64url");

  const authorize = (overrides: Readonly<Record<string, string>> = {}): AuthorizationRequest => {
    const [state, nonce, verifier] = [random(), random(), random()];
    const url = new URL(metadata.authorization_endpoint);
    const parameters = {
      client_id: env.OIDC_CLIENT_ID,
      response_type: "code",
      scope: "openid profile email",
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...overrides,
    };
    for (const [name, value] of Object.entries(parameters)) if (value !== "") url.searchParams.set(name, value);
    return { url: url.href, state, nonce, verifier };
  };
  const exchange = async (
    callbackUrl: string,
    verifier: string,
    secret = env.OIDC_CLIENT_SECRET,
  ): Promise<TokenAnswer> => {
    const response = await fetch(metadata.token_endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${env.OIDC_CLIENT_ID}:${secret}`).toString("base64")}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: new URL(callbackUrl).searchParams.get("code") ?? "",
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    const body: unknown = await response.json();
    return {
      status: response.status,
      error: z.object({ error: z.string() }).safeParse(body).data?.error ?? null,
      tokens: tokens.safeParse(body).data ?? null,
    };
  };
  const verify = (token: string, audience: string): Promise<JWTVerifyResult> =>
    jwtVerify(token, keys, { issuer: metadata.issuer, audience, algorithms: ["RS256"] });
  return { metadata, authorize, exchange, verify };
}
