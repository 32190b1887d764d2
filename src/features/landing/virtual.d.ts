/** Compiled from the lessons by tools/content/courseSources.ts. */
declare module "virtual:course-sources" {
  /** The number of sources in each lesson. */
  export const sources: readonly number[];
}
