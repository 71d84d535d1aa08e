import { type Logger, pino } from "pino";
import { traceFacts } from "#src/spans.ts";

export type { Logger };

/** JSON lines on standard output: the process's name, a level, a message and ids, of a traced call those of its trace; never bodies, keys, text or audio. */
export const openLogger = (name: string, level: string): Logger =>
  pino({
    ...{ name, level, base: { name, pid: process.pid } },
    ...{ timestamp: pino.stdTimeFunctions.isoTime, mixin: traceFacts },
  });
