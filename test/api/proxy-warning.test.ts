import test from "ava";
import { startLogged } from "#test/support/logged-process.ts";
import { startService } from "#test/support/service.ts";

const warning = "TRUSTED_PROXY_HOPS is 0";

/** The number of warnings of the API while three calls without an account come through a proxy and one does not. */
async function warnings(settings: Readonly<Record<string, string>>) {
  await using service = await startService();
  const api = await startLogged("src/api/main.ts", { ...service.env, PORT: "0", ...settings });
  const port = /"port":(\d+)/.exec(api.output())?.[1] ?? "";
  const call = (headers: Readonly<Record<string, string>>) => fetch(`http://127.0.0.1:${port}/v1/voices`, { headers });
  await call({});
  const before = api.output().split(warning).length - 1;
  for (const address of ["203.0.113.9", "203.0.113.8", "203.0.113.7"]) await call({ "x-forwarded-for": address });
  await api.stop();
  return { before, after: api.output().split(warning).length - 1, output: api.output() };
}

test("an API behind a proxy that it does not know of says so once, without an address", async (t) => {
  const { before, after, output } = await warnings({});
  t.is(before, 0);
  t.is(after, 1);
  t.false(output.includes("203.0.113."));
});

test("one that knows of its proxy says nothing", async (t) => {
  t.is((await warnings({ TRUSTED_PROXY_HOPS: "1" })).after, 0);
});
