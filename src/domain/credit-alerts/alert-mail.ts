import type { Mail } from "#src/platform/mail/mail-body.ts";
import type { CreditAlert } from "./queries.ts";

const kinds = { tts: "speech", asr: "transcription" } as const;
const units = { tts: "characters", asr: "seconds" } as const;
const number = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const percentUsed = ({ granted, remaining }: CreditAlert): number => Math.floor((1 - remaining / granted) * 100);

/** What an e-mail says about credits that are nearly or wholly used. */
export function alertMail(alert: CreditAlert, publicUrl: string): Pick<Mail, "subject" | "paragraphs" | "action"> {
  const { pool, granted, remaining, spendable, cycleEndsAt } = alert;
  const [kind, unit] = [kinds[pool], units[pool]];
  const amount = (count: number): string => `${number.format(count)} ${unit}`;
  const whose = cycleEndsAt === undefined ? "" : " of this billing cycle";
  const until = cycleEndsAt ? ` The cycle ends on ${day.format(cycleEndsAt)}.` : "";
  const rest =
    spendable === 0
      ? `New ${kind} requests are refused until you top up or choose another plan.`
      : `Your account has ${amount(spendable)} left to spend in all. When they are used, new ${kind} requests are refused.`;
  return {
    subject:
      remaining === 0 ? `Your ${kind} credits are used up` : `${percentUsed(alert)}% of your ${kind} credits are used`,
    paragraphs: [
      remaining === 0
        ? `All ${amount(granted)}${whose} are used.${until}`
        : `${number.format(remaining)} of ${amount(granted)}${whose} remain.${until}`,
      rest,
    ],
    action: { label: "Plan and billing", url: `${publicUrl}/account/billing` },
  };
}
