/** Answers of yes or no that are remembered for a moment, so that those who ask often ask seldom. */
export interface RecentAnswers {
  /**
   * The answer to the question of this name, which is at most `maxAgeMs` old. Who asks while somebody else does gets
   * the same answer; one that was not given is not remembered.
   */
  to(question: string, maxAgeMs: number, ask: () => Promise<boolean>): Promise<boolean>;
}

interface Asked {
  readonly answer: Promise<boolean>;
  /** Unknown until the answer is there. */
  answeredAt?: number;
}

/** In the memory of this process. */
export function openRecentAnswers(): RecentAnswers {
  const asked = new Map<string, Asked>();
  const askNow = (question: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const one: Asked = { answer: ask() };
    asked.set(question, one);
    one.answer.then(
      () => (one.answeredAt = performance.now()),
      () => asked.delete(question),
    );
    return one.answer;
  };
  return {
    to: (question, maxAgeMs, ask) => {
      const known = asked.get(question);
      const isOld = known?.answeredAt !== undefined && performance.now() - known.answeredAt > maxAgeMs;
      return known === undefined || isOld ? askNow(question, ask) : known.answer;
    },
  };
}
