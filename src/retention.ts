import type { Environment } from "./environment.ts";

/** For how many days after its end something is kept; null for ever. */
export interface RetentionConfig {
  readonly audioDays: number | null;
  readonly textDays: number | null;
  readonly requestDays: number | null;
  readonly webhookEventDays: number | null;
  readonly contactDays: number | null;
  readonly feedbackDays: number | null;
  readonly revokedKeyDays: number | null;
}

/** The spans that the environment sets; 0 there is for ever. */
export function retentionOf(env: Environment): RetentionConfig {
  const days = (count: number): number | null => (count === 0 ? null : count);
  return {
    audioDays: days(env.AUDIO_RETENTION_DAYS),
    textDays: days(env.TEXT_RETENTION_DAYS),
    requestDays: days(env.REQUEST_RETENTION_DAYS),
    webhookEventDays: days(env.WEBHOOK_EVENT_RETENTION_DAYS),
    contactDays: days(env.CONTACT_RETENTION_DAYS),
    feedbackDays: days(env.FEEDBACK_RETENTION_DAYS),
    revokedKeyDays: days(env.REVOKED_KEY_RETENTION_DAYS),
  };
}
