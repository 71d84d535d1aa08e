import test from "ava";
import { ConfigError, readConfig } from "#src/config.ts";
import { schema } from "#src/config/schema.ts";
import { settingsIn } from "#src/config/setting.ts";

test("a variable that is read into two places means the same in both", (t) => {
  const settings = settingsIn(schema);
  t.true(settings.length > 100);
  const described = new Map(settings.map(({ env, description }) => [env, description]));
  for (const { env, description } of settings) t.is(described.get(env), description, env);
});

test("the S3 server is opened by keys or by a role, and never by both", (t) => {
  const [server, keys] = [{ S3_ENDPOINT: "https://s3.example.com" }, { S3_ACCESS_KEY: "key", S3_SECRET_KEY: "secret" }];
  t.deepEqual(readConfig({ ...server, ...keys }).s3?.keys, { accessKey: "key", secretKey: "secret" });
  t.is(readConfig({ ...server, S3_CREDENTIALS: "role" }).s3?.keys, null);
  for (const [settings, message] of [
    [{ ...server, S3_ACCESS_KEY: "key" }, /or S3_CREDENTIALS=role/],
    [{ ...server, ...keys, S3_CREDENTIALS: "role" }, /takes no S3_ACCESS_KEY/],
    [{ ...server, S3_CREDENTIALS: "rolle" }, /^S3_CREDENTIALS/],
  ] as const) {
    t.throws(() => readConfig(settings), { instanceOf: ConfigError, message });
  }
});

test("all invalid settings are named at once, each with the reason", (t) => {
  const wrong = { PORT: "a", S3_ENDPOINT: "https://s3.example.com", LEASE_EXPIRES_MS: "5000", UPLOADS_MAX: "0" };
  const error = t.throws(() => readConfig(wrong), { instanceOf: ConfigError });
  const lines = error?.message.split("\n") ?? [];
  t.deepEqual(
    lines.map((line) => /^\w+:? /.exec(line)?.[0]),
    ["PORT: ", "S3_ENDPOINT ", "LEASE_EXPIRES_MS ", "UPLOADS_MAX: "],
  );
});
