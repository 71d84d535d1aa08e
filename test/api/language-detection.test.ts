import { registerHooks } from "node:module";
import test from "ava";
import { startService } from "#test/support/service.ts";

test("the tables by which languages are told apart are loaded before the API takes calls", async (t) => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      loaded.push(specifier);
      return next(specifier, context);
    },
  });
  t.teardown(() => hooks.deregister());
  await using _ = await startService();
  t.true(loaded.includes("eld/extrasmall"));
});
