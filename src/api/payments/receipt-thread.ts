import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { type Receipt, receiptPdf } from "./receipt-pdf.ts";

const input = z.object({
  receipt: z.custom<Receipt>(),
  colour: z.string(),
  logo: z.instanceof(Uint8Array).nullable(),
});
const { receipt, colour, logo } = input.parse(workerData);
parentPort?.postMessage(await receiptPdf(receipt, { colour, logo: logo && Buffer.from(logo) }));
