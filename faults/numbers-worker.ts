import { readOwnConfig } from "#src/config.ts";
import { openResources } from "#src/platform/resources.ts";
import { openShutdown } from "#src/platform/shutdown.ts";
import { voiceSamples } from "#harness/servers/numbered-words.ts";
import { serveLive } from "#workers/live/serve-live.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { type LiveEngine, liveRate } from "#workers/speech/live/live-types.ts";
import { openReadSlots } from "#workers/speech/live/read-slots.ts";
import { windowSamples } from "#workers/speech/live/voice-requests.ts";

/** The live process of the service with another engine: it hears the numbers that `numbered-words.ts` says. */

/** A shorter rest of a number is none: times are told by the millisecond. */
const leastSamples = 64;
const readers = 2;

interface Run {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** The numbers in a sound with their places. */
function runsIn(samples: Int16Array): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let at = 1; at <= samples.length; at += 1) {
    if (samples[at] === samples[from]) continue;
    const value = samples[from] ?? 0;
    if (value !== 0 && at - from > leastSamples) runs.push({ value, from, to: at });
    from = at;
  }
  return runs;
}

/** Reads the numbers; one of which a part is missing has a question mark. */
function read(samples: Int16Array): Recognition {
  const words = runsIn(samples).map(({ value, from, to }) => ({
    ...{ word: `${value}${to - from === voiceSamples ? "" : "?"}`, confidence: 1 },
    ...{ start: from / liveRate, end: to / liveRate },
  }));
  const text = words.map(({ word }) => word).join(" ");
  const [first, last] = [words[0], words.at(-1)];
  const segments =
    first === undefined || last === undefined
      ? []
      : [{ id: 0, text, start: first.start, end: last.end, confidence: 1 }];
  return { text, words, segments, model: "numbers", confidenceSource: "model" };
}

/** A window in most of which something is said has a voice. */
function isVoice(samples: Int16Array): boolean {
  return samples.filter((sample) => sample !== 0).length > windowSamples / 2;
}

const engine: LiveEngine = {
  hear: ({ samples }) => {
    const windows = Array.from({ length: samples.length / windowSamples }, (_, index) =>
      samples.subarray(index * windowSamples, (index + 1) * windowSamples),
    );
    return Promise.resolve({
      probabilities: windows.map((window) => (isVoice(window) ? 1 : 0)),
      memory: new Float32Array(),
    });
  },
  read: (samples) => Promise.resolve(read(samples)),
  findLanguage: null,
  judgeTurn: null,
  slots: openReadSlots(readers),
  now: () => performance.now(),
};

const config = readOwnConfig("live");
using shutdown = openShutdown(config);
await using resources = await openResources(config, "live");
await serveLive(resources, {
  ...{ secret: config.live.secret ?? "", requested: shutdown.requested },
  engineFor: () => ({ engine, model: "numbers" }),
  offer: () => ({ languages: ["en"], models: ["numbers"] }),
});
