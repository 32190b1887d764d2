import { useEffect, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { courseTitle } from "../../../domain/sales/catalogue.ts";
import { interestReplySchema } from "../../../domain/sales/interests.ts";
import { callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { AuthFrame, LinkMissing } from "../AuthFrame.tsx";

const OFFLINE =
  "No connection. You need one for this: nothing has changed, so try again when you are online.";
const BROKEN = "That did not work. Please try again in a moment.";

type State = "asking" | "confirming" | "deleting" | "missing" | keyof typeof RESULTS;

const RESULTS = {
  confirmed: {
    title: "We will tell you",
    text: "We write to you once, when the course opens. The link in our email also deletes your address from the list.",
  },
  deleted: { title: "Your address is deleted", text: "You will get no email about this course from us." },
  gone: {
    title: "This link no longer works",
    text: "Your address is not on the list: it was deleted, or the course has opened. You can enter it again on the page of all courses.",
  },
};

/** Opened by the email that asks the owner of an address whether to tell them when a course opens. */
export default function InterestPage() {
  const asked = new URLSearchParams(useFragmentOnce().replace(/^#/, ""));
  const key = asked.get("key");
  const title = courseTitle(asked.get("course") ?? "the course");
  const [state, setState] = useState<State>(key === null ? "missing" : "asking");
  const [failure, setFailure] = useState<string | null>(null);

  async function answer(isWanted: boolean): Promise<void> {
    setState(isWanted ? "confirming" : "deleting");
    setFailure(null);
    const body = { key, isWanted };
    const reply = await callFunction("course-interest", body, interestReplySchema);
    if (reply.ok) return setState(isWanted ? "confirmed" : "deleted");
    if (reply.code === "not_found") return setState("gone");
    if (reply.code === "bad_request") return setState("missing");
    setFailure(reply.kind === "offline" ? OFFLINE : (reply.message ?? BROKEN));
    setState("asking");
  }

  if (state === "missing") return <LinkMissing />;
  if (state === "confirmed" || state === "deleted" || state === "gone") return <Result {...RESULTS[state]} />;
  return (
    <AuthFrame
      title={`Tell you when ${title} opens?`}
      intro={<p>We then write to this email address once, and delete it from the list.</p>}
    >
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <Button
        size="large"
        busy={state === "confirming"}
        disabled={state === "deleting"}
        onClick={() => answer(true)}
      >
        Yes, tell me
      </Button>
      <Button
        variant="secondary"
        busy={state === "deleting"}
        disabled={state === "confirming"}
        onClick={() => answer(false)}
      >
        No, delete my address
      </Button>
    </AuthFrame>
  );
}

function Result({ title, text }: { title: string; text: string }) {
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <LinkButton to={paths.catalogue()} className="self-start">
        All courses
      </LinkButton>
    </AuthFrame>
  );
}
