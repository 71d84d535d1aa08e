/** The page on which texts are spoken. */
export const studioPath = "/account/studio";

/** The same with a voice that is chosen. */
export const studioWithVoice = (voiceId: string): string => `${studioPath}?voice=${voiceId}`;

/** The same with the text of a request and its settings. */
export const studioWithRequest = (requestId: string): string => `${studioPath}?request=${requestId}`;
