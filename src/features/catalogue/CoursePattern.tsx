import type { CatalogueEntry, Category } from "../../domain/catalogueEntry.ts";
import { type ThreadColour, ThreadPattern } from "../../ui/ThreadPattern.tsx";

/** Each category has its own colours, so that visitors can distinguish the categories before reading. */
const PALETTES: Record<Category, readonly ThreadColour[]> = {
  "Core Program": ["clay", "indigo", "ochre", "forest", "ink"],
  Compliance: ["indigo", "indigo", "ochre"],
  Ethics: ["clay", "ochre", "clay", "forest"],
  "Risk Management": ["ochre", "ink", "ochre", "clay"],
  "Industry-Specific": ["forest", "forest", "indigo"],
};

type Props = { entry: CatalogueEntry; lanes: number; steps: number; className: string };

export function CoursePattern({ entry, ...rest }: Props) {
  return <ThreadPattern seed={entry.id} palette={PALETTES[entry.category]} {...rest} />;
}
