import { useAccess } from "../../db/enrollment.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** A payment that is missing, said wherever the learner is: a paused learner is sent from the course to the catalogue. */
export function AccessNotice() {
  const known = useAccess();
  const reason = known.status === "ready" ? known.access?.reason : undefined;
  if (reason !== "past_due" && reason !== "paused") return null;
  const action = <LinkButton to={paths.account()}>See your payments</LinkButton>;
  return reason === "paused" ? (
    <Banner tone="danger" title="Your course is paused" action={action}>
      A monthly payment is missing. Nothing that you did is lost, and the course opens again as soon as it is
      made.
    </Banner>
  ) : (
    <Banner tone="highlight" title="A monthly payment did not go through" action={action}>
      Your course stays open for now. Please see that the next attempt can succeed.
    </Banner>
  );
}
