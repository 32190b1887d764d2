import { useEffect, useState } from "react";
import { mailPaths } from "../../domain/mailPaths.ts";
import { readMailedLink } from "../../platform/mailedLink.ts";
import { openByLink, type Recovery } from "../../platform/recovery.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { RecoveredPasswordForm } from "./RecoveredPasswordForm.tsx";
import { useFragmentOnce } from "./useFragmentOnce.ts";

/** Where the link of the mail for a forgotten password leads, in any browser. */
export default function ResetPasswordPage() {
  const fragment = useFragmentOnce();
  const [opened, setOpened] = useState<Recovery | "opening" | "spent">("opening");
  // Synchronises with the auth server, once: the link can be used only once.
  useEffect(() => {
    const link = readMailedLink(fragment);
    if (link.status !== "session") {
      setOpened("spent");
      return;
    }
    openByLink(link.accessToken, link.refreshToken).then(
      (answer) => setOpened(answer.ok ? answer.recovery : "spent"),
      (error: unknown) => {
        console.info("The link could not be opened", error);
        setOpened("spent");
      },
    );
  }, [fragment]);
  if (opened === "opening") {
    return (
      <div className="page py-16">
        <Spinner label="Opening your link…" />
      </div>
    );
  }
  if (opened !== "spent") return <RecoveredPasswordForm recovery={opened} />;
  return (
    <AuthFrame
      title="This link does not work any more"
      intro={
        <p>
          It works once and for an hour. Some mail programs open links before you do: then use the code in the
          mail.
        </p>
      }
    >
      <LinkButton to={mailPaths.forgottenPassword()} className="self-start">
        Get a new mail
      </LinkButton>
    </AuthFrame>
  );
}
