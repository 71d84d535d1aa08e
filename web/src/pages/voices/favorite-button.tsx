import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { call } from "#web/api/call.ts";
import { errorMessage } from "#web/api/problem.ts";
import type { Voice } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { t } from "#web/messages/translate.ts";

/** Makes a voice a favorite, or no longer one; shows the new state before the service has answered. */
export function FavoriteButton({ voice: { voice_id, name, favorite } }: { readonly voice: Voice }) {
  const client = useQueryClient();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (isWanted: boolean) =>
      call(isWanted ? "PUT /v1/voices/{voice_id}/favorite" : "DELETE /v1/voices/{voice_id}/favorite", {
        path: { voice_id },
      }),
    onSuccess: () => invalidate(client, ["GET /v1/voices", "GET /v1/voices/{voice_id}"]),
  });
  const shown = isPending ? variables : favorite;
  return (
    <>
      <button
        type="button"
        className="icon-button favorite"
        aria-pressed={shown}
        aria-label={t("Favorite {name}", { name })}
        title={shown ? t("Remove from favorites") : t("Add to favorites")}
        onClick={() => mutate(!favorite)}
        disabled={isPending}
      >
        <Heart aria-hidden="true" />
      </button>
      {error !== null && (
        <span role="alert" className="problem">
          {errorMessage(error)}
        </span>
      )}
    </>
  );
}
