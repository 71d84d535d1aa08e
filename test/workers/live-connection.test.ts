import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { openLiveWorkerSession, startOfSession } from "#harness/clients/live-worker-client.ts";
import { openLogger } from "#src/platform/logger.ts";
import { openWorkspace } from "#src/platform/disk/workspace.ts";
import { serveSessions } from "#workers/live/serve-sessions.ts";
import type { LiveEngine } from "#workers/speech/live/live-types.ts";
import { openReadSlots } from "#workers/speech/live/read-slots.ts";

const secret = "a secret of the live workers";
const bytesPerSecond = 32_000;
const voice = (seconds: number): Buffer => Buffer.alloc(seconds * bytesPerSecond, 1);
const word = { word: "said", start: 0.2, end: 0.8, confidence: 0.9 } as const;
const wordless = { text: "", segments: [], words: [], model: "none", confidenceSource: "none" } as const;

/** The sessions of a live process whose engine does what the test says. */
async function serve(t: ExecutionContext, engine: Partial<LiveEngine>, start: object = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "live-"));
  const workspace = await openWorkspace(join(dataDir, "tmp"));
  const hearing: LiveEngine = {
    hear: ({ samples }) =>
      Promise.resolve({
        probabilities: Array.from({ length: samples.length / 512 }, () => 1),
        memory: new Float32Array(),
      }),
    read: () => Promise.resolve(wordless),
    ...{ findLanguage: null, judgeTurn: null, slots: openReadSlots(2), now: () => performance.now(), ...engine },
  };
  const server = await serveSessions({
    ...{ secret, workspace, log: openLogger("test", "silent"), now: () => performance.now() },
    config: { dataDir, live: { slots: 2, host: "127.0.0.1", port: null, concurrency: 1, idleMs: 1_000, maxMs: 1_000 } },
    engineFor: () => ({ engine: hearing, model: "none" }),
    observe: () => undefined,
  });
  t.teardown(async () => {
    await server[Symbol.asyncDispose]();
    await workspace.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const folders = async (): Promise<readonly string[]> =>
    (await readdir(join(dataDir, "tmp"), { recursive: true })).filter((path) => path.includes("work-"));
  const session = await openLiveWorkerSession({ address: server.address, secret });
  session.send({ ...startOfSession, interim_results: false, ...start });
  await session.next("ready");
  return { server, session, folders };
}

test("a connection that closes while its session ends in order stops the reading, and leaves nothing", async (t) => {
  const [begun, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server, session, folders } = await serve(t, {
    read: (_, { signal }) => {
      begun.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          reject(new Error("It was aborted."));
        });
      });
    },
  });
  session.sendSound(voice(2));
  session.send({ type: "close" });
  await begun.promise;
  t.is((await folders()).length, 1);
  session.vanish();
  await aborted.promise;
  await server.empty();
  t.deepEqual(await folders(), []);
});

test("while the voice is not followed no more is read from the connection, and all of it is heard afterwards", async (t) => {
  const free = Promise.withResolvers<void>();
  const { server, session } = await serve(t, {
    hear: async ({ samples }) => {
      await free.promise;
      return {
        probabilities: Array.from({ length: samples.length / 512 }, () => 0),
        memory: new Float32Array(),
      };
    },
  });
  const [running] = server.sessions;
  const seconds = 34;
  for (let second = 0; second < seconds; second += 1) session.sendSound(voice(1));
  session.send({ type: "close" });
  // 256 KiB of samples are 8.2 seconds; more than a frame beyond that is held back by the kernel and the caller.
  while ((running?.lagSeconds() ?? 0) < 8) await new Promise((done) => setTimeout(done, 10));
  await new Promise((done) => setTimeout(done, 300));
  t.true((running?.lagSeconds() ?? NaN) < 14, `${running?.lagSeconds()} s`);
  free.resolve();
  t.is((await session.next("ended"))["seconds"], seconds);
  t.is(await session.closed, 1000);
});

test("where no model finds ends of turns, half a second of silence ends one that the model was to end", async (t) => {
  const hear: LiveEngine["hear"] = ({ samples }) => {
    const windows = Array.from({ length: samples.length / 512 }, (_, index) => samples[index * 512]);
    return Promise.resolve({ probabilities: windows.map((one) => Number(one !== 0)), memory: new Float32Array() });
  };
  const { session } = await serve(
    t,
    { hear, read: () => Promise.resolve({ ...wordless, text: "Said.", words: [word] }) },
    { end_of_turn: "smart", endpointing_ms: null },
  );
  session.sendSound(Buffer.concat([voice(1), Buffer.alloc(bytesPerSecond)]));
  t.like(await session.next("final"), { text: "Said.", speech_final: true, from_finalize: false });
});
