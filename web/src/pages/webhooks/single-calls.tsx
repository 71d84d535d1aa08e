import { useState } from "react";
import { Link } from "wouter";
import type { WebhookSecret } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { RotateSingleSecret } from "./endpoint-dialogs.tsx";

/** Dots in the place of a secret that is not shown. */
const dots = "whsec_••••••••••••••••";

/** The secret, which is read by those who ask to see it, not by those who look over a shoulder. */
function Secret({ known: { secret, endpoint_id: endpointId } }: { readonly known: WebhookSecret }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <div className="secret">
        <code>{isShown ? secret : dots}</code>
        <button type="button" className="button quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {t("Show the secret")}
        </button>
        <CopyButton text={secret} />
      </div>
      <p className="row-actions">
        <Link className="button quiet" href={`/account/webhooks/${endpointId}`}>
          {t("Calls of single requests")}
        </Link>
        <RotateSingleSecret endpointId={endpointId} />
      </p>
    </>
  );
}

/** The secret that signs what goes to a `callback_url`, and its log. */
export function SingleCalls() {
  const secret = useApi("GET /v1/webhook-secret", {});
  return (
    <section className="card" aria-labelledby="single-calls">
      <h2 id="single-calls">{t("Callback URLs of single requests")}</h2>
      <p>
        {rich("A request can name its own address as {field}. Those calls are signed with this secret.", {
          field: <code>callback_url</code>,
        })}
      </p>
      <QueryBoundary query={secret}>{(known) => <Secret known={known} />}</QueryBoundary>
    </section>
  );
}
