import { useSearchParams } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { paths } from "../../domain/paths.ts";
import { linkedName } from "../../domain/text/linkedValue.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { LabCards } from "./course/LabCards.tsx";
import { useCourseState } from "./course/useCourseState.ts";
import { LessonText } from "./reading/LessonText.tsx";
import type { ActivitiesSlot } from "./slots/activitiesSlot.ts";
import { lessonPathBack } from "./steps/useStep.ts";

/** One lab of a lesson. Without a name: all of them. */
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
  if (!pack || !lab) return <NoLab />;
  return (
    <article className="paper sheet page lab-page flex max-w-6xl flex-col gap-4 py-4">
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
      <footer className="flex max-w-prose flex-col gap-2 border-t border-line pt-4 text-muted">
        <p>
          <strong>What this lab is about.</strong> {lab.purpose}
        </p>
        <p className="print:hidden">It runs on this device, also without a connection.</p>
      </footer>
    </article>
  );
}

/** All labs and works for further reading of the lessons on this device. */
function LabList({ packs, signedIn }: { packs: readonly LessonPack[]; signedIn: boolean }) {
  const labs = packs.flatMap((pack) => (pack.labs ?? []).map((lab) => ({ ...lab, lessonId: pack.lessonId })));
  if (labs.length === 0) return <NoLab />;
  return (
    <div className="page flex flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <h1>Labs</h1>
        <p className="max-w-prose text-lg text-muted">
          AI that you can take apart: each lab runs on this device, also without a connection.
        </p>
      </header>
      <LabCards labs={labs} signedIn={signedIn} as="h2" className="sm:grid-cols-2 lg:grid-cols-3" />
      <FurtherReading packs={packs} />
    </div>
  );
}

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

function NoLab() {
  return (
    <div className="page py-8">
      <EmptyState
        title="This lab is not on this device"
        seed="lab"
        action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
      >
        <p>Labs are downloaded with their lessons when you are online.</p>
      </EmptyState>
    </div>
  );
}
