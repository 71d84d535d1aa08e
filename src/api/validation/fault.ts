/**
 * Why a value is refused, in Pydantic's words: `type` and `msg` as its errors carry them, `ctx` the numbers
 * and texts that the message was made of.
 */
export type Fault = {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
};

/** The fault of a value that is not there. */
export const missing: Fault = { type: "missing", msg: "Field required" };

/** The fault of a text that is not Unicode. */
export const notUnicode: Fault = {
  type: "string_unicode",
  msg: "Input should be a valid string, unable to parse raw data as a unicode string",
};

/** The fault of a body or a nested value that should be an object. */
export const notAnObject: Fault = {
  type: "model_attributes_type",
  msg: "Input should be a valid dictionary or object to extract fields from",
};

/** The fault of a body with another `Content-Type` than JSON has, or with none. */
export const notSentAsJson: Fault = {
  type: notAnObject.type,
  msg: "The body was not sent as JSON. Add the header Content-Type: application/json.",
};

/** The fault of a rule of our own, as a validator function reports it. `text` is the reason, a sentence. */
export const valueError = (text: string): Fault => ({
  type: "value_error",
  msg: `Value error, ${text}`,
  ctx: { error: {} },
});

/** The fault of a body that is not JSON. `error` is CPython's text for what was wrong. */
export const jsonInvalid = (error: string): Fault => ({
  type: "json_invalid",
  msg: "JSON decode error",
  ctx: { error },
});
