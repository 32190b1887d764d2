import { mailPaths } from "../../domain/mailPaths.ts";
import { paths } from "../../domain/paths.ts";
import type { ReturnFailure } from "../../platform/providerReturn.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

const ADVICE =
  "If you have an account with this email address already, sign in with its password. If you have forgotten that, " +
  "choose a new one by email.";

/** Shown after a failed sign-in with Google or GitHub: explains why and offers alternatives. */
export function NotSignedIn({ failure, next }: { failure: ReturnFailure; next: string | null }) {
  const { title, text } = explain(failure);
  const query = next ? `?${new URLSearchParams({ next })}` : "";
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <LinkButton to={paths.auth() + query} className="self-start">
        Back to Sign In
      </LinkButton>
      {failure.status === "failed" && (
        <TextLink to={mailPaths.forgottenPassword()} className="self-start">
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
        text: "The other account was not used, and nothing has changed here. You can try again, or sign in with a password.",
      };
    case "unconfirmed":
      return {
        title: "Your address is not confirmed there",
        text: "Google or GitHub has not confirmed your email address yet. Confirm it there and try again, or sign in with a password.",
      };
    case "failed":
      return { title: "That did not sign you in", text: failure.message ?? ADVICE };
    case "none":
      return {
        title: "This link has expired",
        text: "This page is part of signing in with Google or GitHub, and can be opened only once.",
      };
  }
}
