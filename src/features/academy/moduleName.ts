import type { OutlineModule } from "../../domain/course.ts";

/** The module that ends with the capstone project. */
export const CAPSTONE_MODULE_ID = "4";

/** The title as written on this page: "and" instead of "&". */
export function moduleName({ title }: OutlineModule): string {
  return title.replace(" & ", " and ");
}
