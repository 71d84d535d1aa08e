import { randomUUID } from "node:crypto";
import { createEmptyDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { sandboxEnvironment, startSandboxIdentity } from "#test/support/sandbox.ts";
import { openRelyingParty } from "./relying-party.ts";
import { openWebhookReceiver } from "./webhook-receiver.ts";

/** The sandbox's identity provider with an empty database, a client, and a receiver of its webhooks. */
export async function openWorld() {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await createEmptyDatabase(testEnvironment().clusterUrl), (part) => part.drop());
  const receiver = opened.adopt(await openWebhookReceiver(sandboxEnvironment("", 0).IDENTITY_WEBHOOK_SECRET), (part) =>
    part.stop(),
  );
  const options = { publicUrl: receiver.url, databaseUrl: database.url };
  const sandbox = opened.adopt(await startSandboxIdentity(options), (part) => part.stop());
  const client = await openRelyingParty(sandbox.env);
  const restart = async () => {
    await sandbox.stop();
    const port = Number(new URL(sandbox.issuer).port);
    return kept.adopt(await startSandboxIdentity({ ...options, port }), (part) => part.stop());
  };
  const kept = opened.move();
  return { sandbox, receiver, client, restart, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export const newPerson = () => ({
  email: `${randomUUID()}@example.com`,
  password: "correct horse",
  name: "Ada Lovelace",
  username: "ada",
});
