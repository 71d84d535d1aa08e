import { execFile, execFileSync, spawnSync } from "node:child_process";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { audioContainers } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { encoded, tone, wav } from "#harness/audio/sounds.ts";
import { decodeAudio, type DecodeOptions } from "#workers/speech/audio/decode-audio.ts";
import { id3, manyTracks, png, referringTo, wavClaiming } from "#harness/audio/hostile-media.ts";
import { calm, privateFolder } from "./synth-support.ts";

const run = test.serial;

const smallFlac = ["-ar", "8000", "-compression_level", "0", "-frame_size", "65535"];

/** Any bytes are frames of these. */
const withoutHeader: ReadonlySet<string> = new Set(["gsm", "g723"]);

/** Command lines of the children that work in this folder. */
const childrenIn = (directory: string): readonly string[] =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(directory));

/** Decodes and tells the code of the refusal, or null; at most 10 s pass and no child is left. */
const codeOf = async (
  t: ExecutionContext,
  source: Parameters<typeof decodeAudio>[0],
  options: Omit<DecodeOptions, "signal">,
): Promise<string | null> => {
  const startedMs = performance.now();
  const code = await decodeAudio(source, { ...options, signal: calm() }).then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
  t.true(performance.now() - startedMs < 10_000, "it is over within ten seconds");
  t.deepEqual(childrenIn(options.directory), []);
  return code;
};

/** A listener, and how many have called. */
const listen = async (t: ExecutionContext) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/canary.wav`, connections: () => connections };
};

/** Scripts that point at other files, one kind after the other. */
const scripts = (targets: readonly string[]): readonly (readonly [kind: string, content: string])[] =>
  targets.flatMap((target) => [
    ["m3u8", `#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`],
    ["ffconcat", `ffconcat version 1.0\nfile '${target}'\n`],
    ["SDP", `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\na=control:${target}\n`],
    ["cue", `FILE "${target}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`],
    ["DASH", `<?xml version="1.0"?><MPD type="static"><Period><BaseURL>${target}</BaseURL></Period></MPD>`],
    [
      "GAB2 in AVI",
      `RIFF\u0080\0\0\0AVI LIST\u0040\0\0\0movi00tx\u0030\0\0\0GAB2\0\u0002\0#EXTM3U\n#EXTINF:1,\n${target}\n`,
    ],
    ["image2", target.replace("canary", "%d")],
    ["WAV label on ffconcat", `RIFF\u0080\0\0\0WAVEffconcat version 1.0\nfile '${target}'\n`],
  ]);

for (const container of audioContainers) {
  run(`a script that points at a canary, a neighbour's file or a listener gets nothing as ${container}`, async (t) => {
    const directory = await privateFolder(t);
    const neighbour = join(await privateFolder(t), "canary.wav");
    for (const path of [join(directory, "canary.wav"), neighbour]) await writeFile(path, tone(1));
    const { url, connections } = await listen(t);
    for (const [kind, content] of scripts(["canary.wav", neighbour, url])) {
      const path = join(directory, "source");
      await writeFile(path, content, "latin1");
      const code = await codeOf(t, { path, container }, { directory, maxSeconds: 60 });
      if (!withoutHeader.has(container)) t.is(code, "audio_unusable", kind);
      // Its own bytes as samples are far shorter than the second of the canary.
      const heard = await stat(join(directory, "decoded.raw")).catch(() => ({ size: 0 }));
      t.true(heard.size < 16_000, kind);
      await rm(join(directory, "decoded.raw"), { force: true });
    }
    t.is(connections(), 0);
    t.deepEqual((await readdir(directory)).toSorted(), ["canary.wav", "source"]);
  });
}

