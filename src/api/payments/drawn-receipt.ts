import { createHash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { findDrawnReceipt, keepDrawnReceipt } from "#src/domain/payments/drawn-receipts.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Receipt, ReceiptLook } from "./receipt-pdf.ts";

const program = new URL(import.meta.resolve("./receipt-thread.ts"));
/** Loading the fonts takes most of the time, in milliseconds. */
const timeoutMs = 30_000;
const maxHeapMb = 256;

/**
 * The PDF of a receipt: drawn once, and kept until it would show something else. Drawing takes a third of a second of a processor,
 * so it is done in a thread, one at a time in a process.
 * @throws DomainError `unavailable` when it takes too long
 */
export async function drawnReceipt(
  { db, mutex }: Pick<Resources, "db" | "mutex">,
  receipt: Receipt,
  look: ReceiptLook,
): Promise<Buffer> {
  const { orderId } = receipt;
  const digest = createHash("sha256")
    .update(JSON.stringify([receipt, look.colour]))
    .update(look.logo ?? "")
    .digest();
  const find = () => findDrawnReceipt(db, { orderId, digest });
  const draw = async (): Promise<Buffer> => {
    const meanwhile = await find();
    if (meanwhile !== null) return meanwhile;
    const content = await drawInThread(receipt, look);
    await keepDrawnReceipt(db, { orderId, digest, content });
    return content;
  };
  return (await find()) ?? mutex.runExclusive("receipts", draw);
}

async function drawInThread(receipt: Receipt, { colour, logo }: ReceiptLook): Promise<Buffer> {
  const thread = new Worker(program, {
    workerData: { receipt, colour, logo },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const message: readonly unknown[] = await once(thread, "message", { signal });
    const [content] = message;
    if (!(content instanceof Uint8Array)) throw new Error("The thread has drawn no receipt.");
    return Buffer.from(content);
  } catch (error) {
    throw signal.aborted ? new DomainError("unavailable") : error;
  } finally {
    await thread.terminate();
  }
}
