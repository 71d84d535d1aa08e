import { useState } from "react";
import type { PlanList, TopUpPackList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { creditsOf } from "#web/components/credit-words.ts";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { unitWords } from "#web/components/unit-price.ts";
import { formatNumber, formatPrice } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { CheckoutDialog } from "./checkout-dialog.tsx";
import { useCheckout } from "./use-checkout.ts";

type Pack = TopUpPackList["items"][number];

const packCredits = ({ tts_credits: characters, asr_credits: seconds }: Pack): string =>
  creditsOf(characters, seconds) ?? formatNumber(0);

const packUnit = ({ price_inr: priceInr, tts_credits: characters, asr_credits: seconds }: Pack): string =>
  unitWords({ priceInr, characters, seconds });

interface TopUpDialogProps {
  readonly pack: Pack;
  readonly tax: PlanList["tax"];
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

/** Says what a pack brings and costs, before the person leaves to pay. */
const TopUpDialog = ({ pack, tax, ...actions }: TopUpDialogProps) => (
  <CheckoutDialog title={t("Buy the top-up?")} isReady {...actions}>
    <p>
      {t("{amount}, once. You pay on the page of the payment provider.", { amount: formatPrice(pack.price_inr) })}{" "}
      {taxWords(tax)}
    </p>
    <p>
      {t("It brings {credits}.", { credits: packCredits(pack) })}{" "}
      {t("Permanent credits that do not expire. Credits of your plan are used first.")}
    </p>
  </CheckoutDialog>
);

/** Packs of permanent credits; nothing where none are sold. */
export function TopUps({ tax }: { readonly tax: PlanList["tax"] }) {
  const [asked, setAsked] = useState<Pack | null>(null);
  const packs = useApi("GET /v1/top-ups", {});
  const checkout = useCheckout();
  if (packs.data?.items.length === 0) return null;
  return (
    <section className="card" aria-labelledby="top-ups-title">
      <h2 id="top-ups-title">{t("Top-ups")}</h2>
      <p className="hint">{t("Permanent credits that do not expire. Credits of your plan are used first.")}</p>
      {asked !== null && (
        <TopUpDialog
          {...{ pack: asked, tax }}
          onClose={() => setAsked(null)}
          onContinue={() => {
            setAsked(null);
            const name = t("Top-up: {credits}", { credits: packCredits(asked) });
            checkout.mutate({ kind: "pack", id: asked.pack_id, name });
          }}
        />
      )}
      {checkout.error !== null && <ErrorNotice error={checkout.error} />}
      <QueryBoundary query={packs}>
        {({ items }) => (
          <ul className="packs">
            {items.map((pack) => (
              <li key={pack.pack_id}>
                <strong>{formatPrice(pack.price_inr)}</strong>
                <span>
                  {packCredits(pack)} <span className="soft">{packUnit(pack)}</span>
                </span>
                <button
                  type="button"
                  className="button quiet"
                  aria-label={t("Buy the top-up for {price}", { price: formatPrice(pack.price_inr) })}
                  disabled={checkout.isPending || checkout.isSuccess}
                  onClick={() => setAsked(pack)}
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
