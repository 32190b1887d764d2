import { SITE } from "../../domain/site.ts";
import { cx } from "../../ui/cx.ts";

/** The address for messages, for those who would rather use their own mail. */
export function MailLink({ className }: { className?: string }) {
  return (
    <a href={`mailto:${SITE.contactEmail}`} className={cx("text-link wrap-anywhere", className)}>
      {SITE.contactEmail}
    </a>
  );
}
