import { z } from "zod";
import { serveHost } from "#workers/speech/process/serve-host.ts";

const models = z.object({ refusal: z.string().nullable() });
const request = z.object({ does: z.string(), samples: z.instanceof(Int16Array).optional() });

/** A host without models that does what it is asked, however bad. */
serveHost(async (told) => {
  const { refusal } = models.parse(told);
  return {
    selfTest: () => Promise.resolve(refusal),
    run: async (asked) => {
      const { does, samples } = request.parse(asked);
      if (does === "crash") process.exit(255);
      if (does === "complain") {
        process.stderr.write("the model is\ntorn\n");
        process.exit(1);
      }
      if (does === "hang") for (;;);
      if (does === "fail") throw new Error("too much noise");
      if (does === "babble") process.send?.("what is no message");
      return {
        does,
        samples: samples?.map((sample) => -sample),
        uid: process.getuid?.(),
        names: Object.keys(process.env),
      };
    },
  };
});
