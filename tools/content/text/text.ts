import { z } from "zod";

/** Text that a reader will see: not empty, without surrounding white space. */
export const text = z.string().trim().min(1);
