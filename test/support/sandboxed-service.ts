import { installationPort } from "#harness/service/installation.ts";
import { paymentSandboxEnvironment, startSandboxPayment } from "./payment-sandbox.ts";
import { makeAdmin } from "./rows.ts";
import { sandboxEnvironment, startSandboxIdentity } from "./sandbox.ts";
import { startService, type TestService, type TestServiceOptions } from "./service.ts";

/** A service that a browser can sign up at. It takes a third of the processor time of a whole installation. */
export interface SandboxedService extends TestService {
  /** The address at which people sign in. */
  readonly issuer: string;
  /** The address at which they pay. */
  readonly shop: string;
  /** Gives an account the role admin. */
  makeAdmin(email: string): Promise<void>;
}

export interface SandboxedServiceOptions extends TestServiceOptions {
  /** Starts the payment sandbox. Without it the service knows its address, and nothing answers there. */
  readonly payments?: boolean;
}

/** Starts the API, the workers that are named and the identity sandbox. */
export async function startSandboxedService(options: SandboxedServiceOptions = {}): Promise<SandboxedService> {
  const { workers = [], payments = false, env = {} } = options;
  await using opened = new AsyncDisposableStack();
  const port = await installationPort();
  const publicUrl = `http://localhost:${port}`;
  const sandboxes = { ...sandboxEnvironment(publicUrl, port + 1), ...paymentSandboxEnvironment(publicUrl, port + 2) };
  const service = opened.use(await startService({ workers, env: { PORT: String(port), ...sandboxes, ...env } }));
  const databaseUrl = service.env["DATABASE_URL"] ?? "";
  opened.adopt(await startSandboxIdentity({ publicUrl, databaseUrl, port: port + 1 }), (one) => one.stop());
  if (payments) {
    opened.adopt(await startSandboxPayment({ publicUrl, databaseUrl, port: port + 2 }), (one) => one.stop());
  }
  const kept = opened.move();
  return {
    ...service,
    baseUrl: publicUrl,
    issuer: sandboxes.OIDC_ISSUER,
    shop: sandboxes.PAYMENT_API_URL,
    makeAdmin: async (email) => {
      const users = service.resources.db.selectFrom("users").select("id").where("email", "=", email);
      for (const { id } of await users.execute()) await makeAdmin(service.resources, id);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
