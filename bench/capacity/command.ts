import { readArguments, UsageError } from "#src/command-line.ts";
import type { Assumptions, Load, Prices } from "./model.ts";

/** The plan that was asked for. */
export interface PlanCommand {
  readonly load: Load;
  readonly assumptions: Omit<Assumptions, "kept">;
  readonly prices: Prices | null;
  readonly json: boolean;
}

export type CapacityCommand =
  | { readonly task: "help" }
  | { readonly task: "measure"; readonly services: boolean }
  | { readonly task: "plan"; readonly plan: PlanCommand };

export const help = `Usage: npm run capacity -- [load] [options]

Says what a load needs: processes, cores, memory and storage, and with your prices what an hour of audio costs. It works from
figures that --measure has measured on this installation (capacity.json in DATA_DIR), and without them from those of
docs/scale.md. Nothing is started, and no database is needed.

Load
  --audio-hours-per-day <n>   hours of recordings that are transcribed in a day
  --characters-per-day <n>    characters that are spoken in a day
  --live-sessions <n>         live sessions at once, at the busiest time

What the figures do not tell
  --audio-seconds <n>         length of a recording (60)
  --text-characters <n>       length of a text (200)
  --session-seconds <n>       length of a live session (300)
  --reads <n>                 calls that read, for each request (3)
  --peak <n>                  the busiest time, in averages of the day (3)
  --busy <n>                  percent of a core that are used at the busiest time (60)
  --database-cores <n>        cores of the largest PostgreSQL that you want to run (32); beyond it accounts are divided over
                              several installations
  How long audio, texts and requests are kept is read from AUDIO_, TEXT_ and REQUEST_RETENTION_DAYS; for ever counts as a year.

Prices, all three or none, in any currency
  --core-hour <n>             of a core for an hour
  --gib-hour <n>              of a GiB of memory for an hour
  --stored-gib-month <n>      of a GiB of storage for a month

  --json                      the plan as JSON

Measuring
  --measure                   loads each kind of process for half a minute, on a database and data of its own, and writes what it took to
                              capacity.json; some four minutes, on a machine that does nothing else. Needs Linux
  --services                  on a real Redis and a real S3 server (MinIO), started for this, instead of the embedded stack

  --help                      this text

The exit code is 1 when it has failed and 2 when the command was not valid.
`;

const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }] as const;
const amounts = {
  "audio-hours-per-day": text,
  "characters-per-day": text,
  "live-sessions": text,
  "audio-seconds": text,
  "text-characters": text,
  "session-seconds": text,
  reads: text,
  peak: text,
  busy: text,
  "database-cores": text,
  "core-hour": text,
  "gib-hour": text,
  "stored-gib-month": text,
} as const;
type Amount = keyof typeof amounts;

const priceNames = ["core-hour", "gib-hour", "stored-gib-month"] as const;
const planNames: readonly Amount[] = ["audio-hours-per-day", "characters-per-day", "live-sessions"];

/** @throws UsageError */
export function readCapacityCommand(args: readonly string[]): CapacityCommand {
  const options = { ...amounts, measure: flag, services: flag, json: flag, help: flag } as const;
  const { values } = readArguments({ args: [...args], options });
  if (values.help || args.length === 0) return { task: "help" };
  const given = new Map(Object.entries(values).filter(([name]) => name in amounts));
  if (values.measure) {
    if (given.size > 0 || values.json) throw new UsageError("--measure goes with --services alone. See --help.");
    return { task: "measure", services: values.services };
  }
  if (values.services) throw new UsageError("--services goes with --measure. See --help.");
  const numberOf = (name: Amount, { absent = 0, atLeast = 0, atMost = 1e15 } = {}): number => {
    const value = given.get(name);
    const number = value === undefined ? absent : Number(value);
    if (value !== "" && number >= atLeast && number <= atMost) return number;
    throw new UsageError(`--${name} must be a number from ${atLeast} to ${atMost}.`);
  };
  if (planNames.every((name) => numberOf(name) === 0)) {
    throw new UsageError(`Say a load above 0: ${planNames.map((name) => `--${name}`).join(", ")}. See --help.`);
  }
  const missing = priceNames.filter((name) => !given.has(name));
  if (missing.length > 0 && missing.length < priceNames.length) {
    throw new UsageError(`A price is missing: ${missing.map((name) => `--${name}`).join(", ")}.`);
  }
  return {
    task: "plan",
    plan: {
      load: {
        audioHours: numberOf("audio-hours-per-day"),
        characters: numberOf("characters-per-day"),
        liveSessions: numberOf("live-sessions"),
      },
      assumptions: {
        audioSeconds: numberOf("audio-seconds", { absent: 60, atLeast: 1, atMost: 86_400 }),
        textCharacters: numberOf("text-characters", { absent: 200, atLeast: 1, atMost: 100_000 }),
        sessionSeconds: numberOf("session-seconds", { absent: 300, atLeast: 1, atMost: 86_400 }),
        readsPerRequest: numberOf("reads", { absent: 3, atMost: 1_000 }),
        peak: numberOf("peak", { absent: 3, atLeast: 1, atMost: 100 }),
        busy: numberOf("busy", { absent: 60, atLeast: 1, atMost: 100 }) / 100,
        databaseCores: numberOf("database-cores", { absent: 32, atLeast: 1, atMost: 10_000 }),
      },
      prices:
        missing.length > 0
          ? null
          : {
              coreHour: numberOf("core-hour"),
              gibHour: numberOf("gib-hour"),
              storedGibMonth: numberOf("stored-gib-month"),
            },
      json: values.json,
    },
  };
}
