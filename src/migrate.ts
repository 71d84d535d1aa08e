import { prepareDatabase } from "./migrate/prepare-database.ts";
import { directUrlOf, readOwnConfig } from "./config.ts";
import { openLogger } from "./platform/logger.ts";

const config = readOwnConfig("migrate");
const redisUrl = config.redis?.url ?? null;
const migrations = await prepareDatabase({ databaseUrl: directUrlOf(config), redisUrl });
openLogger("migrate", config.logLevel).info({ migrations }, "the database is ready");
