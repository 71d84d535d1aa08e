import { useApi } from "#web/api/use-api.ts";
import { formatDuration, formatNumber, formatPrice } from "#web/format.ts";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { useCheckout } from "./use-checkout.ts";

/** Packs of permanent credits; nothing where none are sold. */
export function TopUps() {
  const packs = useApi("GET /v1/top-ups", {});
  const checkout = useCheckout();
  if (packs.data?.items.length === 0) return null;
  return (
    <section aria-labelledby="top-ups-title">
      <h2 id="top-ups-title">{t("Top-ups")}</h2>
      <p className="hint">{t("Permanent credits that do not expire. Credits of your plan are used first.")}</p>
      {checkout.error !== null && <ErrorNotice error={checkout.error} />}
      <QueryBoundary query={packs}>
        {({ items }) => (
          <ul className="plans">
            {items.map((pack) => (
              <li key={pack.pack_id} className="card plan">
                <h3 className="price">{formatPrice(pack.price_inr)}</h3>
                <ul className="plain">
                  {pack.tts_credits > 0 && (
                    <li>{t("{number} characters", { number: formatNumber(pack.tts_credits) })}</li>
                  )}
                  {pack.asr_credits > 0 && (
                    <li>{t("{duration} of recordings", { duration: formatDuration(pack.asr_credits) })}</li>
                  )}
                </ul>
                <button
                  type="button"
                  className="button"
                  aria-label={t("Buy the top-up for {price}", { price: formatPrice(pack.price_inr) })}
                  disabled={checkout.isPending || checkout.isSuccess}
                  onClick={() => checkout.mutate({ kind: "pack", id: pack.pack_id, name: "Top-up" })}
                >
                  {t("Buy")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}
