import * as z from "zod/mini";
import { listPageSchema } from "../frame/list/StaffList.tsx";

// The replies of supabase/schemas/staff/messages.sql.

const stateSchema = z.enum(["open", "answered", "closed"]);
export type MessageState = z.infer<typeof stateSchema>;

const rowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  state: stateSchema,
  created_at: z.string(),
  /** An address. Null while nobody has the message. */
  assigned_to: z.nullable(z.string()),
  is_mine: z.boolean(),
});
export type MessageRow = z.infer<typeof rowSchema>;
export const messagesSchema = listPageSchema(rowSchema);

const answerSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  author: z.string(),
  body: z.string(),
  mail: z.enum(["queued", "sent", "skipped", "failed"]),
});
export type Answer = z.infer<typeof answerSchema>;

export const messageSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: z.string(),
  state: stateSchema,
  assigned_to: z.nullable(z.uuid()),
  answers: z.array(answerSchema),
  colleagues: z.array(z.object({ id: z.uuid(), email: z.string(), is_me: z.boolean() })),
});
export type Message = z.infer<typeof messageSchema>;

/** The functions that change a message return nothing. */
export const NO_REPLY = z.unknown();
