import { useApi } from "#web/api/use-api.ts";

const staleTime = 60_000;

/** The active keys of the account as choices of a list: the id, and the name with the end of the key. */
export function useKeyChoices(): readonly (readonly [value: string, label: string])[] {
  const { data } = useApi("GET /v1/api-keys", { query: { limit: 100 } }, { staleTime });
  return (data?.items ?? []).map(({ api_key_id: id, name, hint }) => [id, `${name} (…${hint})`] as const);
}
