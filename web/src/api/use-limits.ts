import { useApi } from "./use-api.ts";

/** What this installation takes of an account, which does not change while a page is open. */
export const useLimits = () => useApi("GET /v1/users/me/limits", {}, { staleTime: Number.POSITIVE_INFINITY });
