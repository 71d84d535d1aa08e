import type { Kind, KindFigures, MeasuredFigures } from "./figures.ts";

/** The load of an installation. */
export interface Load {
  /** Hours of recordings that are transcribed in a day. */
  readonly audioHours: number;
  /** Characters that are spoken in a day. */
  readonly characters: number;
  /** Live sessions at once, at the busiest time. */
  readonly liveSessions: number;
}

/** Properties of the work that the figures do not tell. */
export interface Assumptions {
  /** Seconds of a recording, on average. */
  readonly audioSeconds: number;
  /** Characters of a text, on average. */
  readonly textCharacters: number;
  /** Seconds of a live session, on average. */
  readonly sessionSeconds: number;
  /** The busiest time beside the average of a day. */
  readonly peak: number;
  /** The share of a core that is used at the busiest time. */
  readonly busy: number;
  /** Calls that read, for each request. */
  readonly readsPerRequest: number;
  /** Days for which audio, texts and requests are kept. */
  readonly kept: { readonly audio: number; readonly texts: number; readonly requests: number };
  /** Cores of the largest PostgreSQL that one installation is to have. */
  readonly databaseCores: number;
}

/** Prices of the operator, in any currency. */
export interface Prices {
  readonly coreHour: number;
  readonly gibHour: number;
  /** A GiB of stored audio or of the database for a month. */
  readonly storedGibMonth: number;
}

/** A part of an installation. */
export interface Part {
  readonly name: string;
  /** Null for servers, whose number the operator chooses. */
  readonly processes: number | null;
  readonly cores: number;
  /** Null where nothing was measured. */
  readonly memoryGib: number | null;
  /** Kept at the end of the time for which it is kept. */
  readonly storedGib: number;
}

export interface Plan {
  /** Requests in a second at the busiest time, sessions among them. */
  readonly requestsPerSecond: number;
  readonly parts: readonly Part[];
  /** Installations that the accounts are divided over, so that no database gets too large. */
  readonly cells: number;
  /** The money for units of work that people count in; null without prices. */
  readonly costs: readonly { readonly unit: string; readonly money: number }[] | null;
}

const [secondsPerHour, hoursPerDay, daysPerMonth] = [3_600, 24, 365 / 12];
const secondsPerDay = secondsPerHour * hoursPerDay;
const mibPerGib = 1_024;
const bytesPerGib = 1_024 ** 3;
/** Rows of the newest days are read most: PostgreSQL is to hold so many days of them in memory. */
const daysInMemory = 2;
const leastDatabaseGib = 1;
const bytesPerCharacter = 1;
/** A counter of calls lives for a minute. */
const countedSeconds = 60;

/** The work of a kind at the busiest time and in a day. */
interface Work {
  readonly kind: Exclude<Kind, "texts">;
  readonly figures: KindFigures;
  readonly unitsPerDay: number;
  readonly unitsPerSecond: number;
  readonly requestsPerDay: number;
  readonly requestsPerSecond: number;
  /** Processor seconds in a second beside the processes of the kind. */
  readonly beside: KindFigures["processorPerRequest"];
}

/** @returns what an installation needs for a load, by figures that were measured */
export function planFor(
  load: Load,
  measured: MeasuredFigures,
  { assumptions, prices = null }: { readonly assumptions: Assumptions; readonly prices?: Prices | null },
): Plan {
  const work = workOf(load, measured, assumptions);
  const servers = serversOf(work, measured, assumptions);
  const parts = [...work.flatMap((one) => processesOf(one, work, assumptions)), ...servers];
  const postgres = servers.find(({ name }) => name === "PostgreSQL");
  return {
    requestsPerSecond: total(work, ({ kind, requestsPerSecond }) => (kind === "calls" ? 0 : requestsPerSecond)),
    parts,
    cells: Math.max(1, Math.ceil((postgres?.cores ?? 0) / assumptions.databaseCores)),
    costs: prices === null ? null : costsOf(work, { measured, assumptions, prices }),
  };
}

