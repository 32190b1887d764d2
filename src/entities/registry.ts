import { achievement } from "./achievement/achievement.ts";
import { answer } from "./answer/answer.ts";
import { attempt } from "./attempt/attempt.ts";
import { capstone } from "./capstone/capstone.ts";
import { lessonPlace } from "./lessonPlace/lessonPlace.ts";
import { note } from "./note/note.ts";
import { plan } from "./plan/plan.ts";
import { progress } from "./progress/progress.ts";
import type { AnyKind } from "./row.ts";
import { studyDay } from "./studyDay/studyDay.ts";
import { workbookField } from "./workbookField/workbookField.ts";

/** Every kind of synced data. The sync, the sync centre, the export and the tests use this list. */
export const KINDS: readonly AnyKind[] = [
  progress,
  attempt,
  achievement,
  workbookField,
  note,
  lessonPlace,
  capstone,
  plan,
  studyDay,
  answer,
];

export function kindOf(kind: string): AnyKind | undefined {
  return KINDS.find((each) => each.kind === kind);
}
