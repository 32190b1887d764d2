import { setTimeout as wait } from "node:timers/promises";
import { AuthError } from "../auth/authError.ts";
import type { AuthMail } from "../auth/authMails.ts";
import type { TextMessage } from "../auth/mfa/parts.ts";

type Sending = () => Promise<void>;

/** Longer than it takes to find an account, store a code and write the email. */
const MINIMUM_ANSWER_MS = 250;

export type OutgoingMail = {
  collect(mail: AuthMail): void;
  collectText(message: TextMessage): void;
  /** Returns and clears the messages of the current request. Call it before the next request starts. */
  take(): Sending[];
  /** Sends the messages, then returns the response, or 500 `unexpected_failure` as in GoTrue if a message failed. */
  deliver(sendings: Sending[], response: Response): Promise<Response>;
  /**
   * Sends the messages after the response, so that its timing does not reveal whether any were sent. A failure is only
   * logged, because reporting it would reveal that the address has an account.
   */
  deliverUnnoticed(sendings: Sending[], response: Response, startedAt: number): Promise<Response>;
  /** Resolves when all messages have been sent or have failed. */
  settle(): Promise<void>;
};

/** Collects the emails and texts of a request until the database is free again, because their sender may use it. */
export function createOutgoingMail(senders: {
  mail(mail: AuthMail): Promise<void>;
  text(message: TextMessage): Promise<void>;
}): OutgoingMail {
  const collected: Sending[] = [];
  const inBackground = new Set<Promise<unknown>>();

  const deliver: OutgoingMail["deliver"] = async (sendings, response) => {
    try {
      for (const send of sendings) await send();
      return response;
    } catch (error) {
      console.error("An auth message could not be sent:", error);
      return new AuthError(500, "unexpected_failure", "Error sending message").toResponse();
    }
  };
  return {
    collect: (mail) => void collected.push(() => senders.mail(mail)),
    collectText: (message) => void collected.push(() => senders.text(message)),
    take: () => collected.splice(0),
    deliver,
    async deliverUnnoticed(sendings, response, startedAt) {
      const sending = deliver(sendings, response);
      inBackground.add(sending);
      void sending.finally(() => inBackground.delete(sending));
      await wait(Math.max(0, startedAt + MINIMUM_ANSWER_MS - performance.now()));
      return response;
    },
    async settle() {
      while (inBackground.size > 0) await Promise.all(inBackground);
    },
  };
}
