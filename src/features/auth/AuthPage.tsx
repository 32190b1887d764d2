import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { isSiteDataBlocked } from "../../db/store/localStore.ts";
import { mailPaths } from "../../domain/mailPaths.ts";
import { PASSWORD_HINT, paddingHint } from "../../domain/password.ts";
import { type SignUp, signUpSchema } from "../../domain/signUp.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { UNREACHABLE } from "../../platform/session/authMessages.ts";
import type { Challenge } from "../../platform/session/authTypes.ts";
import { useReturning } from "../../platform/session/useSignInPath.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { focusMain } from "../../ui/page/focusMain.ts";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { type SignIn, signInSchema } from "./authForms.ts";
import { safeNext } from "./safeNext.ts";

const ProviderButtons = lazyPart(() => import("./ProviderButtons.tsx"));
const SecondFactorStep = lazyPart(() => import("./SecondFactorStep.tsx"));

/** Sign-in and sign-up. The route redirects users who are already signed in. */
export function AuthPage() {
  const { signIn, signUp } = useAuth();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const forgottenPath = useReturning(mailPaths.forgottenPassword());
  const [mode, setMode] = useState<"signIn" | "signUp">("signIn");
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailIn(state));
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  /** Shows another form in place of the one that has the focus. */
  const show = (next: typeof mode) => {
    setMode(next);
    setChallenge(null);
    focusMain();
  };

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
    setEmail(readableEmail(values.email));
    show("signIn");
    return null;
  };

  if (challenge) {
    return <SecondFactorStep challenge={challenge} onPassed={welcome} onCancel={() => show("signIn")} />;
  }
  // These are last on the page, because they appear only once the auth server has listed its providers and must not
  // shift other content.
  const providers = !isSiteDataBlocked() && <ProviderButtons next={query.get("next")} />;
  if (mode === "signUp") {
    return (
      <AuthFrame
        title="Create Account"
        intro={
          <p className="text-muted">
            An account on its own gives you only the free lesson. To get the whole course, enrol.
          </p>
        }
      >
        <SignUpForm onSubmit={create} />
        <Toggle question="Already have an account?" answer="Sign In" onClick={() => show("signIn")} />
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
      <TextLink to={forgottenPath} className="self-center">
        Forgot your password?
      </TextLink>
      <Toggle question="New here?" answer="Create Account" onClick={() => show("signUp")} />
      {providers}
    </AuthFrame>
  );
}

/** The address that the page after a payment hands over (`PaymentSuccessPage`). The browser keeps the state of any version. */
function emailIn(state: unknown): string {
  if (typeof state !== "object" || state === null || !("email" in state)) return "";
  return typeof state.email === "string" ? readableEmail(state.email) : "";
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

/** The message to show if the code of an action is missing, because the device is offline or a deployment replaced it. */
function notLoaded(error: unknown): string {
  console.warn("The code for signing in could not be loaded", error);
  return UNREACHABLE;
}

type SignInFormProps = {
  /** The email address typed in another form, such as the sign-up form. */
  email: string;
  /** Resolves to null on success, otherwise to the message to show. */
  onSubmit: (values: SignIn) => Promise<string | null>;
};

function SignInForm({ email, onSubmit }: SignInFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<SignIn>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const message = await onSubmit(values).catch(notLoaded);
    if (message === null) return;
    setError("root", { message });
    const hint = message === UNREACHABLE ? null : paddingHint(values.password);
    if (hint !== null) setError("password", { message: hint });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="username" />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
        )}
      </Field>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? "Signing in…" : "Sign In"}
      </Button>
    </form>
  );
}

/** `onSubmit` resolves to null on success, otherwise to the message to show. */
function SignUpForm({ onSubmit }: { onSubmit: (values: SignUp) => Promise<string | null> }) {
  const { register, handleSubmit, setError, formState } = useForm<SignUp>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { firstName: "", lastName: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const message = await onSubmit(values).catch(notLoaded);
    if (message !== null) setError("root", { message });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => <TextInput {...control} {...register("firstName")} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => <TextInput {...control} {...register("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint={PASSWORD_HINT} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? "Creating your account…" : "Create Account"}
      </Button>
    </form>
  );
}
