/** The meaning of a field, and an example of it. Booleans, closed sets, lists and objects of fields need no example. */
type FieldFact = readonly [description: string, example?: unknown];

/**
 * Fields by name, which mean the same wherever they occur. Where one means something else, `Parent.field` says so: the parent is
 * the named schema or the field that holds it.
 */
export type FieldFacts = Readonly<Record<string, FieldFact>>;
