import { cpus, loadavg } from "node:os";

/** Programs that wait for each core beyond this take its time from every child that yields to them. */
const overloaded = 2;
const mostDeadlines = 5;

/** The load is of the whole machine, and so are the cores, also where this process may use a part of them. */
const isOverloaded = (): boolean => (loadavg()[0] ?? 0) > overloaded * cpus().length;

/**
 * A deadline that is put off on an overloaded machine, up to five times: a child that is killed because others had the processor
 * would begin anew beside them. It is ended with `clearInterval`.
 * @param passed is called once with the milliseconds that have passed
 */
export function startDeadline(
  timeoutMs: number,
  passed: (afterMs: number) => void,
  isBusy = isOverloaded,
): NodeJS.Timeout {
  let deadlines = 0;
  const timer = setInterval(() => {
    deadlines += 1;
    if (deadlines < mostDeadlines && isBusy()) return;
    clearInterval(timer);
    passed(deadlines * timeoutMs);
  }, timeoutMs);
  return timer;
}
