import { useApi } from "./use-api.ts";

/** The limits of this installation for an account, which does not change while a page is open. */
export const useLimits = () => useApi("GET /v1/users/me/limits", {}, { staleTime: Number.POSITIVE_INFINITY });
