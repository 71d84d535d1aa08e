/** The tags of the routes with their descriptions, in the order in which documentation shows them. */
const descriptions = {
  Speech: "Text to speech, speech to text, and the history of both.",
  Batches: "Thousands of recordings by one call, at a lower price, after all other work.",
  Voices: "Built-in voices, and voices that are made from a sample.",
  "Key terms": "Lists of names and words that an account keeps for its recordings.",
  Pronunciation: "Dictionaries of words that an account has spoken otherwise than they are written.",
  Documents: "Long texts in chapters, spoken paragraph by paragraph.",
  Engines: "What this installation can speak and transcribe.",
  Demo: "Try both directions without an account.",
  Usage: "Consumed and remaining credits.",
  Users: "The account of the caller: profile, sessions and limits.",
  "API keys": "Keys with scopes: create, rotate and revoke.",
  "Webhook endpoints": "Addresses of yours that are called when something happens, and the log of those calls.",
  Plans: "What can be bought.",
  Examples: "Voices to hear and recordings to transcribe before there is an account.",
  Subscriptions: "Buying a plan and cancelling it.",
  Payments: "What the account has paid, with receipts.",
  Feedback: "Comments on speech requests.",
  Contact: "Messages to the operator of this service.",
  OpenAI: "Paths and fields of OpenAI's API, for programs that were written for it.",
  Deepgram: "Paths and fields of Deepgram's API, for programs that were written for it.",
  ElevenLabs: "Paths and fields of ElevenLabs' API, for programs that were written for it.",
  Sarvam: "Paths and fields of Sarvam's API, for programs that were written for it.",
  AssemblyAI: "Paths and fields of AssemblyAI's API, for programs that were written for it.",
  Health: "Whether the service runs and its dependencies answer.",
  Documentation: "This description of the API, for programs and for people.",
  "Signing in": "Sessions of the dashboard. Only browsers use them.",
  Webhooks: "Events of the identity provider and the payment provider. Only those providers send them.",
  Admin: "Accounts, events and queues, for admins.",
  Pages: "The dashboard itself.",
} as const;

export type Tag = keyof typeof descriptions;

/** Tags of the document, with descriptions. */
export const describedTags = (used: ReadonlySet<string>): readonly { name: string; description: string }[] =>
  Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));

/** The introduction of the document, as Markdown whose links lead to the guides of the same service. */
export const introduction = [
  "Text-to-speech, speech-to-text and custom voices.",
  "**Authentication:** send an API key in the header `X-API-Key`. Create one on the page [API keys](/account/keys), and choose what it may do by its scopes.",
  "**Answers** are JSON: `data` has the result, and the header `X-Request-Id` the id of the call. Speech is audio where the header `Accept` asks for it: `Accept: audio/mpeg`.",
  "**Errors** have a `code` for programs, a sentence for people and a link to its explanation ([Errors](/docs/errors)).",
  "**Repeats:** a call with an `Idempotency-Key` takes effect once, however often it is sent ([Idempotency](/docs/idempotency)).",
  "**Limits:** the headers `RateLimit` and `RateLimit-Policy` say how much is left, and `Retry-After` when to go on ([Limits](/docs/limits)).",
  "**Clients:** [TypeScript and the command line](/docs/typescript-sdk), [Python](/docs/python-sdk), and those of OpenAI, Deepgram, ElevenLabs, Sarvam and AssemblyAI, whose calls are below.",
].join("\n\n");
