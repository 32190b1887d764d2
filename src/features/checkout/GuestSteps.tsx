const STEPS: [title: string, text: string][] = [
  ["Check your email", "We have sent an email to the address you gave. Check your junk folder too."],
  [
    "Sign in with the temporary password",
    "It is in the email and works for 14 days. If an account with this address already exists, the email has no password: it asks you to sign in as usual, or to open a link and confirm that the address is yours. The course is then added to the account.",
  ],
  ["Change the password", "You choose your own the first time you sign in."],
  ["Start learning", "Open lesson 1. Once loaded, lessons work without a connection."],
];

/** The steps from the email to the first lesson. */
export function GuestSteps() {
  return (
    <ol className="flex flex-col gap-4 border-l-2 border-done pl-5">
      {STEPS.map(([title, text]) => (
        <li key={title}>
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
