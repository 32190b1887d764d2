import type { ReactNode } from "react";
import { useEnrollment } from "../../db/study/enrollment.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** The buttons of the hero for someone who is signed in. `children` are those for anyone without the course. */
export default function OwnerActions({ children }: { children: ReactNode }) {
  if (useEnrollment().status !== "enrolled") return children;
  return (
    <>
      <LinkButton to={paths.course()} size="large">
        Continue learning
      </LinkButton>
      <LinkButton to={paths.dashboard()} variant="secondary" size="large">
        My Learning
      </LinkButton>
    </>
  );
}
