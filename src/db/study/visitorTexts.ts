import { createStore } from "../../domain/store.ts";

/** What a visitor typed and answered in this tab, by field or question. It is never stored, so a reload loses it. */
export const visitorTexts = createStore<ReadonlyMap<string, string>>(new Map());

export function typeAsVisitor(id: string, value: string): void {
  visitorTexts.set(new Map(visitorTexts.get()).set(id, value));
}
