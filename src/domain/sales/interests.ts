import * as z from "zod/mini";
import { email } from "../signUp.ts";
import { COMING_SOON_COURSES } from "./catalogue.ts";

/**
 * POST `course-interest`, by anyone. `{ email, courseId }` asks for one email when an announced course opens; it is sent only
 * after the owner of the address has confirmed. The reply is the same whether or not the address is known. `{ key, isWanted }`,
 * with the key of an email, confirms or deletes the address. Errors: `bad_request`, `rate_limited`, and `not_found` for
 * a key that no longer works.
 */
export const interestSchema = z.union([
  z.object({ key: z.uuid(), isWanted: z.boolean() }),
  z.object({
    email,
    courseId: z
      .string()
      .check(
        z.refine(
          (id) => COMING_SOON_COURSES.some((entry) => entry.id === id),
          "This course is not on the list any more. Please reload the page.",
        ),
      ),
  }),
]);
export const interestReplySchema = z.object({ success: z.literal(true) });
