import { byLength } from "./harness/seconds.ts";
import { observeRun } from "./test/support/test-report.ts";

export default {
  files: ["test/**/*.test.ts"],
  extensions: ["ts"],
  timeout: "3m",
  require: ["./test/support/file-limit.ts"],
  // Half of a test's time is waiting, so three keep two cores busy.
  concurrency: 3,
  // Each file is a process: a thread of ava now and then stays behind when its tests have ended.
  workerThreads: false,
  // The longest come first, so that all processes end at about the same time.
  sortTestFiles: byLength(),
  // `test/support/run.ts` picks the files of a shard.
  utilizeParallelBuilds: false,
  nonSemVerExperiments: { observeRunsFromConfig: true },
  observeRun,
};
