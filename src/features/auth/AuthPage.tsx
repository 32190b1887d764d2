import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { isSiteDataBlocked } from "../../db/localStore.ts";
import { mailPaths } from "../../domain/mailPaths.ts";
import { useAuth } from "../../platform/auth.tsx";
import type { Challenge } from "../../platform/authTypes.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import type { SignIn, SignUp } from "./authForms.ts";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { safeNext } from "./safeNext.ts";

const ProviderButtons = lazyPart(() => import("./ProviderButtons.tsx"));
const SecondFactorStep = lazyPart(() => import("./SecondFactorStep.tsx"));

/** Sign-in and sign-up. The route redirects users who are already signed in. */
export function AuthPage() {
  const { signIn, signUp } = useAuth();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [mode, setMode] = useState<"signIn" | "signUp">("signIn");
  const [email, setEmail] = useState("");
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const enter = async ({ email, password }: SignIn) => {
    const outcome = await signIn(email, password);
    if (!outcome.ok) return outcome.message;
    if (outcome.challenge) setChallenge(outcome.challenge);
    else welcome();
    return null;
  };
  const welcome = () => {
    toast({ title: "Welcome back!" });
    navigate(safeNext(query.get("next"), location.origin), { replace: true });
  };
  const create = async (values: SignUp) => {
    const outcome = await signUp(values);
    if (!outcome.ok) return outcome.message;
    toast({ title: "Account created successfully! You can now sign in." });
    setEmail(values.email);
    setMode("signIn");
    return null;
  };

  if (challenge) {
    return <SecondFactorStep challenge={challenge} onPassed={welcome} onCancel={() => setChallenge(null)} />;
  }
  // Last on the page: the buttons appear once the auth server has listed its providers, and must not shift the content.
  const providers = !isSiteDataBlocked() && <ProviderButtons next={query.get("next")} />;
  if (mode === "signUp") {
    return (
      <AuthFrame
        title="Create Account"
        intro={
          <p className="text-muted">
            An account on its own opens the free lesson. To get the whole course, enrol.
          </p>
        }
      >
        <SignUpForm onSubmit={create} />
        <Toggle question="Already have an account?" answer="Sign In" onClick={() => setMode("signIn")} />
        {providers}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Welcome Back"
      intro={
        <p className="text-muted">
          If you have just paid, use the temporary password from our email. It works for 14 days; after that,
          choose a new one with “Forgot your password?”.
        </p>
      }
    >
      <SignInForm email={email} onSubmit={enter} />
      <TextLink to={mailPaths.forgottenPassword()} className="self-center">
        Forgot your password?
      </TextLink>
      <Toggle question="New here?" answer="Create Account" onClick={() => setMode("signUp")} />
      {providers}
    </AuthFrame>
  );
}

function Toggle({ question, answer, onClick }: { question: string; answer: string; onClick: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-4">
      {question}
      <Button variant="quiet" onClick={onClick}>
        {answer}
      </Button>
    </p>
  );
}
