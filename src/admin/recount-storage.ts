import { z } from "zod";
import { recountStorage, type StorageDifference } from "#src/domain/storage/recount-storage.ts";
import { adminCommand } from "./command.ts";

export const recountStorageCommand = adminCommand({
  name: "recount-storage",
  summary: "Recounts the stored audio of all accounts and lists totals that are wrong; there should be none.",
  options: z.object({}),
  run: async (_options, { db }) => {
    const { accounts, differences } = await recountStorage({ db });
    const shown = `${differences.length} of ${accounts} totals are wrong.`;
    return { text: [...differences.map(lineOf), shown].join("\n"), json: { accounts, differences } };
  },
});

const lineOf = ({ user_id: userId, total, counted, unnamed }: StorageDifference): string =>
  `${userId}  total ${total}  counted ${counted}  unnamed ${unnamed}`;
