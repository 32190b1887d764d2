import { z } from "zod";
import type { ContactMessage } from "../../src/domain/contact.ts";
import { callDatabase } from "../_shared/database.ts";
import { enforceDailyCap, enforceLimitOn, enforceRateLimit } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import { contactAddress } from "../_shared/mail/contactAddress.ts";

/** A school or an office may share one address; a person writes less. */
const PER_ADDRESS = { requests: 30, windowSeconds: 3600 };
/** No one signs in to write, so the network address stands for the person. */
const PER_DAY = { person: 0, address: 100 };
const PER_SENDER = { requests: 5, windowSeconds: 600 };

/** Refuses the message that is one too many from this network address or for this sender. */
export async function enforceMessageLimits(call: Call, email: string): Promise<void> {
  await enforceRateLimit(call.admin, "contact message", call.request, PER_ADDRESS);
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, "@");
  await enforceLimitOn(call.admin, `contact sender ${mailbox}`, PER_SENDER);
  await enforceDailyCap(call, "contact message", null, PER_DAY);
}

/** Stores the message and queues its mails in one transaction. False when this very message is already there. */
export async function recordMessage(call: Call, id: string, message: ContactMessage): Promise<boolean> {
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
