import { z } from "zod";
import { findLiveKey, ownerKeyFile, readOwnerKey } from "#src/standalone/owner.ts";
import { adminCommand } from "./command.ts";

/** Prints the secret alone, so that it can be put into a variable. */
export const showKey = adminCommand({
  name: "show-key",
  summary: "Prints the owner's API key, which npm start has made where it brings the sandbox for signing in.",
  options: z.object({}),
  run: async (_options, { db, config: { dataDir } }) => {
    const file = ownerKeyFile(dataDir);
    const key = await readOwnerKey(dataDir);
    if (key === null)
      throw new Error(
        `There is no owner's key in ${file}: npm start makes one only where it brings the sandbox. Use create-key.`,
      );
    const live = await findLiveKey({ db }, key);
    if (live === null)
      throw new Error(
        `The key in ${file} no longer works: it was replaced or revoked. Restart the service for a new one, or use create-key.`,
      );
    return { text: key, json: { api_key_id: live.apiKeyId, user_id: live.userId, key } };
  },
});
