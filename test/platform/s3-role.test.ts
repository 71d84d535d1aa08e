import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { AssumeRoleProvider } from "minio/dist/esm/AssumeRoleProvider.mjs";
import { openS3Store } from "#src/platform/object-store/s3.ts";

const { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY: accessKey, TEST_S3_SECRET_KEY: secretKey } = process.env;
const onServices = endpoint === undefined ? test.serial.skip : test.serial;
const sources = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE"] as const;

interface RoleCredentials {
  readonly AccessKeyId: string;
  readonly SecretAccessKey: string;
  readonly Token: string;
  readonly Expiration: string;
}

/** Gives credentials as the agent of a container does, and names it in the environment of this process. */
async function openAgent(give: () => Promise<RoleCredentials>): Promise<AsyncDisposable> {
  const agent = createServer((_request, response) => {
    give().then(
      (credentials) => response.end(JSON.stringify(credentials)),
      () => response.writeHead(500).end(),
    );
  });
  await once(agent.listen(0, "127.0.0.1"), "listening");
  const address = agent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  for (const name of sources) delete process.env[name];
  process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = `http://127.0.0.1:${port}/credentials`;
  return {
    [Symbol.asyncDispose]: async () => {
      delete process.env["AWS_CONTAINER_CREDENTIALS_FULL_URI"];
      agent.closeAllConnections();
      const closed = once(agent, "close");
      agent.close();
      await closed;
    },
  };
}

onServices("a role's credentials open the store, and others take their place when they run out", async (t) => {
  const given: string[] = [];
  const role = {
    stsEndpoint: endpoint ?? "",
    accessKey: accessKey ?? "",
    secretKey: secretKey ?? "",
    action: "AssumeRole",
  };
  await using _ = await openAgent(async () => {
    const credentials = await new AssumeRoleProvider(role).getCredentials();
    given.push(credentials.getAccessKey());
    return {
      AccessKeyId: credentials.getAccessKey(),
      SecretAccessKey: credentials.getSecretKey(),
      Token: credentials.getSessionToken() ?? "",
      // Below the five minutes at which they are replaced, so that each call gets others.
      Expiration: new Date(Date.now() + 60_000).toISOString(),
    };
  });
  const bucket = `role-${randomBytes(4).toString("hex")}`;
  const store = await openS3Store({ endpoint: endpoint ?? "", region: "us-east-1", bucket, keys: null });
  const directory = await mkdtemp(join(tmpdir(), "speech-s3-role-"));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const [path, copy] = [join(directory, "sent"), join(directory, "fetched")];
  await writeFile(path, "some sound");
  await store.putFile("results/1", path, "audio/wav");
  t.true(await store.copy("results/1", "results/2"));
  t.true(await store.fetchTo("results/2", copy));
  t.is(await readFile(copy, "utf8"), "some sound");
  t.is(await store.size("results/2"), 10);
  t.deepEqual(await store.remove(["results/1", "results/2"]), []);
  t.is(await store.size("results/1"), null);
  t.true(new Set(given).size > 1);
});

test.serial("where there is no role, the store says so at the start", async (t) => {
  await using _ = await openAgent(() => Promise.reject(new Error("There is no role.")));
  process.env["AWS_MAX_ATTEMPTS"] = "1";
  const opening = openS3Store({ endpoint: "http://127.0.0.1:1", region: "us-east-1", bucket: "speech", keys: null });
  await t.throwsAsync(opening, { message: /^S3_CREDENTIALS=role, and no credentials of a role were found: / });
});