run("the traps of this file are live: an unguarded decoder steps into them", async (t) => {
  const directory = await privateFolder(t);
  await writeFile(join(directory, "canary.wav"), tone(1));
  const { url, connections } = await listen(t);
  const unguarded = (content: string | Uint8Array, options: readonly string[]): number => {
    const path = join(directory, "source");
    execFileSync("sh", ["-c", 'cat > "$1"', "sh", path], { input: content });
    const output = join(directory, "out.raw");
    const args = [
      "-v",
      "error",
      "-nostdin",
      ...options,
      "-i",
      path,
      "-f",
      "s16le",
      "-ac",
      "1",
      "-ar",
      "16000",
      "-y",
      output,
    ];
    return spawnSync("ffmpeg", args, { cwd: directory }).status ?? -1;
  };
  t.is(unguarded("ffconcat version 1.0\nfile 'canary.wav'\n", []), 0);
  t.is((await stat(join(directory, "out.raw"))).size, 32_000, "the canary was read");
  await writeFile(join(directory, "canary.mov"), await encoded(tone(1), "mov", ["-c:a", "pcm_s16le"]));
  const movie = referringTo(join(directory, "canary.mov"), await encoded(wav(1), "mov", ["-c:a", "pcm_s16le"]));
  t.is(unguarded(movie, ["-enable_drefs", "1", "-use_absolute_path", "1"]), 0);
  t.false(
    (await readFile(join(directory, "out.raw"))).every((byte) => byte === 0),
    "the other movie was heard",
  );
  // The listener runs in this process, so the caller must not block it.
  const playlist = join(directory, "list.m3u8");
  await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`);
  const open = ["-v", "error", "-nostdin", "-protocol_whitelist", "file,http,tcp", "-i", playlist, "-f", "null", "-"];
  await new Promise<void>((resolve) => void execFile("ffmpeg", open, () => resolve()));
  t.true(connections() > 0, "the listener was called");
});

run("a QuickTime file that has its sound in another file gives nothing of that file", async (t) => {
  const directory = await privateFolder(t);
  const canary = join(directory, "canary.mov");
  await writeFile(canary, await encoded(tone(1, 1000), "mov", ["-c:a", "pcm_s16le"]));
  const path = join(directory, "source");
  const silent = await encoded(wav(1), "mov", ["-c:a", "pcm_s16le"]);
  await writeFile(path, referringTo(canary, silent));
  const pcm = await decodeAudio({ path, container: "mp4" }, { directory, maxSeconds: 60, signal: calm() }).catch(
    () => null,
  );
  const heard = pcm === null ? Buffer.alloc(0) : await readFile(pcm.path);
  t.true(
    heard.every((byte) => byte === 0),
    "not one sample of the other file",
  );
});

run("absurd headers are refused quickly", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  const samples = Buffer.alloc(200_000, 7);
  const cases: readonly (readonly [name: string, content: Uint8Array])[] = [
    ["1 Hz, long", wavClaiming({ sampleRate: 1 }, samples)],
    ["1 Hz, short", wavClaiming({ sampleRate: 1 }, samples.subarray(0, 60))],
    ["no rate", wavClaiming({ sampleRate: 0 }, samples)],
    ["4 GHz", wavClaiming({ sampleRate: 0xffff_ffff }, samples)],
    ["no channels", wavClaiming({ channels: 0 }, samples)],
    ["65,535 channels", wavClaiming({ channels: 65_535 }, samples)],
    ["no bits", wavClaiming({ bits: 0 }, samples)],
    ["65,528 bits", wavClaiming({ bits: 65_528 }, samples)],
  ];
  for (const [name, content] of cases) {
    await writeFile(path, content);
    t.is(await codeOf(t, { path, container: "wav" }, { directory, maxSeconds: 3600 }), "audio_unusable", name);
    t.deepEqual(await readdir(directory), ["source"], name);
  }
});

run("hours of silence in a small file are too long, and are not decoded to their end", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, await encoded(wav(1), "flac", ["-af", "apad=whole_dur=7200", ...smallFlac]));
  t.true((await stat(path)).size < 1_000_000);
  t.is(await codeOf(t, { path, container: "flac" }, { directory, maxSeconds: 600 }), "audio_too_long");
});

run("a thousand streams are refused", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, manyTracks(1));
  t.is(await codeOf(t, { path, container: "webm" }, { directory, maxSeconds: 60 }), null);
  await writeFile(path, manyTracks(1000));
  t.is(await codeOf(t, { path, container: "webm" }, { directory, maxSeconds: 60 }), "audio_unusable");
});

run("a huge cover is never opened", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  const mp3 = await encoded(tone(1), "mp3", ["-id3v2_version", "0"]);
  await writeFile(path, Buffer.concat([id3(png(30_000, 30_000)), mp3]));
  t.is(await codeOf(t, { path, container: "mp3" }, { directory, maxSeconds: 60 }), null);
  await writeFile(path, Buffer.concat([id3(Buffer.alloc(100_000_000)), mp3]));
  const code = await codeOf(t, { path, container: "mp3" }, { directory, maxSeconds: 60 });
  t.true(code === null || code === "audio_unusable");
});

run("the decoder is stopped by each of its limits", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, await encoded(wav(1), "flac", ["-af", "apad=whole_dur=3600", ...smallFlac]));
  const source = { path, container: "flac" } as const;
  for (const limit of [{ timeoutMs: 1 }, { maxMemoryBytes: 16_777_216 }]) {
    t.is(await codeOf(t, source, { directory, maxSeconds: 3600, ...limit }), "audio_unusable", JSON.stringify(limit));
    t.deepEqual(await readdir(directory), ["source"]);
  }
});
