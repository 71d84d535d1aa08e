import { z } from "zod";
import { deviceScopes, deviceStatuses } from "#db/credential-schema.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { name, text } from "#src/api/validation/text.ts";

export const deviceAuthorizationBody = z.object({
  client_name: name({ min: 1, max: 100 }).meta({
    description:
      "What a person knows the program by; the key gets this name. No line breaks, and no characters that are invisible or change the direction of text.",
    examples: ["speech on laptop"],
  }),
  scopes: list(literal(deviceScopes), { min: 1, max: 20 })
    .default(["speech", "voices", "usage"])
    .meta({ description: "The scopes of the key; `admin` cannot be requested." }),
});

export const startedDeviceAuthorization = z
  .object({
    device_code: z.string().meta({
      description: "The secret of the program, with which it fetches the key.",
      examples: ["GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS1o"],
    }),
    user_code: z.string().meta({ description: "What the program shows to the person.", examples: ["WDJB-MJHT"] }),
    verification_uri: z.url().meta({
      description: "The page at which the person enters the code.",
      examples: ["https://speech.example.com/account/device"],
    }),
    verification_uri_complete: z.url().meta({
      description: "The same page with the code filled in.",
      examples: ["https://speech.example.com/account/device?code=WDJB-MJHT"],
    }),
    expires_in: z.int().meta({ description: "For how many seconds the codes work.", examples: [600] }),
    interval: z.int().meta({ description: "Seconds to wait between two calls that fetch the key.", examples: [5] }),
  })
  .meta({ id: "StartedDeviceAuthorization" });

export const deviceCodeBody = z.object({
  device_code: text({ min: 1, max: 100 }).meta({
    description: "The secret that the program was given.",
    examples: ["GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS1o"],
  }),
});

export const userCodeParams = z.object({
  user_code: text({ max: 20 }).meta({
    description: "The code that the program shows, in any case, with or without its hyphen.",
    examples: ["WDJB-MJHT"],
  }),
});

export const deviceAuthorization = z
  .object({
    user_code: z.string().meta({ description: "The code that the program shows.", examples: ["WDJB-MJHT"] }),
    client_name: z.string().meta({ description: "What the program calls itself.", examples: ["speech on laptop"] }),
    scopes: z.array(z.enum(deviceScopes)),
    status: z.enum(deviceStatuses),
    expires_at: z.iso.datetime().meta({ description: "Until when the code works (UTC)." }),
  })
  .meta({ id: "DeviceAuthorization" });
