import { defaultEnginesOf } from "./default-engines.ts";
import type { RegisteredEngine } from "./list-engines.ts";
import type { RegisteredManifest, EngineState } from "./manifest.ts";
import type { InstallableModel } from "./pull-advice.ts";

/** An engine that is alive in at least one worker. */
export interface LiveEngine {
  readonly manifest: RegisteredManifest;
  /** The best one of its workers. */
  readonly state: EngineState;
  readonly workers: number;
}

/** The engines that callers may ask for, each once. */
export interface EngineUnion {
  readonly live: readonly LiveEngine[];
  readonly recognition: readonly RegisteredManifest[];
  readonly synthesis: readonly RegisteredManifest[];
  /** The state of each engine that speaks, by its name, also of one whose worker has gone. */
  readonly synthesisStates: ReadonlyMap<string, EngineState>;
  /** The recognition models that the operator can install, installed or not. */
  readonly installable: readonly InstallableModel[];
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
const bestFirst: readonly EngineState[] = ["ready", "starting", "unavailable"];

/** Derives the offer from the registered engines, the latest first. */
export const offeredEngines = (
  registered: readonly RegisteredEngine[],
  installable: readonly InstallableModel[] = [],
): EngineUnion => ({
  installable,
  live: liveEngines(registered.filter(({ isAlive }) => isAlive)),
  recognition: offered(registered, "recognition"),
  synthesis: offered(registered, "synthesis"),
  synthesisStates: synthesisStates(registered),
});

function liveEngines(alive: readonly RegisteredEngine[]): readonly LiveEngine[] {
  const groups = Object.values(Object.groupBy(alive, ({ manifest }) => `${manifest.kind} ${manifest.name}`));
  return groups
    .flatMap((group = []) => {
      const state = bestFirst.find((one) => group.some((engine) => engine.state === one));
      const [latest] = group;
      return latest === undefined || state === undefined
        ? []
        : [{ manifest: latest.manifest, state, workers: group.length }];
    })
    .toSorted((a, b) => byName(a.manifest, b.manifest));
}

/**
 * Returns, for an engine that is alive, what its live workers say. Also what has just gone: a worker that is replaced is no reason to refuse what is accepted a second later. Without
 * workers the last ones count, whose work waits or is refused as the queue says, and without those the defaults.
 */
function offered(
  registered: readonly RegisteredEngine[],
  kind: RegisteredManifest["kind"],
): readonly RegisteredManifest[] {
  const usable = currentOf(registered, kind).filter(({ state }) => state !== "unavailable");
  const expected = usable.filter(({ isExpected }) => isExpected);
  const known = (expected.length > 0 ? expected : usable).map(({ manifest }) => manifest);
  const manifests = known.length > 0 ? known : defaultEnginesOf(kind);
  const latest = new Map(manifests.toReversed().map((manifest) => [manifest.name, manifest]));
  return [...latest.values()].toSorted(byName);
}

/** The engines of a kind: of one that is alive only its live workers, of another one those that had it last. */
function currentOf(
  registered: readonly RegisteredEngine[],
  kind: RegisteredManifest["kind"],
): readonly RegisteredEngine[] {
  const own = registered.filter(({ manifest }) => manifest.kind === kind);
  const alive = new Set(own.filter(({ isAlive }) => isAlive).map(({ manifest }) => manifest.name));
  return own.filter(({ manifest, isAlive }) => isAlive || !alive.has(manifest.name));
}

/** An engine whose worker has just gone is expected to start again; so are the default ones before any worker has come. */
function synthesisStates(registered: readonly RegisteredEngine[]): ReadonlyMap<string, EngineState> {
  const current = currentOf(registered, "synthesis");
  if (current.length === 0) return new Map(defaultEnginesOf("synthesis").map(({ name }) => [name, "starting"]));
  const states = current.map((engine) => [engine.manifest.name, stateOf(engine)] as const);
  // The best state of a name is set last.
  return new Map(bestFirst.toReversed().flatMap((best) => states.filter(([, state]) => state === best)));
}

function stateOf({ state, isAlive, isExpected }: RegisteredEngine): EngineState {
  if (isAlive) return state;
  return isExpected && state !== "unavailable" ? "starting" : "unavailable";
}

/** The languages of engines, each once, in alphabetical order of their tags. */
export const languagesOf = (engines: readonly Pick<RegisteredManifest, "languages">[]): readonly string[] =>
  [...new Set(engines.flatMap(({ languages }) => languages))].toSorted((a, b) => (a < b ? -1 : 1));

/** An engine that speaks, as far as the choice of a voice depends on it. */
export type SynthesisEngineInfo = Pick<RegisteredManifest, "name" | "preferredVoices">;
