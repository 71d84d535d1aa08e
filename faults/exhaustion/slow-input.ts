import { atMost, exactly } from "#faults/outcome.ts";
import type { Part, Target } from "./part.ts";

/** A text of this length fits into a JSON body of the default size beside the rest of it. */
const bodyCharacters = 64_000;
/** A text of this length fits into Node's limit of 16 KiB for all headers, the request line among them. */
const headCharacters = 12_000;
const limitMs = 50;
/** Other work of the machine may slow down one; an expression that is slow is so each time. */
const tries = 3;

const fillings = [
  "1",
  "0",
  " ",
  "\t",
  "_",
  "[",
  "{",
  '"',
  ".",
  "-",
  "@",
  ":",
  "\\",
  "é",
  "1_",
  "0.",
  "a.",
  "\u{1f600}",
];
/** After so many of the same, something that does not fit. */
const ends = ["x", "1x", "!"];

interface Probe {
  readonly title: string;
  readonly send: (text: string) => Promise<Response>;
  readonly characters: number;
}

/** Very long texts of a few characters in every kind of field: none may take the process for long. */
export async function attackBySlowInput({ service, account, signal, slack }: Target): Promise<Part> {
  const probes = probesOf(service.baseUrl, account.key, signal);
  let [slowest, told, sent] = [0, "none", 0];
  const statuses = new Set<number>();
  for (const { title, send, characters } of probes) {
    for (const [filling, end] of fillings.flatMap((one) => ends.map((last) => [one, last] as const))) {
      const text = `${filling.repeat(Math.floor(characters / filling.length))}${end}`;
      const { ms, status } = await fastestOf(() => send(text));
      sent += 1;
      statuses.add(status);
      if (ms > slowest) [slowest, told] = [ms, `${title} of ${JSON.stringify(filling)} and ${JSON.stringify(end)}`];
    }
  }
  const odd = [...statuses].filter((status) => status >= 500 || status === 0);
  return {
    requestIds: [],
    checks: [
      atMost("slowest answer to a very long input", slowest, { limit: slack * limitMs, unit: "ms" }),
      exactly("statuses of 500 and more among the answers", odd.length, 0),
    ],
    notes: [
      `Long inputs: ${sent} in ${probes.length} kinds of fields; the slowest was ${told}, ${slowest.toFixed(1)} ms.`,
    ],
  };
}

async function fastestOf(send: () => Promise<Response>): Promise<{ readonly ms: number; readonly status: number }> {
  let fastest = { ms: Infinity, status: 0 };
  for (let round = 0; round < tries; round += 1) {
    const begun = performance.now();
    const status = await send().then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
    const ms = performance.now() - begun;
    if (ms < fastest.ms) fastest = { ms, status };
    if (fastest.ms <= limitMs) break;
  }
  return fastest;
}

function probesOf(baseUrl: string, key: string, signal: AbortSignal): readonly Probe[] {
  const json = (title: string, path: string, body: (text: string) => unknown): Probe => ({
    title,
    characters: bodyCharacters,
    send: (text) => {
      const sent = JSON.stringify(body(text)).slice(0, 65_000);
      const headers = { "x-api-key": key, "content-type": "application/json" };
      return fetch(`${baseUrl}${path}`, { method: "POST", headers, body: sent, signal });
    },
  });
  const query = (name: string, path: string): Probe => ({
    title: `?${name}=`,
    characters: headCharacters / 3,
    send: (text) =>
      fetch(`${baseUrl}${path}?${new URLSearchParams({ [name]: text }).toString().slice(0, headCharacters)}`, {
        headers: { "x-api-key": key },
        signal,
      }),
  });
  const header = (name: string, path: string): Probe => ({
    title: name,
    characters: headCharacters,
    send: (text) => {
      const value = text.replaceAll(/[^\t -~]/g, "~").trim();
      return fetch(`${baseUrl}${path}`, { headers: { "x-api-key": key, [name]: value }, signal });
    },
  });
  const synthesize = "/v1/speech/synthesize";
  return [
    json("speed", synthesize, (speed) => ({ text: "", speed })),
    json("voice_id", synthesize, (id) => ({ text: "", voice_id: id })),
    json("language", synthesize, (language) => ({ text: "", language })),
    json("text", synthesize, (text) => ({ text })),
    json("grace_period_days", "/v1/api-keys/none/rotate", (days) => ({ grace_period_days: days })),
    json("email", "/v1/contact-submissions", (email) => ({ name: "", email })),
    json("email after @", "/v1/contact-submissions", (domain) => ({ name: "", email: `a@${domain}` })),
    json("request_id", "/v1/feedback", (id) => ({ request_id: id, feedback_text: "" })),
    { ...json("body", synthesize, () => ""), send: rawBody(`${baseUrl}${synthesize}`, key, signal) },
    query("page", "/v1/speech/requests"),
    query("from", "/v1/usage"),
    query("status", "/v1/speech/requests"),
    header("authorization", "/v1/usage"),
    header("cookie", "/v1/usage"),
    header("prefer", "/v1/usage"),
    header("accept", "/v1/usage"),
    header("range", "/v1/usage"),
    header("x-forwarded-for", "/v1/usage"),
    header("if-none-match", "/openapi.json"),
    header("accept-encoding", "/"),
  ];
}

const rawBody = (url: string, key: string, signal: AbortSignal) => (text: string) =>
  fetch(url, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: Buffer.from(text).subarray(0, 65_000),
    signal,
  });
