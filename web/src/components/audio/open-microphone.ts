import { Problem } from "#web/api/problem.ts";
import { t } from "#web/messages/translate.ts";
import workletAddress from "./microphone-worklet.ts?worker&url";

/** A microphone that is listened to. */
export interface Microphone {
  readonly stream: MediaStream;
  /** Hz. */
  readonly sampleRate: number;
  stop(): void;
}

/** The highest rate that a live session takes, Hz. */
const maxSampleRate = 48_000;

/** The filters of browsers are made for people who listen; they cost words here. */
const asSpoken = { channelCount: 1, echoCancellation: false, noiseSuppression: false } as const;

const refusals: Readonly<Record<string, string>> = {
  NotFoundError: t("No microphone was found. Connect one and try again."),
  NotAllowedError: t("The microphone is not allowed. Allow it for this page in the settings of the browser."),
  OverconstrainedError: t("The chosen microphone is gone. Choose another and try again."),
  NotReadableError: t("The microphone is in use by another program. Close it and try again."),
};

const unavailable = t("The microphone is not available. Check it and try again.");

/** @throws Problem */
async function openStream(deviceId: string): Promise<MediaStream> {
  if (!isSecureContext)
    throw new Problem(
      0,
      t("Browsers give the microphone to secure pages only. Open this page by HTTPS, or on localhost."),
    );
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { ...asSpoken, ...(deviceId !== "" && { deviceId: { exact: deviceId } }) },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new Problem(0, refusals[name] ?? unavailable);
  }
}

async function openContext(): Promise<AudioContext> {
  const context = new AudioContext();
  if (context.sampleRate <= maxSampleRate) return context;
  await context.close();
  return new AudioContext({ sampleRate: maxSampleRate });
}

/**
 * Listens to a microphone, that of the browser where the id of none is given: `onSound` gets 16-bit samples of one channel, ten times a second.
 * @throws Problem
 */
export async function openMicrophone(deviceId: string, onSound: (sound: ArrayBuffer) => void): Promise<Microphone> {
  const stream = await openStream(deviceId);
  const context = await openContext();
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletAddress);
    const listener = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    listener.port.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => onSound(data));
    listener.port.start();
    context.createMediaStreamSource(stream).connect(listener);
  } catch {
    stop();
    throw new Problem(0, unavailable);
  }
  return { stream, sampleRate: context.sampleRate, stop };
}
