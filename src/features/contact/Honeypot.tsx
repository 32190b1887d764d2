/** A field that nobody sees and programs fill in. send-contact-email keeps nothing of a message that has it. */
export function Honeypot() {
  return (
    <label hidden>
      Leave this field empty
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        // Password managers, which fill in such fields for people.
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
      />
    </label>
  );
}
