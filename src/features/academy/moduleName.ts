import type { OutlineModule } from "../../domain/course.ts";

/** The module that ends with the capstone project. */
export const CAPSTONE_MODULE_ID = "4";

/** As this page writes it: in words, without "&". */
export function moduleName({ title }: OutlineModule): string {
  return title.replace(" & ", " and ");
}
