import { type ReactNode, useMemo } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { mailPaths } from "../../../domain/mailPaths.ts";
import { paths } from "../../../domain/paths.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { useReturning, useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { type Me, StaffProvider, staffOf, useStaffAccess } from "./access.ts";

type Props = {
  /** The site's own page for an address that does not exist, so that learners do not learn of the console. */
  notFound: ReactNode;
  /** Asks for the second factor. */
  stepUp: (onPassed: () => void) => ReactNode;
  children: (me: Me) => ReactNode;
};

/** Shows the console to staff, and to everyone else what is missing. */
export function StaffGate(props: Props) {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return <Opening />;
    case "signedOut":
      return <SignedOut />;
    case "signedIn":
      // A change of user starts again, so that nothing remains of what another user saw.
      return <OwnGate key={state.identity.userId} {...props} />;
  }
}

function OwnGate({ notFound, stepUp, children }: Props) {
  const { access, check, retry } = useStaffAccess();
  const accountPath = useReturning(paths.account());
  const newPasswordPath = useReturning(mailPaths.newPassword());
  const me = access.status === "ready" ? access.me : null;
  const staff = useMemo(() => me && staffOf(me, check), [me, check]);
  switch (access.status) {
    case "loading":
      return <Opening />;
    case "offline":
      return (
        <Notice title="The console needs a connection" action={<Button onClick={retry}>Try again</Button>}>
          The academy cannot be reached at the moment. This page opens by itself when the connection returns.
        </Notice>
      );
    case "sessionEnded":
      return <SessionEnded />;
    case "passwordChangeNeeded":
      return <Navigate to={newPasswordPath} replace />;
    case "secondFactorMissing":
      return (
        <Notice
          title="Set up a second factor first"
          action={<LinkButton to={accountPath}>Open your account</LinkButton>}
        >
          The console shows personal data, so a password is not enough. In your account, under “Second
          factor”, add an authenticator app or a passkey. A link there leads back to the console.
        </Notice>
      );
    case "secondFactorNeeded":
      return (
        <main id="main" tabIndex={-1}>
          {stepUp(retry)}
        </main>
      );
    case "notStaff":
      return notFound;
    case "failed":
      return (
        <Notice title="The console could not be opened" action={<Button onClick={retry}>Try again</Button>}>
          The academy answered with an error. Try again in a moment. If it happens again, tell the person who
          runs the server when it happened.
        </Notice>
      );
    case "ready":
      return <StaffProvider value={staff}>{children(access.me)}</StaffProvider>;
  }
}

function Opening() {
  return (
    <main id="main" className="page py-16">
      <Spinner label="Opening…" />
    </main>
  );
}

function SignedOut() {
  return (
    <Notice title="Please sign in" action={<LinkButton to={useSignInPath()}>Sign in</LinkButton>}>
      You need to sign in to see this page. You then come back here.
    </Notice>
  );
}

/** The server has ended a session that this device still keeps. Until it is removed, the sign-in page does not open. */
function SessionEnded() {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const path = useSignInPath();
  const signInAgain = async () => {
    if (await signOut()) navigate(path);
    else toast(STILL_SIGNED_IN);
  };
  return (
    <Notice title="You have been signed out" action={<Button onClick={signInAgain}>Sign in again</Button>}>
      Your session has ended. After signing in you come back here.
    </Notice>
  );
}

type NoticeProps = { title: string; action: ReactNode; children: ReactNode };

function Notice({ title, action, children }: NoticeProps) {
  return (
    <main id="main" tabIndex={-1} className="page flex flex-1 flex-col items-start gap-5 py-16 sm:py-24">
      <div role="status" className="flex flex-col gap-5">
        <h1 className="text-4xl">{title}</h1>
        <p className="max-w-prose text-lg">{children}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        {action}
        <TextLink to={paths.academy()} className="inline-flex min-h-11 items-center">
          Back to the site
        </TextLink>
      </div>
    </main>
  );
}
