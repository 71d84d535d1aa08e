export const requestId = "3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90";
/** The voice Harper, whose name the examples have, too. */
export const voiceId = "2bcb795a-4875-5b4c-bc1e-ade5771c68fa";
export const day = "2026-11-20";
export const moment = "2026-11-20T08:30:00.000Z";
export const later = "2026-12-20T08:30:00.000Z";
