import { z } from "zod";
import { sum } from "#harness/statistics.ts";

/**
 * The kinds of work whose processes an operator scales, in the order of reports. `texts` are as short as can be, by the smallest engine: they
 * show what a request costs beside its speech.
 */
export const kinds = ["transcription", "synthesis", "live", "calls", "texts"] as const;
export type Kind = (typeof kinds)[number];

/** Units of work: a second of sound, a character, a second of a session, a call, a text. */
export const unitOf = {
  transcription: "audio s",
  synthesis: "characters",
  live: "session s",
  calls: "calls",
  texts: "texts",
} as const satisfies Record<Kind, string>;

const amount = z.number().nonnegative();

/** Processor seconds of those beside the process that does the work. */
const besides = z.strictObject({ api: amount, postgres: amount, redis: amount, objects: amount, clients: amount });

const figures = z.strictObject({
  /** The engine or model that did it. */
  engine: z.string(),
  /** Units that one process of the kind did in a second. */
  perSecond: z.number().positive(),
  unitsPerRequest: z.number().positive(),
  /** Processor seconds of the process and its engines for a unit. */
  processorPerUnit: z.number().positive(),
  /** Processor seconds of the others for a request. */
  processorPerRequest: besides,
  /** Resident memory of a process and its engines, in MiB. */
  memoryMib: z.number().positive(),
  /** Bytes of audio that are kept of a unit. */
  storedPerUnit: amount,
  /** Bytes that the database grows by with a request. */
  rowsPerRequest: amount,
});
export type KindFigures = z.output<typeof figures>;

/** The costs of an installation, as `--measure` writes them to `capacity.json`. */
export const measuredFigures = z.strictObject({
  measuredAt: z.iso.datetime(),
  /** The cores and the load of the machine. */
  machine: z.string(),
  stack: z.string(),
  kinds: z.record(z.enum(kinds), figures),
  /** Bytes; null where the queue is in PostgreSQL. */
  redis: z.strictObject({ idle: amount, perAccount: amount }).nullable(),
});
export type MeasuredFigures = z.output<typeof measuredFigures>;

/** Processor seconds of all processes of a machine for a unit, those of the callers among them. */
const wholePerUnit = ({ processorPerUnit, processorPerRequest, unitsPerRequest }: KindFigures): number =>
  processorPerUnit + sum(Object.values(processorPerRequest)) / unitsPerRequest;

/**
 * Units a second that processes of a kind do together on a machine that has so many cores for everything: each does what one does alone,
 * until the cores are used up.
 */
export const predictRate = (one: KindFigures, processes: number, cores: number): number =>
  Math.min(processes * one.perSecond, cores / wholePerUnit(one));
