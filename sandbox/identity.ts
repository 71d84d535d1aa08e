import { startIdentityServer } from "#sandbox/identity/server.ts";
import { identitySettings } from "#sandbox/identity/settings.ts";
import { runServer } from "#sandbox/run-server.ts";

/**
 * An OpenID provider for one machine: people sign up with an address and a password, it signs them in and tells the
 * API by webhook what becomes of them. Everything it keeps is in the schema `sandbox_identity` of the database.
 */
await runServer({ name: "identity", settings: identitySettings, start: startIdentityServer });
