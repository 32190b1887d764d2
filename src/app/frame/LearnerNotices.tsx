import { useLocation } from "react-router-dom";
import { useStoreTrouble, useSyncStatus } from "../../db/live.ts";
import { useAccess } from "../../db/study/enrollment.ts";
import { keptResult } from "../../db/study/keptResult.ts";
import { paths } from "../../domain/paths.ts";
import { useDeletionDueAt } from "../../platform/account/deletion.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useLacksSecondFactor } from "../../platform/session/halfSession.ts";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";

const DeletionNotice = lazyPart(async () => ({
  default: (await import("../../features/account/data/DeletionStatus.tsx")).DeletionStatus,
}));

/** Loaded only if this browser has a result. */
const KeptResultNotice = lazyPart(() => import("../../features/quiz/KeptResultNotice.tsx"), {
  Missing: () => null,
});

/** Only on My Learning, because it asks the server. */
const TeamNotice = lazyPart(() => import("../../features/team/TeamNotice.tsx"), { Missing: () => null });

/** Notices about what the learner must do to keep work being saved and sent. Usually empty. */
export default function LearnerNotices() {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const { phase } = useSyncStatus();
  const trouble = useStoreTrouble();
  const lacksSecondFactor = useLacksSecondFactor(state.status === "signedIn" ? state.identity.userId : null);
  // The account page asks for the second factor itself (StepUp).
  const { pathname } = useLocation();
  const isAsked = pathname === paths.account();
  const mustSignInAgain = state.status === "signedIn" && phase === "signedOut";
  return (
    <>
      {state.status === "signedIn" && <Deletion userId={state.identity.userId} />}
      {trouble === "reloadNeeded" && (
        <Banner
          tone="highlight"
          title="The academy was updated in another tab"
          action={<Button onClick={() => location.reload()}>Reload</Button>}
        >
          Reload this tab to continue. Everything you saved is kept.
        </Banner>
      )}
      {trouble === "blockedByOtherTab" && (
        <Banner tone="highlight" title="An older version of the academy is open in another tab">
          Close other tabs that have this site open, and this one will continue.
        </Banner>
      )}
      {trouble === "notResponding" && (
        <Banner
          tone="danger"
          title="Your browser’s storage isn’t responding"
          action={<Button onClick={() => location.reload()}>Try again</Button>}
        >
          Close other tabs that have this site open, or restart the browser. What you saved is still on this
          device.
        </Banner>
      )}
      {trouble === "unavailable" && (
        <Banner
          tone="highlight"
          title="This browser is not storing any data for the academy"
          action={<Button onClick={() => location.reload()}>Reload</Button>}
        >
          Most likely, cookies and site data are blocked for this site. You can read the free lesson, buy a
          course and write to us, but you cannot sign in, and nothing you do in a lesson is saved. To change
          that, allow site data for this site in the settings of your browser, then reload.
        </Banner>
      )}
      {mustSignInAgain && (
        <Banner
          tone="highlight"
          title="Please sign in again"
          action={<LinkButton to={signInPath}>Sign in again</LinkButton>}
        >
          Your work is kept on this device and will be sent as soon as you do.
        </Banner>
      )}
      {lacksSecondFactor && !isAsked && (
        <Banner
          tone="highlight"
          title="Confirm it's you"
          action={<LinkButton to={paths.account()}>Confirm now</LinkButton>}
        >
          Your account has a second factor, which you have not confirmed on this device yet. Your work is kept
          here and will be sent as soon as you do.
        </Banner>
      )}
      <AccessNotice />
      {state.status === "signedIn" && pathname === paths.dashboard() && (
        <TeamNotice key={`team ${state.identity.userId}`} />
      )}
      {state.status === "signedIn" && keptResult() && <KeptResultNotice key={state.identity.userId} />}
    </>
  );
}

function Deletion({ userId }: { userId: string }) {
  const dueAt = useDeletionDueAt(userId);
  return dueAt && <DeletionNotice dueAt={dueAt} />;
}

/** Reports what has paused a course, or will, on every page, because a learner whose course is paused is redirected to the catalogue. */
function AccessNotice() {
  const known = useAccess();
  const reason = known.status === "ready" ? known.access?.reason : undefined;
  if (reason === "id_refused")
    return (
      <Banner tone="danger" title="Your course is paused">
        We could not accept your student ID. Open the link in our latest email about it to send another, pay
        the difference or get a refund. Your work is safe.
      </Banner>
    );
  if (reason === "seat_paused")
    return (
      <Banner tone="danger" title="Your course is paused">
        Your place in a team is paused, because a payment for the team is open. You have nothing to pay. Your
        work is safe, and the course opens again as soon as that is settled.
      </Banner>
    );
  if (reason !== "past_due" && reason !== "paused") return null;
  const action = <LinkButton to={paths.account()}>See your payments</LinkButton>;
  return reason === "paused" ? (
    <Banner tone="danger" title="Your course is paused" action={action}>
      A monthly payment is overdue. Your work is safe, and the course opens again as soon as the payment is
      made.
    </Banner>
  ) : (
    <Banner tone="highlight" title="A monthly payment did not go through" action={action}>
      Your course stays open for now. Please check your card details.
    </Banner>
  );
}
