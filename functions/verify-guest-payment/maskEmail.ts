/**
 * Enough for a payer to see a slip of the finger, and no address for whoever else holds the session's id:
 * "a•••@mail.example".
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}
