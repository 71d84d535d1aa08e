import { registerHooks } from "node:module";

const source = new URL("../../sdk/typescript/src/index.ts", import.meta.url).href;

/** Lets the examples find the client by the name of its package, as if it were installed. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "speech-service-sdk" ? { url: source, shortCircuit: true } : next(specifier, context),
});
