import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import { Client, CopyDestinationOptions, CopySourceOptions } from "minio";
import pTimeout from "p-timeout";
import { z } from "zod";
import type { S3Config } from "#src/config.ts";
import type { ObjectStore } from "./object-store.ts";

const presignedSeconds = 900;
/** A server that takes nothing or says nothing for this long is not there. */
const stalledMs = 15_000;
const silence = "The object store does not answer.";

/** The client's answer for objects that were not removed, whatever its types say. */
const refusals = z.array(z.object({ Key: z.string() }));

const answered = <Result>(work: Promise<Result>): Promise<Result> =>
  pTimeout(work, { milliseconds: stalledMs, message: silence });

/** Objects in a bucket of any S3 server; the bucket is made when it is missing. @throws Error when it cannot be used, with the remedy */
export async function openS3Store({ bucket, ...server }: S3Config): Promise<ObjectStore> {
  const clientNow = await openClients(server);
  const call = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => answered(clientNow().then(work));
  await call((now) => requireBucket(now, { bucket, region: server.region }));
  await call((now) => requireRights(now, bucket));
  const sizeOf = async (key: string): Promise<number | null> =>
    (await call((now) => now.statObject(bucket, key)).catch(absent))?.size ?? null;
  const read: ObjectStore["read"] = (key, range) =>
    call((now) =>
      range === undefined
        ? now.getObject(bucket, key)
        : now.getPartialObject(bucket, key, range.start, range.end - range.start + 1),
    ).catch(absent);
  return {
    putFile: async (key, path, contentType) => {
      await upload(await call((now) => now.presignedPutObject(bucket, key, presignedSeconds)), path, contentType);
    },
    read,
    size: sizeOf,
    fetchTo: async (key, path) => {
      const source = await read(key);
      if (source === null) return false;
      await pipeline(source, whileItFlows, createWriteStream(path, { mode: 0o600 }));
      return true;
    },
    copy: async (from, to) => {
      const source = new CopySourceOptions({ Bucket: bucket, Object: from });
      const destination = new CopyDestinationOptions({ Bucket: bucket, Object: to });
      return (await call((now) => now.copyObject(source, destination)).catch(absent)) !== null;
    },
    remove: async (keys) => {
      if (keys.length === 0) return [];
      const failures = await call((now) => now.removeObjects(bucket, [...keys]));
      return refusals.parse(failures).map(({ Key: key }) => key);
    },
    check: async () => {
      if (!(await call((now) => now.bucketExists(bucket)))) throw new Error(`The bucket ${bucket} is missing.`);
    },
  };
}

async function requireBucket(client: Client, { bucket, region }: Pick<S3Config, "bucket" | "region">): Promise<void> {
  const isThere = await client.bucketExists(bucket).catch(explained(`see the bucket ${bucket}`, "s3:ListBucket"));
  if (isThere) return;
  const making = client.makeBucket(bucket, region).catch(madeByAnother);
  await making.catch(explained(`make the bucket ${bucket}, which does not exist`, "s3:CreateBucket"));
}

/** Copies and removes an object that does not exist: what is refused for this would fail the first work. */
async function requireRights(client: Client, bucket: string): Promise<void> {
  const key = `rights/${randomUUID()}`;
  const source = new CopySourceOptions({ Bucket: bucket, Object: key });
  const copied = client.copyObject(source, new CopyDestinationOptions({ Bucket: bucket, Object: `${key}/copy` }));
  const objects = `objects of the bucket ${bucket}`;
  await Promise.all([
    answered(copied)
      .catch(explained(`read and write ${objects}`, "s3:GetObject and s3:PutObject"))
      .catch(otherwise),
    answered(client.removeObject(bucket, key))
      .catch(explained(`remove ${objects}`, "s3:DeleteObject"))
      .catch(otherwise),
  ]);
}

class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** Says what a refusal means; other errors stay what they are. */
const explained =
  (what: string, right: string) =>
  (error: unknown): never => {
    if (codeOf(error) !== "AccessDenied") throw error;
    throw new RefusedError(
      `The object store does not let S3_ACCESS_KEY, or the role, ${what}. Grant it ${right}; where it has that, the secret key is wrong, or the clock of this machine.`,
      { cause: error },
    );
  };

/** The object is missing, as it should be; an outage shows later. */
function otherwise(error: unknown): void {
  if (error instanceof RefusedError) throw error;
}

/** @returns what gives the client with the credentials of the moment: those of a role change */
async function openClients({ keys, ...server }: Server): Promise<() => Promise<Client>> {
  if (keys !== null) {
    const client = openClient(server, keys);
    return () => Promise.resolve(client);
  }
  const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
  // It keeps what it has found until five minutes before that expires.
  const credentialsNow = defaultProvider();
  let known: { readonly sessionToken: string | undefined; readonly client: Client } | null = null;
  return async () => {
    const {
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      sessionToken,
    } = await credentialsNow().catch(withoutRole);
    if (known === null || known.sessionToken !== sessionToken) {
      known = { sessionToken, client: openClient(server, { accessKey, secretKey, sessionToken }) };
    }
    return known.client;
  };
}

function withoutRole(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`S3_CREDENTIALS=role, and no credentials of a role were found: ${reason}`, { cause: error });
}

type Server = Omit<S3Config, "bucket">;
type Keys = NonNullable<Server["keys"]> & { readonly sessionToken?: string | undefined };

function openClient({ endpoint, region }: Omit<Server, "keys">, { sessionToken, ...keys }: Keys): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  const address = { endPoint: hostname, ...(port !== "" && { port: Number(port) }), useSSL: protocol === "https:" };
  return new Client({ ...address, region, ...keys, ...(sessionToken !== undefined && { sessionToken }) });
}

/** The client's own `putObject` buffers whole parts in memory; a file piped into a signed address does not. */
async function upload(address: string, path: string, contentType: string): Promise<void> {
  const { size } = await stat(path);
  const send = address.startsWith("https:") ? httpsRequest : httpRequest;
  const request = send(address, {
    method: "PUT",
    headers: { "content-length": size, "content-type": contentType },
    timeout: stalledMs,
  });
  request.once("timeout", () => request.destroy(new Error(silence)));
  const [response] = await Promise.all([responseOf(request), pipeline(createReadStream(path), request)]);
  response.resume();
  if (response.statusCode !== 200) throw new Error(`The object store refused an object: ${response.statusCode}.`);
}

/** Passes on what comes. @throws Error when nothing has come for too long */
async function* whileItFlows(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  for (let next = await answered(chunks.next()); next.done !== true; next = await answered(chunks.next()))
    yield next.value;
}

function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once("response", resolve).once("error", reject);
  return promise;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

function absent(error: unknown): null {
  if (["NoSuchKey", "NotFound"].includes(String(codeOf(error)))) return null;
  throw error;
}

function madeByAnother(error: unknown): void {
  if (codeOf(error) !== "BucketAlreadyOwnedByYou") throw error;
}
