import { prepareDatabase } from "./migrate/prepare-database.ts";
import { ConfigError, readOwnConfig } from "./config.ts";
import { openLogger } from "./platform/logger.ts";

const { databaseUrl, redis, logLevel } = readOwnConfig("migrate");
if (databaseUrl === null) throw new ConfigError("DATABASE_URL is not set.");
const migrations = await prepareDatabase({ databaseUrl, redisUrl: redis?.url ?? null });
openLogger("migrate", logLevel).info({ migrations }, "the database is ready");
