/** Trained at build time on content/lessons by tools/site/courseModel.ts. */
declare module "virtual:course-model" {
  export const course: import("./training.ts").CourseModel;
}
