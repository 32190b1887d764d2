import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { mailPaths } from "../../domain/mailPaths.ts";
import {
  type Arrival,
  type ReturnFailure,
  readProviderReturn,
  signInByCode,
} from "../../platform/session/signing-in/providers.ts";
import { useReturning, useSignInPath } from "../../platform/session/useSignInPath.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { safeNext } from "./safeNext.ts";

const SecondFactorStep = lazyPart(() => import("./SecondFactorStep.tsx"));

/** The page to which Google and GitHub redirect after sign-in. */
export default function ProviderReturnPage() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const signInPath = useSignInPath();
  const [back] = useState(() => ({ outcome: readProviderReturn(query), next: query.get("next") }));
  const [arrival, setArrival] = useState<Arrival | null>(
    back.outcome.status === "code" ? null : back.outcome,
  );
  const signingIn = useRef<Promise<Arrival> | null>(null);

  const arrive = useCallback(() => {
    toast({ title: "You are signed in." });
    navigate(safeNext(back.next, location.origin), { replace: true });
  }, [back, navigate]);
  // The code must not be readable in the address bar, or opened again from the history.
  useEffect(() => {
    if (query.has("code") || query.has("error"))
      setQuery(back.next ? { next: back.next } : {}, { replace: true });
  }, [back, query, setQuery]);
  // Only once, because the code is valid only once.
  useEffect(() => {
    if (back.outcome.status !== "code") return;
    let isHere = true;
    signingIn.current ??= signInByCode(back.outcome.code);
    void signingIn.current.then((result) => {
      if (!isHere) return;
      if (result.status === "entered") arrive();
      else setArrival(result);
    });
    return () => {
      isHere = false;
    };
  }, [back, arrive]);

  if (arrival === null || arrival.status === "entered") {
    return (
      <div className="page py-16">
        <Spinner label="Signing you in…" />
      </div>
    );
  }
  if (arrival.status === "challenge") {
    return (
      <SecondFactorStep
        challenge={arrival.challenge}
        onPassed={arrive}
        onCancel={() => navigate(signInPath, { replace: true })}
      />
    );
  }
  return <NotSignedIn failure={arrival} />;
}

const ADVICE =
  "If you already have an account with this email address, sign in with its password. If you have forgotten that, " +
  "choose a new one by email.";

/** Shown after a failed sign-in with Google or GitHub: explains why and offers alternatives. */
function NotSignedIn({ failure }: { failure: ReturnFailure }) {
  const { title, text } = explain(failure);
  const forgottenPath = useReturning(mailPaths.forgottenPassword());
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <LinkButton to={useSignInPath()} className="self-start">
        Back to Sign In
      </LinkButton>
      {failure.status === "failed" && (
        <TextLink to={forgottenPath} className="self-start">
          Forgot your password?
        </TextLink>
      )}
    </AuthFrame>
  );
}

function explain(failure: ReturnFailure): { title: string; text: string } {
  switch (failure.status) {
    case "denied":
      return {
        title: "You are not signed in",
        text: "You did not sign in with Google or GitHub, and nothing has changed here. You can try again, or sign in with a password.",
      };
    case "unconfirmed":
      return {
        title: "Your email address is not verified with Google or GitHub",
        text: "Google or GitHub has not verified your email address yet. Verify it there and try again, or sign in with a password.",
      };
    case "failed":
      return { title: "We could not sign you in", text: failure.message ?? ADVICE };
    case "none":
      return {
        title: "This link has expired",
        text: "This page is part of signing in with Google or GitHub, and can be opened only once.",
      };
  }
}
