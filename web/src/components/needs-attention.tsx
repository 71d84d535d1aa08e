import { Link } from "wouter";
import type { AttentionReport } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";
import { useAttention } from "./use-attention.ts";

/** A sentence about each kind of work that waits, and where it is done. */
const sentencesOf = (report: AttentionReport): readonly (readonly [path: string, words: string])[] => [
  ...kind(report.open_payment_events, "/account/admin/events?provider=payment", (count) =>
    t("{count, plural, one {# payment notification} other {# payment notifications}} to check", { count }),
  ),
  ...kind(report.open_identity_events, "/account/admin/events?provider=identity", (count) =>
    t("{count, plural, one {# identity notification} other {# identity notifications}} to check", { count }),
  ),
  ...kind(report.new_tickets, "/account/admin/tickets", (count) =>
    t("{count, plural, one {# new ticket} other {# new tickets}}", { count }),
  ),
  ...kind(report.engines_down.length, "/account/admin/models", () =>
    t("Engines down: {names}", { names: report.engines_down.join(", ") }),
  ),
];

const kind = (count: number, path: string, words: (count: number) => string) =>
  count === 0 ? [] : [[path, words(count)] as const];

/** The work that waits for an admin, with links to where it is done; nothing where nothing waits. */
export function NeedsAttention() {
  const { data } = useAttention();
  const sentences = data === undefined ? [] : sentencesOf(data);
  return sentences.length === 0 ? null : (
    <section className="card attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{t("Needs attention")}</h2>
      <ul className="plain">
        {sentences.map(([path, words]) => (
          <li key={path}>
            <Link href={path}>{words}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
