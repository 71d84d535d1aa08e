type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs both side by side and settles when both have ended, so that neither still uses what they share. The first failure
 * aborts the other one and is thrown.
 *
 * @throws the signal's reason when it is aborted before both are done
 */
export async function bothOf<First, Second>(
  signal: AbortSignal,
  first: Work<First>,
  second: Work<Second>,
): Promise<readonly [First, Second]> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const run = async <Result>(work: Work<Result>): Promise<Result> => {
    try {
      return await work(either);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  const running = [run(first), run(second)] as const;
  const ends = await Promise.allSettled(running);
  if (ends.some(({ status }) => status === "rejected")) throw either.reason;
  return Promise.all(running);
}
