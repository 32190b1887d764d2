import { Award, CircleDashed } from "lucide-react";
import {
  ACHIEVEMENT_TYPES,
  ACHIEVEMENTS,
  type AchievementType,
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
  isQuizMaster: boolean;
  /** False until this device has pulled the learner's progress. */
  isKnown?: boolean;
};

/** The four achievements: three that are stored, and Quiz Master, which is derived from the scores. */
export function AchievementList({ earned, isQuizMaster, isKnown = true }: Props) {
  const missing = isKnown ? "Not earned yet" : "Not loaded yet";
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
            missing={missing}
          />
        ))}
        <Achievement
          name="Quiz Master"
          how="Score 90% or more in five quizzes."
          isEarned={isQuizMaster}
          missing={missing}
        />
      </ul>
    </Card>
  );
}

type AchievementProps = { name: string; how: string; isEarned: boolean; missing: string };

function Achievement({ name, how, isEarned, missing }: AchievementProps) {
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
      <Badge tone={isEarned ? "done" : "neutral"} className="shrink-0">
        {isEarned ? "Earned" : missing}
      </Badge>
    </li>
  );
}
