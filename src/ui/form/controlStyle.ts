/** The style of text controls: at least 44 px high, with a border contrast of 3:1. */
export const CONTROL_STYLE =
  "w-full min-h-11 rounded-card border border-edge bg-surface px-3 py-2 text-ink placeholder:text-muted " +
  "hover:border-ink aria-invalid:border-2 aria-invalid:border-danger disabled:bg-sunken disabled:text-muted";
