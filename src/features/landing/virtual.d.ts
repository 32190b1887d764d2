/** Compiled from the lessons by tools/content/lessonOutlines.ts. */
declare module "virtual:course-sources" {
  /** The number of sources in each lesson. */
  export const sources: readonly number[];
}
