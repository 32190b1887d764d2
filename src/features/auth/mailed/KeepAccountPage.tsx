import { useEffect, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { refreshAccount } from "../../../platform/account/accountActions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { AuthFrame, LinkMissing } from "../AuthFrame.tsx";
import { keepAccountByKey } from "./api.ts";

const OFFLINE = "You are offline. You need a connection to keep your account.";
const BROKEN = "That did not work. Please try again in a moment.";

/** Opened by the link in the deletion email. Only the button changes anything, because mail scanners open links too. */
export default function KeepAccountPage() {
  const key = useFragmentOnce().replace(/^#/, "");
  const [state, setState] = useState<"asking" | "busy" | "kept" | "gone">("asking");
  const [failure, setFailure] = useState<string | null>(null);
  const keep = async () => {
    setState("busy");
    const reply = await keepAccountByKey(key);
    if (reply.ok) {
      // The account is kept whether or not this device hears of it now.
      refreshAccount().catch((error: unknown) => console.warn("The session could not be renewed", error));
      return setState("kept");
    }
    if (reply.code === "not_found" || reply.code === "bad_request") return setState("gone");
    setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
    setState("asking");
  };
  if (state === "kept") {
    return (
      <Result title="Your account will be kept" text="It will not be deleted. Everything is as it was.">
        If you did not ask for its deletion, sign in and change your password.
      </Result>
    );
  }
  if (key === "") return <LinkMissing />;
  if (state === "gone") {
    return (
      <Result
        title="There is nothing to undo"
        text="This link can be used once, and only until the account is deleted."
      >
        If you can sign in, your account still exists: a note at the top of the page says whether it is due to
        be deleted.
      </Result>
    );
  }
  return (
    <AuthFrame
      title="Keep your account?"
      intro={<p>Your account is due to be deleted. Use this button to keep it; nothing will be lost.</p>}
    >
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <Button size="large" busy={state === "busy"} onClick={keep}>
        Keep my account
      </Button>
    </AuthFrame>
  );
}

function Result({ title, text, children }: { title: string; text: string; children: string }) {
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <p>{children}</p>
      <LinkButton to={paths.auth()} className="self-start">
        Sign in
      </LinkButton>
    </AuthFrame>
  );
}
