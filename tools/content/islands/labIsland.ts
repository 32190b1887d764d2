import { labFieldId } from "../../../src/domain/course/labState.ts";
import type { IslandReader } from "./islandReader.ts";

/** `::lab`: the part of a lab that runs. */
export const readLabIsland: IslandReader = ({ lab, lessonId }) =>
  lab && lessonId ? { kind: "lab", id: labFieldId(lessonId, lab.name), ...lab } : undefined;
