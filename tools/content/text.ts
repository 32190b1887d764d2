import { z } from "zod";

/** Text that a reader will see: never empty, no stray white space around it. */
export const text = z.string().trim().min(1);
