import { useSearchParams } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { LAB_FORMS, LAB_GROUPS, type LabForm } from "../../domain/course/labState.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { paths } from "../../domain/paths.ts";
import { linkedName } from "../../domain/text/linkedValue.ts";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import LabCards from "./course/LabCards.tsx";
import { useCourseState } from "./course/useCourseState.ts";
import { AbsentPage } from "./lesson/AbsentLesson.tsx";
import { LessonSources } from "./lesson/LessonAftermath.tsx";
import { LessonText } from "./reading/LessonText.tsx";
import type { ActivitiesSlot } from "./slots/activitiesSlot.ts";
import { lessonPathBack } from "./steps/useStep.ts";

/** One lab, task or topic of a lesson. Without a name: all of them. */
export function LabPage({ activities }: { activities: ActivitiesSlot }) {
  const [query] = useSearchParams();
  const course = useCourseState();
  const lessons = useLessonPacks();
  if (!course || lessons.status === "loading") return <Spinner label="Opening the lab…" />;

  const name = linkedName(query, "name");
  const open = lessons.packs.filter(({ lessonId }) => course.standingOf(lessonId) !== "locked");
  if (name === null) return <LabList packs={open} signedIn={course.signedIn} />;
  const pack = open.find(({ labs = [] }) => labs.some((lab) => lab.name === name));
  const lab = pack?.labs?.find((each) => each.name === name);
  if (!pack || !lab) return <AbsentPage thing="lab" />;
  const form = lab.kind ?? "lab";
  return (
    <article
      className={cx(
        "paper sheet page flex flex-col gap-4 py-4",
        form === "lab" ? "lab-page max-w-6xl" : "max-w-3xl",
      )}
    >
      <header className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-4">
          <TextLink to={lessonPathBack(pack.lessonId)} className="print:hidden">
            Back to lesson {pack.lessonId}
          </TextLink>
          <span className="text-muted">{lab.minutes} minutes</span>
        </p>
        <h1 className="text-(length:--size-h2)!">{lab.title}</h1>
      </header>
      <LessonText key={lab.name} pack={pack} sheet={lab} activities={activities} />
      {lab.sources && <LessonSources sources={lab.sources} />}
      <footer className="flex max-w-prose flex-col gap-2 border-t border-line pt-4 text-muted">
        <p>
          <strong>What this {form} is about.</strong> {lab.purpose}
        </p>
        <p className="print:hidden">{KEPT[form]}</p>
      </footer>
    </article>
  );
}

const KEPT: Record<LabForm, string> = {
  lab: "It runs on this device, also without a connection.",
  task: "What you paste and how you mark it is saved in your workbook, also without a connection. The academy sends nothing to your assistant.",
  topic: "This page can be read without a connection.",
};

/** All labs, tasks, topics and works for further reading of the lessons on this device. */
function LabList({ packs, signedIn }: { packs: readonly LessonPack[]; signedIn: boolean }) {
  const labs = packs.flatMap((pack) => (pack.labs ?? []).map((lab) => ({ ...lab, lessonId: pack.lessonId })));
  if (labs.length === 0) return <AbsentPage thing="lab" />;
  return (
    <div className="page flex flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <h1>Labs, tasks and topics</h1>
        <p className="max-w-prose text-lg text-muted">
          AI that you can take apart, tasks to do with your own assistant, and topics to read.
        </p>
        {!signedIn && (
          <p className="max-w-prose">
            These are free, without an account. The others come with the course.{" "}
            <TextLink to={paths.tiers()}>See plans</TextLink>.
          </p>
        )}
      </header>
      {LAB_FORMS.map((form) => {
        const group = labs.filter(({ kind = "lab" }) => kind === form);
        return (
          group.length > 0 && (
            <section key={form} aria-labelledby={`${form}s-title`} className="flex flex-col gap-4">
              <header>
                <h2 id={`${form}s-title`}>{LAB_GROUPS[form]}</h2>
                <p className="max-w-prose text-muted">{LEADS[form]}</p>
              </header>
              <LabCards
                labs={group}
                signedIn={signedIn}
                namesLesson
                className="sm:grid-cols-2 lg:grid-cols-3"
              />
            </section>
          )
        );
      })}
      <FurtherReading packs={packs} />
    </div>
  );
}

const LEADS: Record<LabForm, string> = {
  lab: "Each lab runs on this device, also without a connection.",
  task: "For a chatbot, an office assistant or an open model. Each task says what to do without an account.",
  topic: "Short texts with questions, for days between the lessons.",
};

/** The sources of each lesson that are worth reading whole. */
function FurtherReading({ packs }: { packs: readonly LessonPack[] }) {
  const lessons = packs
    .map(({ lessonId, title, sources }) => ({
      lessonId,
      title,
      works: sources.filter(({ further }) => further !== undefined),
    }))
    .filter(({ works }) => works.length > 0);
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="further-title" className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <h2 id="further-title">Further reading</h2>
        <p className="max-w-prose text-muted">
          Works that the lessons rest on and that are worth reading whole. Each is a source of its lesson.
        </p>
      </header>
      {lessons.map(({ lessonId, title, works }) => (
        <section key={lessonId} aria-labelledby={`further-${lessonId}`} className="flex flex-col gap-3">
          <h3 id={`further-${lessonId}`}>
            Lesson {lessonId}: {title}
          </h3>
          <ul className="flex max-w-prose flex-col gap-4">
            {works.map((work) => (
              <li key={work.title} className="flex flex-col">
                <span className="font-semibold break-words">{work.title}</span>
                <span className="text-base text-muted">{work.date}</span>
                <span>{work.further}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
