import { prepareDatabase } from "./migrate/prepare-database.ts";
import { ConfigError, readOwnConfig } from "./config.ts";
import { openLogger } from "./platform/logger.ts";

const { databaseUrl, redisUrl, logLevel } = readOwnConfig("migrate");
if (databaseUrl === null) throw new ConfigError("DATABASE_URL is not set.");
const migrations = await prepareDatabase({ databaseUrl, redisUrl });
openLogger("migrate", logLevel).info({ migrations }, "the database is ready");
