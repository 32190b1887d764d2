import { useCapstone } from "../../db/synced/capstone.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { isLabDone, LAB_FORMS, labFieldId } from "../../domain/course/labState.ts";
import { paths } from "../../domain/paths.ts";
import { LABS } from "../../domain/study/pacing.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** What the learner has done in the course and, in their own words, decided. */
export default function LookBack() {
  const workbook = useWorkbook();
  const capstone = useCapstone();
  if (workbook.status === "loading" || capstone.status === "loading") return null;
  const textOf = (fieldId: string) => workbook.byField.get(fieldId)?.value ?? "";
  const done = LAB_FORMS.map((form) => {
    const planned = LABS.filter((step) => (step.form ?? "lab") === form);
    const count = planned.filter(({ lessonId, lab }) => isLabDone(textOf(labFieldId(lessonId, lab)))).length;
    return `${count} of ${planned.length} ${form}s`;
  });
  const handIn = capstone.handIns.toSorted((a, b) => b.attempt - a.attempt)[0];
  return (
    <section aria-labelledby="look-back" className="flex flex-col gap-3">
      <h2 id="look-back" className="text-xl">
        Looking back
      </h2>
      <p>
        You have completed {TOTAL_LESSONS} lessons, {done[0]}, {done[1]} and {done[2]}.
      </p>
      <Words
        title="Your decision in the capstone"
        text={handIn?.texts["l11-decision"] ?? textOf("l11-decision")}
      />
      <Words title="What you will do on Monday" text={textOf("l11-monday")} />
      {textOf("l11-monday").trim() === "" && (
        <p>
          <TextLink to={paths.course("11", { part: "s-one-sentence-to-keep" })}>
            Decide what you will do on Monday
          </TextLink>
        </p>
      )}
    </section>
  );
}

/** The learner's own words, or nothing if there are none. */
function Words({ title, text }: { title: string; text: string }) {
  if (text.trim() === "") return null;
  return (
    <figure>
      <figcaption className="font-semibold">{title}</figcaption>
      <blockquote dir="auto" className="mt-1 line-clamp-6 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </figure>
  );
}
