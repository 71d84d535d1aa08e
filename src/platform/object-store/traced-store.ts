import { inSpan } from "#src/spans.ts";
import type { ObjectStore } from "./object-store.ts";

/** A store with a span for each call that moves or removes objects. */
export function tracedStore(store: ObjectStore): ObjectStore {
  const traced = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    inSpan(`${name} object`, { kind: "CLIENT" }, work);
  return {
    ...store,
    putFile: (key, path, contentType) => traced("put", () => store.putFile(key, path, contentType)),
    read: (key, range) => traced("read", () => store.read(key, range)),
    fetchTo: (key, path) => traced("fetch", () => store.fetchTo(key, path)),
    copy: (from, to) => traced("copy", () => store.copy(from, to)),
    remove: (keys) => traced("remove", () => store.remove(keys)),
  };
}
