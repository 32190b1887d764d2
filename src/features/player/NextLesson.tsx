import { ArrowRight } from "lucide-react";
import { outlineLesson } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import type { CourseState } from "./courseState.ts";
import { nextLesson } from "./nextLesson.ts";

/** Leads from a completed lesson to the first incomplete one, or to the certificate. */
export function NextLesson({ course }: { course: CourseState }) {
  const next = nextLesson(course.isComplete);
  if (next === null) {
    return (
      <LinkButton variant="secondary" to={paths.certificate()} className="self-start">
        Your certificate
      </LinkButton>
    );
  }
  if (course.standingOf(next) === "locked") return null;
  return (
    <LinkButton variant="secondary" to={paths.course(next)} className="self-start">
      Continue with lesson {next}: {outlineLesson(next).title}
      <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
    </LinkButton>
  );
}
