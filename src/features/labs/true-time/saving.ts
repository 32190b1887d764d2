import * as z from "zod/mini";
import type { TrueTimeData } from "./data.ts";

/** The minutes of one task, in the order of `IDS`. */
export type Minutes = readonly number[];
export const [OLD, DRAFT, CHECK, COST] = [0, 1, 2, 3] as const;

/** `guess` is a place in the list of guesses. `kept` is the checking time that the learner found best, in minutes. */
export const stateSchema = ({ minutes, guesses }: TrueTimeData) => {
  const to = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
  return z.object({
    guess: z.nullable(to(guesses.length - 1)),
    kept: z.nullable(to(minutes[CHECK]?.most ?? 0)),
    own: z.array(z.int()).check(
      z.length(minutes.length),
      z.refine((own) =>
        minutes.every(({ most }, index) => (own[index] ?? -1) >= 0 && (own[index] ?? 0) <= most),
      ),
    ),
  });
};
export type TrueTimeState = z.infer<ReturnType<typeof stateSchema>>;

export const begin = ({ minutes }: TrueTimeData): TrueTimeState => ({
  guess: null,
  kept: null,
  own: minutes.map(({ example }) => example),
});

/** How many mistakes get through in all tasks. Each `halving` minutes of checking halve their number. */
export const mistakes = ({ unchecked, halving }: TrueTimeData, check: number) =>
  Math.round(unchecked * 0.5 ** (check / halving));

/** The minutes saved in all tasks: the old time, minus drafting, checking, and fixing what gets through. */
export function saving(data: TrueTimeData, minutes: Minutes): number {
  const at = (index: number) => minutes[index] ?? 0;
  return data.tasks * (at(OLD) - at(DRAFT) - at(CHECK)) - mistakes(data, at(CHECK)) * at(COST);
}

/** The shortest checking time that saves most. */
export function bestCheck(data: TrueTimeData, minutes: Minutes): number {
  const savings = Array.from({ length: (data.minutes[CHECK]?.most ?? 0) + 1 }, (_, check) =>
    saving(data, minutes.with(CHECK, check)),
  );
  return savings.indexOf(Math.max(...savings));
}

/** The value of each quantity from which nothing is saved, and how far away it is; the nearest first. */
export function limits(data: TrueTimeData, minutes: Minutes): { id: number; from: number; room: number }[] {
  const found = [DRAFT, CHECK, COST].flatMap((id) => {
    const now = minutes[id] ?? 0;
    const most = 10 * (data.minutes[id]?.most ?? 0);
    for (let from = now; from <= most; from += 1)
      if (saving(data, minutes.with(id, from)) <= 0) return { id, from, room: from - now };
    return [];
  });
  return found.sort((a, b) => a.room - b.room);
}
