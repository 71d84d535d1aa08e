import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";

/** Where objects are kept when an S3 server is configured. */
export interface S3Config {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** @throws ConfigError without the keys */
export function s3Of(env: Environment): S3Config | null {
  if (env.S3_ENDPOINT === undefined) return null;
  if (env.S3_ACCESS_KEY === undefined || env.S3_SECRET_KEY === undefined) {
    throw new ConfigError("S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY beside it.");
  }
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
  };
}
