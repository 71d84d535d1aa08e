/**
 * Waits for something outside to answer, but not for ever; what it answers later is dropped.
 * @throws Error with `message` after `timeoutMs`
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  { timeoutMs, message }: { readonly timeoutMs: number; readonly message: string },
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
