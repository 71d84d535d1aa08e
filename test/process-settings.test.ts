import test from "ava";
import { environmentOf } from "#src/config/process-environment.ts";
import type { ProcessName } from "#src/config/processes.ts";

test("a process is given what its proxy and its PostgreSQL client need, and no other variable", (t) => {
  const variables = {
    ...{ NODE_USE_ENV_PROXY: "1", http_proxy: "http://proxy:1", https_proxy: "http://proxy:1", no_proxy: "inside" },
    ...{ NODE_COMPILE_CACHE: "node_modules/.cache/compiled" },
    ...{ PGPASSWORD: "secret", PGSSLMODE: "verify-full", PGSSLROOTCERT: "/etc/ca.pem", DATABASE_URL: "postgres:///x" },
  };
  const others = { AWS_SECRET_ACCESS_KEY: "secret", PGP_KEY: "secret", PAYMENT_KEY_SECRET: "secret" };
  const names: readonly ProcessName[] = ["synthesis", "billing", "migrate"];
  for (const name of names) t.deepEqual(environmentOf(name, { ...variables, ...others }), variables, name);
});
