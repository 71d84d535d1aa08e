/** Answers that are cached for a moment, so that frequent callers ask seldom. */
export interface TtlCache<Answer = boolean> {
  /**
   * The answer to the question of this name, which is at most `maxAgeMs` old. Callers at the same time get
   * the same answer; one that was not given is not remembered.
   */
  to(question: string, maxAgeMs: number, ask: () => Promise<Answer>): Promise<Answer>;
}

interface Asked<Answer> {
  readonly answer: Promise<Answer>;
  /** Unknown until the answer is there. */
  answeredAt?: number;
}

/** In the memory of this process. */
export function openTtlCache<Answer = boolean>(): TtlCache<Answer> {
  const asked = new Map<string, Asked<Answer>>();
  const askNow = (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const one: Asked<Answer> = { answer: ask() };
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
