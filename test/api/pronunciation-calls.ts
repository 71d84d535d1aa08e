import { pronunciationDictionary } from "#test/support/rows.ts";
import type { ValidCall } from "./valid-call.ts";

const native = "/v1/pronunciation-dictionaries";
const elevenLabs = `/elevenlabs${native}`;
const sarvam = "/sarvam/text-to-speech/pronunciation-dictionary";

/** A call for a dictionary of the account that owns what the calls are for. */
const forOne = (before: string, behind = "", isNew = false): ValidCall => ({
  path: async (its) => `${before}${await pronunciationDictionary(its.resources, its.ownerId, isNew)}${behind}`,
  status: 200,
});

/** A call that makes a dictionary, for which there is room: those of earlier calls are taken away. */
const making = (path: string): Pick<ValidCall, "path"> => ({
  path: async ({ resources: { db }, ownerId }) => {
    const made = db.deleteFrom("pronunciation_dictionaries").where("user_id", "=", ownerId);
    await made.where("name", "!=", "Spare").where("name", "!=", "New").execute();
    return path;
  },
});

function fileOf(): FormData {
  const form = new FormData();
  const content = JSON.stringify({ pronunciations: { "en-IN": { Siobhan: "Shivawn" } } });
  form.set("file", new Blob([content], { type: "application/json" }), "words.json");
  return form;
}

const entries = [{ word: "Siobhan", respelling: "Shivawn" }];
const rules = [{ type: "alias", string_to_replace: "Siobhan", alias: "Shivawn" }];
const elevenLabsOne = `${elevenLabs}/{pronunciation_dictionary_id}`;

/** Valid calls of the routes of pronunciation dictionaries, also of the dialects that have them. */
export const pronunciationCalls: Readonly<Record<string, ValidCall>> = {
  [`get ${native}`]: { path: native, status: 200 },
  [`post ${native}`]: {
    ...{ ...making(native), status: 201, options: () => ({ json: { name: "Names", always: false, entries } }) },
  },
  [`get ${native}/{dictionary_id}`]: forOne(`${native}/`),
  [`patch ${native}/{dictionary_id}`]: {
    ...forOne(`${native}/`),
    options: () => ({ json: { add: [{ word: "Nguyen", ipa: "wɪn" }] } }),
  },
  [`delete ${native}/{dictionary_id}`]: forOne(`${native}/`, "", true),
  [`get ${elevenLabs}`]: { path: elevenLabs, status: 200 },
  [`post ${elevenLabs}/add-from-rules`]: {
    ...{ ...making(`${elevenLabs}/add-from-rules`), status: 200, options: () => ({ json: { name: "Names", rules } }) },
  },
  [`get ${elevenLabsOne}`]: forOne(`${elevenLabs}/`),
  [`patch ${elevenLabsOne}`]: { ...forOne(`${elevenLabs}/`), options: () => ({ json: { archived: false } }) },
  [`post ${elevenLabsOne}/set-rules`]: {
    ...forOne(`${elevenLabs}/`, "/set-rules"),
    options: () => ({ json: { rules } }),
  },
  [`post ${elevenLabsOne}/add-rules`]: {
    ...forOne(`${elevenLabs}/`, "/add-rules"),
    options: () => ({ json: { rules } }),
  },
  [`post ${elevenLabsOne}/remove-rules`]: {
    ...forOne(`${elevenLabs}/`, "/remove-rules"),
    options: () => ({ json: { rule_strings: ["Siobhan"] } }),
  },
  [`get ${sarvam}`]: { path: sarvam, status: 200 },
  [`post ${sarvam}`]: { ...making(sarvam), status: 200, options: () => ({ form: fileOf() }) },
  [`put ${sarvam}`]: { ...forOne(`${sarvam}?dict_id=`), options: () => ({ form: fileOf() }) },
  [`delete ${sarvam}`]: forOne(`${sarvam}?dict_id=`, "", true),
  [`get ${sarvam}/{dict_id}`]: forOne(`${sarvam}/`),
};
