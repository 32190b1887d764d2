import { Award, CircleDashed } from "lucide-react";
import { count } from "../../domain/text/syncSentence.ts";
import {
  ACHIEVEMENT_TYPES,
  ACHIEVEMENTS,
  type AchievementType,
  QUIZ_MASTER_QUIZZES,
} from "../../entities/achievement/achievement.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";

const HOW_TO_EARN: Record<AchievementType, string> = {
  first_lesson: "Complete your first lesson.",
  "5_lessons": "Complete five lessons.",
  course_complete: "Complete all eleven lessons.",
};

type Props = {
  earned: ReadonlySet<AchievementType>;
  /** The completed lessons, and the quizzes that count towards Quiz Master. Null until the progress is known. */
  counts: { lessons: number; quizzes: number } | null;
};

/** The four achievements: three that are stored, and Quiz Master, which is derived from the scores. */
export function AchievementList({ earned, counts }: Props) {
  const quizzes = counts?.quizzes ?? 0;
  return (
    <Card as="section" aria-labelledby="achievements-title">
      <h2 id="achievements-title">Achievements</h2>
      <ul className="mt-4 flex flex-col gap-4">
        {ACHIEVEMENT_TYPES.map((type) => (
          <Achievement
            key={type}
            name={ACHIEVEMENTS[type].name}
            how={HOW_TO_EARN[type]}
            isEarned={earned.has(type)}
            soFar={counts && `${counts.lessons} of ${count(ACHIEVEMENTS[type].lessons, "lesson")}`}
          />
        ))}
        <Achievement
          name="Quiz Master"
          how="Score 90% or more in five quizzes."
          isEarned={quizzes >= QUIZ_MASTER_QUIZZES}
          soFar={counts && `${quizzes} of ${QUIZ_MASTER_QUIZZES} quizzes`}
        />
      </ul>
    </Card>
  );
}

type AchievementProps = { name: string; how: string; isEarned: boolean; soFar: string | null };

function Achievement({ name, how, isEarned, soFar }: AchievementProps) {
  const Icon = isEarned ? Award : CircleDashed;
  return (
    <li className="flex flex-wrap items-start gap-3">
      <Icon
        aria-hidden="true"
        className={cx("mt-1 size-6 shrink-0", isEarned ? "text-done" : "text-muted")}
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{how}</p>
      </div>
      <Badge tone={isEarned ? "done" : "neutral"}>{isEarned ? "Earned" : (soFar ?? "Not loaded yet")}</Badge>
    </li>
  );
}
