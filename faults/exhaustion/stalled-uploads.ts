import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { audioForm } from "#harness/clients/client.ts";
import { multipartBody, requestHead } from "#harness/clients/raw-connection.ts";
import { speech } from "#harness/audio/sounds.ts";
import type { Part, Target } from "./part.ts";

const demoPath = "/v1/demo/speech/transcriptions";
const announcedBytes = 10_000_000;
const sentBytes = 9_000_000;
const refusedMs = 100;
/** All of the forms have been sent, or are kept back, by then. */
const settleMs = 3_000;
/** Beyond it a process would have to keep more than some uploads of one caller. */
const spooledMib = 100;
const mebibyte = 2 ** 20;
/** The kernel takes in so much for a peer that reads nothing, on top of the mebibyte that may still be read. */
const drainedMib = 16;
const pieceBytes = 64 * 1024;
/** The time of each upload from one piece to the next: 60 uploads together fill a line of 2 Gbit/s. */
const pieceMs = 15;
const endlessMs = 3_000;
const trickleMs = 2_000;
const tooManyRequests = 429;
const requestTimeout = 408;

const begunForm = multipartBody("b", "audio", Buffer.alloc(announcedBytes)).subarray(0, sentBytes);

interface Size {
  readonly uploads: number;
  /** By then a body that trickles has been ended. */
  readonly trickleSeconds: number;
}

/** Uploads that stop in the middle, that trickle, or that go on after they were refused. */
export async function attackByStalledUploads(target: Target, { uploads, trickleSeconds }: Size): Promise<Part> {
  const { service, signal, slack } = target;
  const { baseUrl, environment } = service;
  const trickled = trickle(target, trickleSeconds);
  const folder = join(environment["DATA_DIR"] ?? "", "tmp");
  const stalled = await Promise.all(Array.from({ length: uploads }, () => openStalled(baseUrl)));
  await sleep(settleMs, undefined, { signal });
  const spooled = (await bytesBelow(folder)) / mebibyte;
  const form = audioForm(await speech("Good morning."));
  const headers = { "x-forwarded-for": "198.51.100.2" };
  const served = await fetch(`${baseUrl}${demoPath}`, { method: "POST", headers, body: form, signal });
  const answers = stalled.map(({ answer }) => answer()).filter((one) => one !== null);
  for (const { socket } of stalled) socket.destroy();
  const endless = await sendEndlessly(target);
  const trickledAnswer = await trickled;
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    requestIds: [],
    checks: [
      atLeast(`of ${uploads} stalled uploads of one address refused`, answers.length, uploads / 2),
      exactly("of them otherwise than with 429", answers.filter(({ status }) => status !== tooManyRequests).length, 0),
      atMost("slowest refusal", times.at(-1) ?? Infinity, { limit: slack * refusedMs, unit: "ms" }),
      atMost("kept on disk of the others", spooled, { limit: spooledMib, unit: "MiB" }),
      exactly("status of an upload of another address meanwhile", served.status, 200),
      atMost("taken of a body after its refusal", endless / mebibyte, { limit: drainedMib, unit: "MiB" }),
      exactly("status of a body that trickles", trickledAnswer.status, requestTimeout),
      atMost("time until it was ended", trickledAnswer.seconds, { limit: trickleSeconds, unit: "s" }),
    ],
    notes: [
      `Uploads: ${answers.length} of ${uploads} were refused, after ${times.map((ms) => ms.toFixed(0)).join(", ")} ms; ${spooled.toFixed(0)} MiB were on disk; ${(endless / mebibyte).toFixed(1)} MiB were taken of an endless body after its refusal.`,
    ],
  };
}

interface StalledUpload {
  readonly socket: Socket;
  /** The answer of the service so far; null when it has not. */
  readonly answer: () => { readonly status: number; readonly ms: number } | null;
}

async function openStalled(baseUrl: string): Promise<StalledUpload> {
  const socket = await open(baseUrl);
  let answered: { status: number; ms: number } | null = null;
  let begun = 0;
  socket.once("data", (chunk) => {
    answered = { status: statusOf(chunk), ms: performance.now() - begun };
  });
  begun = performance.now();
  socket.write(head(["X-Forwarded-For: 198.51.100.1"]));
  void sendForm(socket);
  return { socket, answer: () => answered };
}

/** At the pace of a line: at that of memory, sending would take the processors that the service needs to answer. */
async function sendForm(socket: Socket): Promise<void> {
  for (let sent = 0; sent < begunForm.length && socket.writable; sent += pieceBytes) {
    await write(socket, begunForm.subarray(sent, sent + pieceBytes));
    await sleep(pieceMs);
  }
}

async function open(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined).once("close", () => socket.emit("drain"));
  await once(socket, "connect");
  return socket;
}

/** Resolves when the connection takes more, or none any more. */
async function write(socket: Socket, bytes: Buffer, signal?: AbortSignal): Promise<void> {
  if (!socket.write(bytes)) await once(socket, "drain", { signal }).catch(() => undefined);
}

const head = (headers: readonly string[], path = demoPath): string =>
  requestHead(path, ["Content-Type: multipart/form-data; boundary=b", `Content-Length: ${announcedBytes}`, ...headers]);

const statusOf = (chunk: Buffer): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString("latin1"))?.[1] ?? 0);

/** A form of which a byte arrives now and then. */
async function trickle({ service: { baseUrl }, signal }: Target, withinSeconds: number) {
  const socket = await open(baseUrl);
  const begun = performance.now();
  let status = 0;
  socket.once("data", (chunk) => (status = statusOf(chunk)));
  const closed = once(socket, "close");
  socket.write(head(["X-Forwarded-For: 198.51.100.3"]));
  socket.write('--b\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n');
  const timer = setInterval(() => socket.writable && socket.write("a"), trickleMs);
  await Promise.race([closed, sleep(1.5 * withinSeconds * 1000, undefined, { signal })]);
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1000;
  socket.destroy();
  return { status, seconds };
}

/** Sends what was refused on and on. @returns the bytes that the service, and the kernel for it, have taken */
async function sendEndlessly({ service: { baseUrl }, signal }: Target): Promise<number> {
  const socket = await open(baseUrl);
  socket.resume();
  const piece = Buffer.alloc(pieceBytes);
  socket.write(requestHead("/v1/speech/transcriptions", ["X-API-Key: none", "Transfer-Encoding: chunked"]));
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  const over = AbortSignal.any([signal, AbortSignal.timeout(endlessMs)]);
  while (socket.writable && !over.aborted) await write(socket, chunk, over);
  const taken = socket.bytesWritten - socket.writableLength;
  socket.destroy();
  return taken;
}

/** A file that goes meanwhile counts nothing. */
async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((total, size) => total + size, 0);
}
