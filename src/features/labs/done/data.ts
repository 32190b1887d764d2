import * as z from "zod/mini";

/** A topic gives nothing to its button. */
export const dataSchema = z.object({});
