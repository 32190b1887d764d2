import { requireSession } from "../session.ts";
import { countMailTo } from "./sendMail.ts";
import type { Step } from "./step.ts";

/** `GET /reauthenticate`: mails the caller a code. */
export const reauthenticate: Step = async ({ sql, jwtSecret, request }, next) => {
  const { email } = await requireSession(sql, jwtSecret, request.headers);
  await countMailTo(sql, email);
  return next(request);
};
