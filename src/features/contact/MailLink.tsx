import { SITE } from "../../domain/site.ts";
import { cx } from "../../ui/cx.ts";

/** The contact address, for visitors who prefer their own email program. */
export function MailLink({ className }: { className?: string }) {
  return (
    <a href={`mailto:${SITE.contactEmail}`} className={cx("text-link wrap-anywhere", className)}>
      {SITE.contactEmail}
    </a>
  );
}