const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((before, item) => before + of(item), 0);

function workOf(load: Load, { kinds: figures }: MeasuredFigures, assumptions: Assumptions): readonly Work[] {
  const { peak, audioSeconds, textCharacters, sessionSeconds, readsPerRequest } = assumptions;
  const work = (kind: Work["kind"], unitsPerDay: number, unitsPerRequest: number): Work => {
    const unitsPerSecond = (peak * unitsPerDay) / secondsPerDay;
    const [requestsPerDay, requestsPerSecond] = [unitsPerDay / unitsPerRequest, unitsPerSecond / unitsPerRequest];
    return {
      ...{ kind, figures: figures[kind], unitsPerDay, unitsPerSecond, requestsPerDay, requestsPerSecond },
      beside: besideOf(kind, figures, { unitsPerSecond, requestsPerSecond }),
    };
  };
  const requests = [
    work("transcription", load.audioHours * secondsPerHour, audioSeconds),
    work("synthesis", load.characters, textCharacters),
    // As many as there are at the busiest time; on average fewer by the same factor.
    work("live", (load.liveSessions * secondsPerDay) / peak, sessionSeconds),
  ];
  return [...requests, work("calls", readsPerRequest * total(requests, (one) => one.requestsPerDay), 1)];
}

/** Cores for so many processor seconds in a second, at the share of each that may be used. */
const coresFor = (processorSeconds: number, { busy }: Assumptions): number => processorSeconds / busy;

/** A text costs what one of a word does beside its speech, and sound that is live is passed on all the time. */
function besideOf(
  kind: Work["kind"],
  figures: MeasuredFigures["kinds"],
  { unitsPerSecond, requestsPerSecond }: Pick<Work, "unitsPerSecond" | "requestsPerSecond">,
): Work["beside"] {
  const { processorPerRequest } = figures[kind === "synthesis" ? "texts" : kind];
  const perSecond = kind === "live" ? unitsPerSecond / figures.live.unitsPerRequest : requestsPerSecond;
  const { api, postgres, redis, objects, clients } = processorPerRequest;
  return {
    api: api * perSecond,
    postgres: postgres * perSecond,
    redis: redis * perSecond,
    objects: objects * perSecond,
    clients: clients * perSecond,
  };
}

/** Processor seconds of one part beside the workers for all work of a second. */
const besideAll = (work: readonly Work[], part: keyof Work["beside"]): number =>
  total(work, ({ beside }) => beside[part]);

function processesOf(
  { kind, figures, unitsPerSecond }: Work,
  all: readonly Work[],
  assumptions: Assumptions,
): readonly Part[] {
  if (unitsPerSecond === 0) return [];
  const own = figures.processorPerUnit * unitsPerSecond;
  const seconds = kind === "calls" ? own + besideAll(all, "api") : own;
  const cores = coresFor(seconds, assumptions);
  // A process of Node answers calls with one core; a worker does what one did.
  const isSingle = kind === "calls";
  const processes = Math.ceil(isSingle ? cores : unitsPerSecond / figures.perSecond / assumptions.busy);
  const memoryGib = (processes * figures.memoryMib) / mibPerGib;
  return [{ name: isSingle ? "api" : kind, processes, cores, memoryGib, storedGib: 0 }];
}

