import { z } from "zod";
import { type ContactField, cleanField, faultOf } from "../../src/domain/contact.ts";

const field = (name: ContactField) =>
  z
    .string()
    .default("")
    .transform((text) => cleanField(name, text))
    .superRefine((value, context) => {
      const message = faultOf(name, value);
      if (message) context.addIssue({ code: "custom", message });
    });

/** Spec §7 as written, cleaned; the last two are the optional extras. */
export const contactRequestSchema = z.object({
  name: field("name"),
  email: field("email"),
  subject: field("subject"),
  message: field("message"),
  /** Made by the sender's device: the same message sent again is stored and mailed once. */
  id: z.uuid().optional(),
  /** A field that people never see. Programs that fill in every field give themselves away by it. */
  website: z.string().default(""),
});
