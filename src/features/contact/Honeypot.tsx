/** A hidden field that only bots fill in. send-contact-email discards messages that have it. */
export function Honeypot() {
  return (
    <label hidden>
      Leave this field empty
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        // Keeps password managers from filling in the field.
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
      />
    </label>
  );
}
