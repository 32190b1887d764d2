import type { EmailMessage } from "@supabase/lite";

export type AuthMail = { to: string; subject: string; text: string; html: string };

export type OutgoingMail = {
  collect(message: EmailMessage): Promise<void>;
  /** The mails of the request that is running; call it before the next one starts. */
  take(): AuthMail[];
  /** Sends, then passes the response on; an answer of its own when a mail could not be sent. */
  deliver(mails: AuthMail[], response: Response): Promise<Response>;
};

/**
 * Holds the mails of one request until the database is free again, since whoever sends them may want to use it.
 * A failure is answered as GoTrue does, 500 `unexpected_failure`, so that the person tries again.
 */
export function createOutgoingMail(send: (mail: AuthMail) => Promise<void>): OutgoingMail {
  const waiting: AuthMail[] = [];
  return {
    async collect({ to, subject, text, html }) {
      waiting.push({ to, subject, text: text ?? "", html: html ?? "" });
    },
    take: () => waiting.splice(0),
    async deliver(mails, response) {
      try {
        for (const mail of mails) await send(mail);
        return response;
      } catch (error) {
        console.error("An auth mail could not be sent:", error);
        const body = { code: 500, error_code: "unexpected_failure", msg: "Error sending email" };
        return Response.json(body, { status: 500 });
      }
    },
  };
}
