const workerNames = ["synthesis", "transcription", "training", "billing"] as const;
const serviceNames = ["api", ...workerNames, "maintenance", "live"] as const;
const databaseNames = [...serviceNames, "identity", "payment", "migrate"] as const;
const names = [...databaseNames, "wyoming"] as const;

/** A process of its own: the lines of `Procfile` and `Procfile.dev`, and the migration. */
export type ProcessName = (typeof names)[number];

type Names = readonly ProcessName[];

export const everyProcess: Names = names;
/** The lines of `Procfile` but `wyoming`, which is a caller of the API and has nothing else of the service. */
export const service: Names = serviceNames;
/** The processes that open the database. */
export const databaseReaders: Names = databaseNames;
/** Those that serve HTTP or metrics, the sandboxes of `npm start` among them. */
export const listening: Names = [...service, "wyoming", "identity", "payment"];
export const workers: Names = workerNames;

/** True for the name of a process that is known. */
export const isProcessName = (name: string): name is ProcessName => names.some((known) => known === name);
