/**
 * The person who runs an installation on a machine of their own, as the sandbox of `npm start` knows them. The subject is
 * fixed, so that the account stays the same when another port makes another issuer of the sandbox.
 */
export const owner = {
  subject: "0b8f4a52-6f0e-4c53-9d1c-6d0c6f1b7a10",
  email: "owner@speech.localhost",
  name: "Owner",
  username: "owner",
} as const;
