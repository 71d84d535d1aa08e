import type { Context } from "koa";
import type { z } from "zod";
import type { EngineDirectory } from "#src/domain/engines/engine-directory.ts";
import type { Limits } from "#src/config.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Account, BodyAdmission } from "./body-admission.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";

/** Fields as they were sent, those that are not known included, and the schema that reads them. */
export interface SentOptions {
  readonly schema: z.ZodObject;
  readonly fields: readonly (readonly [name: string, value: unknown])[];
}

/** The result of reading a body: its value, or what is wrong with it. `sent` is absent where there are no fields. */
export type BodyResult<Body> =
  | { readonly ok: true; readonly value: Body; readonly sent?: SentOptions | undefined }
  | { readonly ok: false; readonly rows: readonly ValidationRow[] };

/** The resources with which the body of a request is read. */
export interface BodyReading {
  readonly resources: Resources;
  /** The engines that the workers offer. */
  readonly engines: EngineDirectory;
  readonly caller: Account | null;
  /** The address or network by which callers are counted. */
  readonly address: string;
  readonly bodies: BodyAdmission;
  /** Releases everything that was kept of the body. */
  readonly scope: AsyncDisposableStack;
}

export interface BodyDocument {
  readonly contentType: string;
  /** True where the body may be left out. */
  readonly isOptional?: true;
  schema(limits: Limits): z.ZodType;
  /** The form that may be sent in its place; absent where there is none. */
  readonly form?: BodyDocument;
}

/** A reader of the bodies of a route. */
export interface BodyReader<Body> {
  read(ctx: Context, reading: BodyReading): Promise<BodyResult<Body>>;
  /** Returns the value, as JSON, in which two equal bodies agree; the body itself when absent. */
  identityOf?(body: Body): Promise<unknown>;
  /** The description of it in the OpenAPI document; null when there is none. */
  readonly document: BodyDocument | null;
}
