import { mixedOrder } from "./test/support/mixed-order.ts";

export default {
  files: ["test/**/*.test.ts"],
  extensions: ["ts"],
  timeout: "3m",
  concurrency: 2,
  // Each file is a process: a thread of ava now and then stays behind when its tests have ended.
  workerThreads: false,
  sortTestFiles: mixedOrder,
};
