import type { TextMessage } from "../auth/mfa/parts.ts";

export type AuthMail = { to: string; subject: string; text: string; html: string };
type Sending = () => Promise<void>;

export type OutgoingMail = {
  collect(mail: AuthMail): void;
  collectText(message: TextMessage): void;
  /** What the request that is running sends; call it before the next one starts. */
  take(): Sending[];
  /** Sends, then passes the response on; an answer of its own when something could not be sent. */
  deliver(waiting: Sending[], response: Response): Promise<Response>;
};

/**
 * Holds the mails and text messages of one request until the database is free again, since whoever sends them may want to use it.
 * A failure is answered as GoTrue does, 500 `unexpected_failure`, so that the person tries again.
 */
export function createOutgoingMail(senders: {
  mail(mail: AuthMail): Promise<void>;
  text(message: TextMessage): Promise<void>;
}): OutgoingMail {
  const waiting: Sending[] = [];
  return {
    collect: (mail) => void waiting.push(() => senders.mail(mail)),
    collectText: (message) => void waiting.push(() => senders.text(message)),
    take: () => waiting.splice(0),
    async deliver(sendings, response) {
      try {
        for (const send of sendings) await send();
        return response;
      } catch (error) {
        console.error("An auth mail could not be sent:", error);
        const body = { code: 500, error_code: "unexpected_failure", msg: "Error sending message" };
        return Response.json(body, { status: 500 });
      }
    },
  };
}
