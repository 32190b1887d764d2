import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

const LIST = new Intl.ListFormat("en-GB");

type Props = { absent: readonly LessonId[]; locked: readonly LessonId[]; signedIn: boolean };

/** Which lessons the search does not cover, and how to include them. Renders nothing if it covers the whole course. */
export function SearchScope({ absent, locked, signedIn }: Props) {
  if (absent.length + locked.length === 0) return null;
  return (
    <div className="flex max-w-prose flex-col gap-2 border-l-4 border-highlight pl-4 text-muted">
      {locked.length > 0 && (
        <p>
          {lessons(locked)} {locked.length === 1 ? "is" : "are"} for enrolled learners and{" "}
          {locked.length === 1 ? "is" : "are"} not searched.
        </p>
      )}
      {absent.length > 0 && (
        <p>
          {lessons(absent)} {absent.length === 1 ? "is" : "are"} not on this device, so{" "}
          {absent.length === 1 ? "it was" : "they were"} not searched.{" "}
          <TextLink to={signedIn ? paths.device() : paths.course(absent[0])}>
            {signedIn ? "Manage downloads" : "Get the preview"}
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** "Lesson 4", "Lessons 4, 5 and 9", or "Lessons 2 to 11" for more than two consecutive ones. */
function lessons(ids: readonly LessonId[]): string {
  if (ids.length === 1) return `Lesson ${ids[0]}`;
  const [first, last] = [Number(ids[0]), Number(ids.at(-1))];
  const isRow = ids.length > 2 && last - first === ids.length - 1;
  return isRow ? `Lessons ${first} to ${last}` : `Lessons ${LIST.format(ids)}`;
}
