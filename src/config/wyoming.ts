import { z } from "zod";
import { setting } from "./setting.ts";
import { httpUrl, optional, port, text } from "./types.ts";

const readBy = ["wyoming"] as const;

export const wyoming = z
  .object({
    /** Null where Home Assistant is not served. */
    port: setting("WYOMING_PORT", optional(port), {
      description:
        "The TCP port for Home Assistant (Wyoming protocol, usually 10300), without which `npm start` does not start that process; under compose it is 10300, and the profile `wyoming` starts it (docs/home-assistant.md).",
      readBy,
    }),
    host: setting("WYOMING_HOST", text.default("127.0.0.1"), {
      description:
        "The address to listen on with WYOMING_PORT. The protocol has no keys: who reaches it spends the credits of WYOMING_API_KEY.",
      readBy,
    }),
    apiKey: setting("WYOMING_API_KEY", optional(text.min(1)), {
      description:
        "The API key that pays for what comes by the Wyoming protocol, with the scopes speech, voices and usage; with the sandbox of `npm start` the owner's key when unset.",
      readBy,
    }),
    apiUrl: setting("WYOMING_API_URL", httpUrl.default("http://127.0.0.1:8080"), {
      description: "The address of the API for it; `npm start` and compose know their own.",
      readBy,
    }),
  })
  .describe("Home Assistant (Wyoming protocol)");
