import { z } from "zod";
import { type ContactField, type ContactMessage, cleanField, faultOf } from "../../src/domain/contact.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { enforceDailyCap, enforceLimitOn, enforceRateLimit } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { contactAddress } from "../_shared/mail/contactAddress.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/**
 * POST `{ name, email, subject, message }`, for anyone: keeps the message, mails it to the provider and acknowledges it
 * to the sender. Answers `{ success: true }`. Requests that are refused for what is in them count only against the
 * first, wide limit.
 */
export default {
  fetch: serveFunction(
    { name: "send-contact-email", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
    async (call) => {
      const {
        id = crypto.randomUUID(),
        website,
        ...message
      } = await readJson(call.request, contactRequestSchema);
      if (website !== "") {
        // Answered like any other, so that whoever wrote the program learns nothing.
        call.log.info("honeypot");
        return { success: true };
      }
      await enforceMessageLimits(call, message.email);
      if (await recordMessage(call, id, message)) await startMailDelivery(call);
      return { success: true };
    },
  ),
};

/** A school or an office may share one address; a person writes less. */
const PER_ADDRESS = { requests: 30, windowSeconds: 3600 };
/** No one signs in to write, so the network address stands for the person. */
const PER_DAY = { person: 0, address: 100 };
const PER_SENDER = { requests: 5, windowSeconds: 600 };

/** Refuses the message that is one too many from this network address or for this sender. */
async function enforceMessageLimits(call: Call, email: string): Promise<void> {
  await enforceRateLimit(call.admin, "contact message", call.request, PER_ADDRESS);
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, "@");
  await enforceLimitOn(call.admin, `contact sender ${mailbox}`, PER_SENDER);
  await enforceDailyCap(call, "contact message", null, PER_DAY);
}

/** Stores the message and queues its mails in one transaction. False when this very message is already there. */
async function recordMessage(call: Call, id: string, message: ContactMessage): Promise<boolean> {
  const outcome = await callDatabase(
    call.admin,
    "record_contact_message",
    {
      p_id: id,
      p_name: message.name,
      p_email: message.email,
      p_subject: message.subject,
      p_message: message.message,
      p_provider: contactAddress(call.env),
    },
    z.enum(["stored", "repeated", "taken"]),
  );
  if (outcome === "taken") throw new Refusal(400, "bad_request", "This id belongs to another message.");
  call.log.info(outcome === "stored" ? "message_stored" : "message_repeated", { message: id });
  return outcome === "stored";
}

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
const contactRequestSchema = z.object({
  name: field("name"),
  email: field("email"),
  subject: field("subject"),
  message: field("message"),
  /** Made by the sender's device: the same message sent again is stored and mailed once. */
  id: z.uuid().optional(),
  /** A field that people never see. Programs that fill in every field give themselves away by it. */
  website: z.string().default(""),
});
