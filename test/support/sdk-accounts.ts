import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { startService, type TestService } from "#test/support/service.ts";

/** An account whose key's grace period is over. @returns the key */
export async function expiredKey(service: TestService): Promise<string> {
  const { key, userId } = await service.account();
  await service.resources.db
    .updateTable("api_keys")
    .set({ expires_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .execute();
  return key;
}

/** The services and keys by which an SDK is tried: a service at work, keys that are refused, and a service that takes one call a minute. */
export async function openSdkAccounts() {
  const service = await startService({ workers: ["synthesis", "transcription"] });
  const limited = await startService({ env: { CALLS_PER_MINUTE: "1" } });
  const folder = await mkdtemp(join(tmpdir(), "speech-sdk-"));
  const [account, poor] = [await service.account(), await service.account()];
  for (const pool of ["tts", "asr"] as const) await setBalance(service.resources, { userId: poor.userId, pool }, 0);
  return {
    service,
    given: {
      ...{ url: service.baseUrl, key: account.key, path: join(folder, "speech.mp3") },
      ...{ wrongKey: newApiKey(), expiredKey: await expiredKey(service), poorKey: poor.key },
      ...{ limitedUrl: limited.baseUrl, limitedKey: (await limited.account()).key },
    },
    close: async (): Promise<void> => {
      await Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
