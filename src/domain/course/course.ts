import { COURSE_ID, type LessonId, type ModuleId } from "../ids.ts";

export type OutlineLesson = { id: LessonId; title: string; minutes: number };
export type OutlineModule = { id: ModuleId; title: string; description: string; lessons: OutlineLesson[] };

export const LESSON_MINUTES = 30;

/** The day on which the law in the course was last checked. The compiler refuses a lesson that cites law with another date. */
export const LAW_AS_AT = "20 November 2026";

const lesson = (id: LessonId, title: string): OutlineLesson => ({ id, title, minutes: LESSON_MINUTES });

/** The outline is public and bundled with the client. Lesson texts are not: the client loads them from the backend. */
export const COURSE = {
  id: COURSE_ID,
  title: "AI Fluency in 30 Days",
  programme: "Core Program",
  level: "Beginner to Intermediate",
  days: 30,
  modules: [
    {
      id: "1",
      title: "AI Fundamentals",
      description: "What AI is, how chatbots write, and how to brief and check them.",
      lessons: [
        lesson("1", "What AI Is, and What It Isn't"),
        lesson("2", "How Chatbots Write, and Why They Make Things Up"),
        lesson("3", "Prompt, Check, Improve"),
      ],
    },
    {
      id: "2",
      title: "Responsible AI Foundations",
      description: "How systems get people wrong, and the rules that apply.",
      lessons: [
        lesson("4", "When Systems Get People Wrong"),
        lesson("5", "The Rulebook: EU AI Act, UK Law, NIST and ISO"),
      ],
    },
    {
      id: "3",
      title: "AI for Business Productivity and Marketing",
      description: "Faster work that is still checked, and marketing people can trust.",
      lessons: [
        lesson("6", "AI at Work: Delegate, Draft, Verify"),
        lesson("7", "Marketing People Can Trust"),
      ],
    },
    {
      id: "4",
      title: "Plural Ethics & Decolonising AI",
      description: "More than one way to judge AI, and who bears the cost. Ends with the capstone project.",
      lessons: [
        lesson("8", "Whose Ethics? Many Ways to Judge AI"),
        lesson("9", "Ubuntu: A Person Through Other People"),
        lesson("10", "Decolonising AI: Data, Labour, Language"),
        lesson("11", "Capstone: Your Plural AI Review"),
      ],
    },
  ] satisfies OutlineModule[],
} as const;

export const TOTAL_LESSONS = COURSE.modules.reduce((sum, module) => sum + module.lessons.length, 0);

/** The module of a lesson. Defined for every LessonId (a test checks them all). */
export function moduleOf(lessonId: LessonId): OutlineModule {
  const found = COURSE.modules.find((module) => module.lessons.some((each) => each.id === lessonId));
  if (!found) throw new Error(`lesson ${lessonId} is not in the outline`);
  return found;
}

export function outlineLesson(lessonId: LessonId): OutlineLesson {
  const found = moduleOf(lessonId).lessons.find((each) => each.id === lessonId);
  if (!found) throw new Error(`lesson ${lessonId} is not in the outline`);
  return found;
}
