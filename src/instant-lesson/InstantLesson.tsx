import type { ReactNode } from "react";
import { AcademyFrame } from "../app/AcademyFrame.tsx";
import { OfflineWords } from "../app/OfflineNotice.tsx";
import { COURSE } from "../domain/course.ts";
import { CourseFrame } from "../features/player/CourseFrame.tsx";
import { CourseSummary } from "../features/player/CourseSummary.tsx";
import { LessonBody } from "../features/player/LessonBody.tsx";
import { LessonHeader } from "../features/player/LessonHeader.tsx";
import { LessonTimer } from "../features/player/LessonTimer.tsx";
import { LessonTools } from "../features/player/LessonTools.tsx";
import { VideoPlace } from "../features/player/VideoPlace.tsx";
import { OBJECTIVE, TEXT, WHEN_ATTRIBUTE } from "./pieces.ts";

const NOBODY = { email: null, onSignOut: () => undefined };
const nothing = () => undefined;

/**
 * The player as it is while a lesson is read, made of its own parts so that nothing moves when the app takes over. The
 * build renders it; the worker fills it in (lessonDocument.ts). What only the app knows or can do keeps its place unseen (components.css).
 */
export function FirstSight() {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <When is="offline">
        <OfflineWords />
      </When>
      <AcademyFrame account={NOBODY} fillsWindow>
        <CourseFrame
          outline={
            <div className="invisible">
              <CourseSummary
                signedIn
                progressLoad="done"
                completedCount={0}
                isOutlineShown={false}
                onToggleOutline={nothing}
              />
            </div>
          }
        >
          {COURSE.modules.flatMap(({ id, lessons }) => [
            ...lessons.map((lesson) => (
              <When key={lesson.id} is={`lesson-${lesson.id}`}>
                <LessonHeader lessonId={lesson.id} completed={false} takesFocus={false} />
              </When>
            )),
            ...lessons.map((lesson) => (
              <When key={`${lesson.id}-done`} is={`lesson-${lesson.id}-done`}>
                <LessonHeader lessonId={lesson.id} completed takesFocus={false} />
              </When>
            )),
            <When key={id} is={`module-${id}`}>
              <LessonTimer moduleId={id} startedAtMs={Date.now()} video={null} />
            </When>,
            <When key={`${id}-video`} is={`module-${id}-video`}>
              <LessonTimer moduleId={id} startedAtMs={Date.now()} video={<VideoPlace />} />
            </When>,
          ])}
          <LessonTools text={{ current: null }} onSkipText={nothing} onNotes={nothing} />
          <LessonBody objectives={[OBJECTIVE]} text={<div className="prose">{TEXT}</div>} />
        </CourseFrame>
      </AcademyFrame>
    </>
  );
}

function When({ is, children }: { is: string; children: ReactNode }) {
  return <template {...{ [WHEN_ATTRIBUTE]: is }}>{children}</template>;
}
