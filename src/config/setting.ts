import { z } from "zod";
import type { ProcessName } from "./processes.ts";

/** The facts of a setting beside its type and its default. */
interface SettingFacts {
  /** The variable of the environment. */
  readonly env: string;
  /** Sentences for operators, with the unit where the name does not say it. */
  readonly description: string;
  /** The processes that are given it; none where only `npm start` reads it, which reads all settings. */
  readonly readBy: readonly ProcessName[];
}

const registry = z.registry<SettingFacts>();

/** A setting: the variable that it is read from, the type of that text, and what operators need to know. */
export function setting<T extends z.ZodType>(env: string, type: T, facts: Omit<SettingFacts, "env">): T {
  // A type may serve several settings, and the registry knows schemas by identity.
  const own = type.clone();
  registry.add(own, { env, ...facts });
  return own;
}

export interface Setting extends SettingFacts {
  readonly schema: z.core.$ZodType;
  /** The path in the schema, with a dot between two keys. */
  readonly path: string;
}

/** All settings below a schema, in the order in which they stand there. */
export function settingsIn(schema: z.core.$ZodType, path: readonly string[] = []): readonly Setting[] {
  const facts = registry.get(schema);
  if (facts !== undefined) return [{ ...facts, schema, path: path.join(".") }];
  return Object.entries(partsOf(schema)).flatMap(([key, part]) => settingsIn(part, [...path, key]));
}

/** Builds the input of the schema: the text of each setting in its place. */
export function inputOf(schema: z.core.$ZodType, textOf: (facts: SettingFacts) => string | undefined): unknown {
  const facts = registry.get(schema);
  if (facts !== undefined) return textOf(facts);
  return Object.fromEntries(Object.entries(partsOf(schema)).map(([key, part]) => [key, inputOf(part, textOf)]));
}

function partsOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodPipe) return partsOf(schema.in);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Refuses settings that do not go together. The message names them and says what to do. */
export function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
