import { z } from "zod";
import { text } from "#src/api/validation/text.ts";

export const topUpBody = z.object({ pack_id: text({ min: 1, max: 100 }) });

const pack = z
  .object({
    pack_id: z.string(),
    price_inr: z.int().meta({ description: "Whole rupees." }),
    tts_credits: z.int().meta({ description: "Characters." }),
    asr_credits: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "TopUpPack" });

export const packList = z.object({ items: z.array(pack) }).meta({ id: "TopUpPackList" });
