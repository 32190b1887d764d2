import { CoursePage } from "../../features/player/CoursePage.tsx";
import { QuizPanel } from "../../features/quiz/QuizPanel.tsx";

/** Where the player and the quiz meet: the two features do not know each other. */
export function Component() {
  return <CoursePage quiz={QuizPanel} />;
}
