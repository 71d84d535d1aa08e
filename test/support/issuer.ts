import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK } from "jose";

/** The claims that an issuer makes; undefined ones are left out. */
export type Claims = Readonly<Record<string, unknown>>;

export interface TokenOptions {
  readonly header?: Readonly<Record<string, unknown>>;
  /** The key to sign with; `rsa` when absent. */
  readonly key?: IssuerKey;
}

export interface IssuerKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** An OpenID provider that lies on request. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** The variables by which a service signs people in with it. */
  readonly env: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<"rsa" | "ec" | "ed", IssuerKey>>;
  /** The number of calls of each path. */
  readonly asked: Map<string, number>;
  /** Plays the page on which `claims` sign in. @returns the query that the browser is sent back with */
  approve(authorizationUrl: string, claims: Claims): URLSearchParams;
  /** A good access token for the service, `claims` laid over it. */
  accessToken(claims?: Claims, options?: TokenOptions): Promise<string>;
  /** Signs claims as they are. */
  sign: (claims: Claims, options?: TokenOptions) => Promise<string>;
  /** Publishes one more key. */
  addKey(alg: string): Promise<IssuerKey>;
  /** The claims that userinfo adds; 401 when null. */
  userInfo: Record<string, unknown> | null;
  /** Changes the claims of an ID token before it is signed. */
  forge: (claims: Claims) => Claims;
  /** While true, it hangs up on all callers. */
  away: boolean;
}

interface Grant {
  readonly claims: Claims;
  readonly query: URLSearchParams;
}

export const audience = "https://speech.example.com/v1";
export const clientId = "the-dashboard";
const clientSecret = "the secret of the dashboard";

async function newKey(alg: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  // Without `alg`, as some providers publish theirs: the key alone does not say what it may be used for.
  return { alg, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: "sig" } };
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** Starts an issuer on this machine. `PUBLIC_URL` of its variables is where it sends browsers back to. */
export async function startIssuer(publicUrl = "http://127.0.0.1:8080"): Promise<Issuer> {
  const keys = { rsa: await newKey("RS256"), ec: await newKey("ES256"), ed: await newKey("EdDSA") };
  const published = Object.values(keys).map(({ publicJwk }) => publicJwk);
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  const answers: Readonly<Record<string, (request: IncomingMessage) => unknown>> = {
    "/.well-known/openid-configuration": () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      end_session_endpoint: `${url}/end`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
    "/jwks": () => ({ keys: published }),
    "/userinfo": () => issuer.userInfo,
    "/token": (request) => redeem(request),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", url).pathname;
    issuer.asked.set(path, (issuer.asked.get(path) ?? 0) + 1);
    if (issuer.away) return void request.socket.destroy();
    const body = await answers[path]?.(request);
    const status = body === null ? 401 : typeof body === "object" && "error" in body ? 400 : 200;
    const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
    response.writeHead(status, { "content-type": "application/json", ...challenge }).end(JSON.stringify(body ?? {}));
  }

  async function redeem(request: IncomingMessage): Promise<unknown> {
    const form = new URLSearchParams(await text(request));
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    if (request.headers.authorization !== basic) return { error: "invalid_client" };
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const good = grant?.query.get("code_challenge") === challenge;
    if (!good || grant.query.get("redirect_uri") !== form.get("redirect_uri")) return { error: "invalid_grant" };
    const idToken = { aud: clientId, nonce: grant.query.get("nonce") ?? "", ...grant.claims };
    return {
      access_token: randomUUID(),
      token_type: "Bearer",
      id_token: await issuer.sign(issuer.forge(timed(idToken)), { header: { typ: "JWT" } }),
    };
  }

  const encoded = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll("%20", "+")).join(":");
  const basic = `Basic ${Buffer.from(encoded.replaceAll("-", "%2D")).toString("base64")}`;
  const timed = (claims: Claims): Claims => ({ iss: url, iat: seconds(), exp: seconds() + 300, ...claims });

  const issuer: Issuer = {
    url,
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_AUDIENCE: audience,
    },
    keys,
    asked: new Map(),
    approve: (authorizationUrl, claims) => {
      const query = new URL(authorizationUrl).searchParams;
      const code = randomBytes(16).toString("hex");
      grants.set(code, { claims, query });
      return new URLSearchParams({ code, state: query.get("state") ?? "" });
    },
    accessToken: (claims = {}, options = {}) =>
      issuer.sign(timed({ sub: randomUUID(), aud: audience, ...claims }), {
        ...options,
        header: { typ: "at+jwt", ...options.header },
      }),
    sign: (claims, { header, key = keys.rsa } = {}) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey, { crit: { strange: true } }),
    addKey: async (alg) => {
      const key = await newKey(alg);
      published.push(key.publicJwk);
      return key;
    },
    userInfo: null,
    forge: (claims) => claims,
    away: false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return issuer;
}
