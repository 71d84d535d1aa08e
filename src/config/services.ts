import { z } from "zod";
import { databaseReaders, service } from "./processes.ts";
import { redis } from "./redis.ts";
import { refuse, setting } from "./setting.ts";
import { count, httpUrl, optional, text } from "./types.ts";

const s3 = z
  .object({
    endpoint: setting("S3_ENDPOINT", optional(httpUrl), {
      description: "The address of the S3 server that keeps the audio; without it the files lie in DATA_DIR.",
      readBy: service,
    }),
    region: setting("S3_REGION", text.default("us-east-1"), {
      description: "The region that the S3 server expects.",
      readBy: service,
    }),
    bucket: setting("S3_BUCKET", text.default("speech"), {
      description: "The bucket that keeps the audio.",
      readBy: service,
    }),
    credentials: setting("S3_CREDENTIALS", z.enum(["keys", "role"]).default("keys"), {
      description:
        "How the service proves itself to the S3 server: keys by S3_ACCESS_KEY and S3_SECRET_KEY; role by what AWS gives to a machine, a container or a web identity, which changes by itself.",
      readBy: service,
    }),
    accessKey: setting("S3_ACCESS_KEY", optional(text), {
      description:
        "The access key of the service at the S3 server, at least 3 characters; under compose it gives access to this bucket only.",
      readBy: service,
    }),
    secretKey: setting("S3_SECRET_KEY", optional(text), {
      description: "The secret key of the S3 server, at least 8 characters.",
      readBy: service,
    }),
  })
  .transform(({ endpoint, credentials, accessKey, secretKey, ...rest }, context) => {
    if (endpoint === null) return null;
    if (credentials === "role") {
      if (accessKey === null && secretKey === null) return { endpoint, keys: null, ...rest };
      return refuse(context, "S3_CREDENTIALS=role takes no S3_ACCESS_KEY and no S3_SECRET_KEY.");
    }
    if (accessKey === null || secretKey === null) {
      return refuse(context, "S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY beside it, or S3_CREDENTIALS=role.");
    }
    return { endpoint, keys: { accessKey, secretKey }, ...rest };
  });

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ });

export const services = z
  .object({
    databaseUrl: setting("DATABASE_URL", optional(databaseAddress), {
      description:
        "The PostgreSQL database, as postgres://user:password@host:5432/name; without it `npm start` brings its own.",
      readBy: databaseReaders,
    }),
    databaseDirectUrl: setting("DATABASE_DIRECT_URL", optional(databaseAddress), {
      description:
        "The same database without a pooler in between, where DATABASE_URL leads to one: for migrations, and for the queue when it lives in PostgreSQL.",
      readBy: [...service, "migrate"],
    }),
    databaseReplicaUrl: setting("DATABASE_REPLICA_URL", optional(databaseAddress), {
      description:
        "A standby of the database, of which the API reads usage reports and the history; the primary where it is unset or fails.",
      readBy: ["api"],
    }),
    databasePooler: setting("DATABASE_POOLER", z.enum(["none", "transaction", "prepared"]).default("none"), {
      description:
        "What DATABASE_URL leads to: none for PostgreSQL itself or a pooler in session mode, transaction for a pooler in transaction mode, prepared for one that also carries named statements (PgBouncer 1.21 or newer with max_prepared_statements above 0).",
      readBy: [...service, "migrate"],
    }),
    databasePoolSize: setting("DATABASE_POOL_SIZE", count(10, 2), {
      description: "How many connections each process opens to it.",
      readBy: service,
    }),
    redis,
    queuePrefix: setting("QUEUE_PREFIX", text.regex(/^[a-z][a-z0-9_]{0,39}$/).default("speech"), {
      description: "What the names of the queue start with, for several services on one Redis.",
      readBy: service,
    }),
    s3,
  })
  .describe("Database, queue and storage (Compose sets the addresses itself)");
