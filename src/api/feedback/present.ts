import type { Feedback } from "#src/domain/feedback/queries.ts";

export const presentFeedback = (feedback: Feedback) => ({
  feedback_id: feedback.id,
  request_id: feedback.request_id,
  request_type: feedback.request_type,
  feedback_text: feedback.feedback_text,
  created_at: feedback.created_at.toISOString(),
});
