import type { SpeechRequestSummary } from "#web/api/types.ts";
import { durationWords, momentWords, numberWords } from "#web/api/words.ts";

const types = { tts: "Spoken", asr: "Heard" } as const;

/** What a request was about: its text's length and voice, or its recording's length. */
const matter = ({ characters, duration_seconds: seconds, voice }: SpeechRequestSummary): string =>
  [
    characters === null ? null : `${numberWords(characters)} characters`,
    seconds === null ? null : durationWords(seconds),
    voice?.name,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(", ");

/** Speech requests, one a row. */
export const RequestTable = ({ requests }: { readonly requests: readonly SpeechRequestSummary[] }) => (
  <table className="stacking">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">What</th>
        <th scope="col">Of</th>
        <th scope="col">State</th>
      </tr>
    </thead>
    <tbody>
      {requests.map((request) => (
        <tr key={request.request_id}>
          <td data-label="When">{momentWords(request.created_at)}</td>
          <td data-label="What">{types[request.request_type]}</td>
          <td data-label="Of">{matter(request)}</td>
          <td data-label="State">
            <span className="badge" data-state={request.status}>
              {request.status}
            </span>
            {request.error !== null && <span className="soft"> {request.error.message}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
