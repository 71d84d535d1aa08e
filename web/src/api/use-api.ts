import { type QueryClient, useMutation, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { type Answer, call, type Input, type OperationName } from "./call.ts";

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "staleTime" | "placeholderData" | "refetchInterval" | "enabled" | "retry"
>;

/** Reads from the API; the same question is asked once, however many parts of a page ask it. */
export const useApi = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  options: Options<Answer<Name>> = {},
) => useQuery<Answer<Name>>({ ...options, queryKey: [name, input], queryFn: () => call(name, input) });

/** Changes something by the API, after which the `stale` questions are asked again. */
export function useChange<Name extends OperationName>(name: Name, stale: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation<Answer<Name>, Error, Input<Name>>({
    mutationFn: (input) => call(name, input),
    onSuccess: () => askAgain(client, stale),
  });
}

/** Marks what was answered to these questions as old. */
export async function askAgain(client: QueryClient, names: readonly OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
