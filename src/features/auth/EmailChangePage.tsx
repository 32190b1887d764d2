import { paths } from "../../domain/paths.ts";
import { type MailedLink, readMailedLink } from "../../platform/mailedLink.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { useFragmentOnce } from "./useFragmentOnce.ts";

const OUTCOMES: Record<MailedLink["status"], { title: string; text: string }> = {
  session: {
    title: "Your email address is changed",
    text: "Both addresses have agreed. From now on you sign in with the new one.",
  },
  message: {
    title: "One address has agreed",
    text: "Now open the link in the mail that we sent to the other address. Until then nothing changes.",
  },
  refused: {
    title: "This link does not work any more",
    text: "It works once and for an hour. If the address has not changed, ask for the change again in your account.",
  },
  none: {
    title: "Nothing to confirm here",
    text: "This page belongs to the mails about another email address.",
  },
};

/** Where the links of the two mails lead, in any browser, signed in or not. It signs nobody in. */
export default function EmailChangePage() {
  const { title, text } = OUTCOMES[readMailedLink(useFragmentOnce()).status];
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <LinkButton to={paths.account()} className="self-start">
        Go to your account
      </LinkButton>
    </AuthFrame>
  );
}