function serversOf(work: readonly Work[], measured: MeasuredFigures, assumptions: Assumptions): readonly Part[] {
  const { kept } = assumptions;
  const cores = (part: "postgres" | "redis" | "objects"): number => coresFor(besideAll(work, part), assumptions);
  const rows = work.map((one) => rowsPerDay(one, measured));
  const [requests, texts] = [total(rows, (row) => row.requests), total(rows, (row) => row.texts)];
  const audio = total(work, ({ figures, unitsPerDay }) => figures.storedPerUnit * unitsPerDay);
  const server = { processes: null, storedGib: 0 } as const;
  return [
    {
      ...{ ...server, name: "PostgreSQL", cores: cores("postgres") },
      memoryGib: Math.max(leastDatabaseGib, (daysInMemory * (requests + texts)) / bytesPerGib),
      storedGib: (requests * kept.requests + texts * kept.texts) / bytesPerGib,
    },
    { ...server, name: "Redis", cores: cores("redis"), memoryGib: redisGib(work, measured) },
    {
      ...{ ...server, name: "objects", cores: cores("objects"), memoryGib: null },
      storedGib: (audio * kept.audio) / bytesPerGib,
    },
  ];
}

/** At most: each call of a minute by an account of its own. */
function redisGib(work: readonly Work[], { redis }: MeasuredFigures): number | null {
  if (redis === null) return null;
  const calls = countedSeconds * total(work, (one) => one.requestsPerSecond);
  return (redis.idle + redis.perAccount * calls) / bytesPerGib;
}

/** Bytes in the database of a day's work: of requests, and of their texts and transcripts. */
interface Rows {
  readonly requests: number;
  readonly texts: number;
}

function rowsPerDay({ kind, figures, requestsPerDay, unitsPerDay }: Work, { kinds: measured }: MeasuredFigures): Rows {
  if (kind === "calls") return { requests: 0, texts: 0 };
  // A short text was measured: what a recording or a session has beyond its request is the transcript.
  const row = measured.texts.rowsPerRequest;
  const transcript = Math.max(0, figures.rowsPerRequest - row) / figures.unitsPerRequest;
  const text = kind === "synthesis" ? bytesPerCharacter : transcript;
  return { requests: row * requestsPerDay, texts: text * unitsPerDay };
}

/** Bytes when as many are deleted as come. */
function keptBytes(one: Work, measured: MeasuredFigures, { kept }: Assumptions): number {
  const { requests, texts } = rowsPerDay(one, measured);
  const audio = one.figures.storedPerUnit * one.unitsPerDay;
  return requests * kept.requests + texts * kept.texts + audio * kept.audio;
}

interface Costing {
  readonly measured: MeasuredFigures;
  readonly assumptions: Assumptions;
  readonly prices: Prices;
}

/** Names and sizes of the units in which costs are told. */
const costUnits = {
  transcription: { name: "an hour of recordings", size: secondsPerHour },
  synthesis: { name: "a million characters", size: 1_000_000 },
  live: { name: "an hour of a live session", size: secondsPerHour },
} as const;

/** The money for each kind, its share of the API and of the servers with it. */
function costsOf(work: readonly Work[], { measured, assumptions, prices }: Costing): NonNullable<Plan["costs"]> {
  const reads = work.find(({ kind }) => kind === "calls");
  return work.flatMap((one): NonNullable<Plan["costs"]> => {
    const { kind, figures, unitsPerDay, unitsPerSecond, requestsPerSecond } = one;
    if (kind === "calls" || unitsPerDay === 0) return [];
    const { api, postgres, redis, objects } = one.beside;
    const beside = api + postgres + redis + objects;
    const reading = (reads?.figures.processorPerUnit ?? 0) * requestsPerSecond * assumptions.readsPerRequest;
    const cores = coresFor(figures.processorPerUnit * unitsPerSecond + beside + reading, assumptions);
    const memoryGib = total(processesOf(one, work, assumptions), (part) => part.memoryGib ?? 0);
    const storedGib = keptBytes(one, measured, assumptions) / bytesPerGib;
    const perDay =
      hoursPerDay * (cores * prices.coreHour + memoryGib * prices.gibHour) +
      (storedGib * prices.storedGibMonth) / daysPerMonth;
    return [{ unit: costUnits[kind].name, money: (perDay * costUnits[kind].size) / unitsPerDay }];
  });
}
