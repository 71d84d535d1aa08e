/** The servers that `test/support/run.ts` has started, as it passes them on. */
export interface TestEnvironment {
  readonly clusterUrl: string;
  readonly redisUrl: string | null;
  /** The address of a pooler before the database server; null where tests reach it directly. */
  readonly poolerUrl: string | null;
  /** The variables of the service that name an S3 server; none without one. */
  readonly s3: Readonly<Record<string, string>>;
}

export function testEnvironment(): TestEnvironment {
  const {
    TEST_DATABASE_URL,
    TEST_POOLER_URL,
    TEST_REDIS_URL,
    TEST_S3_ENDPOINT,
    TEST_S3_ACCESS_KEY,
    TEST_S3_SECRET_KEY,
  } = process.env;
  if (TEST_DATABASE_URL === undefined)
    throw new Error("Run the tests with npm test: they need a database of their own.");
  const s3 =
    TEST_S3_ENDPOINT === undefined
      ? {}
      : {
          S3_ENDPOINT: TEST_S3_ENDPOINT,
          S3_ACCESS_KEY: TEST_S3_ACCESS_KEY ?? "",
          S3_SECRET_KEY: TEST_S3_SECRET_KEY ?? "",
        };
  return { clusterUrl: TEST_DATABASE_URL, redisUrl: TEST_REDIS_URL ?? null, poolerUrl: TEST_POOLER_URL ?? null, s3 };
}
