import { Redis } from "ioredis";
import { sql } from "kysely";
import { testEnvironment } from "./environment.ts";
import type { TestService } from "./service.ts";

/** Brings the window of every caller to its end. */
export async function endWindows({ env, resources }: TestService): Promise<void> {
  const { redisUrl } = testEnvironment();
  if (redisUrl === null) return void (await sql`update rate_limits set expire = 0`.execute(resources.db));
  const redis = new Redis(redisUrl);
  const keys = await redis.keys(`${env["QUEUE_PREFIX"]}:limit:*`);
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
}
