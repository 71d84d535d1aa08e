import type { TopUpPackList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { creditsOf } from "#web/components/credit-words.ts";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { unitPrice } from "#web/components/unit-price.ts";
import { formatPrice } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { useCheckout } from "./use-checkout.ts";

type Pack = TopUpPackList["items"][number];

/** The price of a unit of a pack, where the other pool, if there is one, is left unused. */
function unitWords({ price_inr: price, tts_credits: characters, asr_credits: seconds }: Pack): string {
  if (characters === 0) return t("{price} per hour of recordings", { price: unitPrice(price, seconds / 3600) });
  const perCharacters = { price: unitPrice(price, characters / 1000) };
  return seconds === 0
    ? t("{price} per 1,000 characters", perCharacters)
    : t("{price} per 1,000 characters, if you use speech alone", perCharacters);
}

/** Packs of permanent credits; nothing where none are sold. */
export function TopUps() {
  const packs = useApi("GET /v1/top-ups", {});
  const checkout = useCheckout();
  if (packs.data?.items.length === 0) return null;
  return (
    <section className="card" aria-labelledby="top-ups-title">
      <h2 id="top-ups-title">{t("Top-ups")}</h2>
      <p className="hint">{t("Permanent credits that do not expire. Credits of your plan are used first.")}</p>
      {checkout.error !== null && <ErrorNotice error={checkout.error} />}
      <QueryBoundary query={packs}>
        {({ items }) => (
          <ul className="packs">
            {items.map((pack) => (
              <li key={pack.pack_id}>
                <strong>{formatPrice(pack.price_inr)}</strong>
                <span>
                  {creditsOf(pack.tts_credits, pack.asr_credits)} <span className="soft">{unitWords(pack)}</span>
                </span>
                <button
                  type="button"
                  className="button quiet"
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
