import { recordSeconds } from "#harness/seconds.ts";

process.stdout.write(`harness/seconds.json has the seconds of ${recordSeconds()} files.\n`);
