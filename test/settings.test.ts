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

test("all invalid settings are named at once, each with the reason", (t) => {
  const wrong = { PORT: "a", S3_ENDPOINT: "https://s3.example.com", LEASE_EXPIRES_MS: "5000", UPLOADS_MAX: "0" };
  const error = t.throws(() => readConfig(wrong), { instanceOf: ConfigError });
  const lines = error?.message.split("\n") ?? [];
  t.deepEqual(
    lines.map((line) => /^\w+:? /.exec(line)?.[0]),
    ["PORT: ", "S3_ENDPOINT ", "LEASE_EXPIRES_MS ", "UPLOADS_MAX: "],
  );
});
