import { z } from "zod";

/** The schema of a path without parameters, or of a query of which nothing is read. */
export const noInput = z.object({});
