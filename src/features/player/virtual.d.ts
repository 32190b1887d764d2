/** Generated at build time from content/ by tools/content/lessonOutlines.ts. */
declare module "virtual:lesson-outlines" {
  export const outlines: Readonly<
    Record<
      import("../../domain/ids.ts").LessonId,
      {
        objectives: readonly string[];
        /** Interactive parts of the text: questions, exercises and fields of the workbook. */
        activities: number;
        /** Of the quiz. */
        questions: number;
        /** Labs, tasks and topics. */
        pages: number;
        sources: number;
      }
    >
  >;
}
