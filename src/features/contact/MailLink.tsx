import { useFacts } from "../../platform/providerFacts.ts";
import { cx } from "../../ui/cx.ts";

/** The contact address, for visitors who prefer their own email program. */
export function MailLink({ className }: { className?: string }) {
  const { contactEmail } = useFacts();
  return (
    <a href={`mailto:${contactEmail}`} translate="no" className={cx("text-link wrap-anywhere", className)}>
      {contactEmail}
    </a>
  );
}
