let isEnding = false;

/** Whether the person is signing out: what is refused now leads to no sign-in. */
export const isSessionEnding = (): boolean => isEnding;

/** Signs out, then leaves for the address that `end` returns. */
export async function endSession(end: () => Promise<string>): Promise<void> {
  isEnding = true;
  try {
    location.assign(await end());
  } catch (error) {
    isEnding = false;
    throw error;
  }
}
