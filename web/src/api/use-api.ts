import { type QueryClient, useMutation, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { type Answer, call, type Input, type OperationName } from "./call.ts";

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "staleTime" | "placeholderData" | "refetchInterval" | "enabled" | "retry"
>;

/** A query by the API; components with the same input share one request. */
export const useApi = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: Options<Answer<Name>> = {},
) => useQuery<Answer<Name>>({ ...options, queryKey: [name, input], queryFn: () => call(name, input) });

/** A mutation by the API that invalidates the `stale` queries. */
export function useApiMutation<Name extends OperationName>(name: Name, stale: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation<Answer<Name>, Error, Input<Name>>({
    mutationFn: (input) => call(name, input),
    onSuccess: () => invalidate(client, stale),
  });
}

/** Invalidates the cached answers of these operations. */
export async function invalidate(client: QueryClient, names: readonly OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
