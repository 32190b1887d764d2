import { paths } from "../../../domain/paths.ts";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/** Explains to a reader of the free preview what is saved and how to get the rest of the course. */
export function PreviewNote({ signedIn }: { signedIn: boolean }) {
  const signInPath = useSignInPath();
  if (signedIn) {
    return (
      <Banner className="print:hidden" title="This lesson is a free preview.">
        <p>
          What you do here is saved. The other lessons are for enrolled learners.{" "}
          <TextLink to={paths.tiers()}>See prices</TextLink>.
        </p>
      </Banner>
    );
  }
  return (
    <Banner
      className="print:hidden"
      title="You are reading the free preview."
      action={
        <LinkButton variant="secondary" to={signInPath}>
          Sign in
        </LinkButton>
      }
    >
      <p id="nothing-saved">You are not signed in, so nothing on this page is saved.</p>
    </Banner>
  );
}
