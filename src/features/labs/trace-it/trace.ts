import * as z from "zod/mini";
import type { ToyProps } from "../defineLab.tsx";
import {
  CAP_ANSWERS,
  type CapAnswer,
  EU_ANSWERS,
  type EuAnswer,
  type LibraryDocument,
  type TraceItData,
  VERDICTS,
  type Verdict,
} from "./data.ts";

/** The documents that contain every word of the query, whole or as a part, in any field. */
export function searchLibrary(documents: readonly LibraryDocument[], query: string): LibraryDocument[] {
  const words = plain(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  return documents.filter(({ author, title, date, kind, text }) => {
    const all = plain(`${author} ${title} ${date} ${kind} ${text}`);
    return words.every((word) => all.includes(word));
  });
}

/** Without capitals and the commas of numbers, so that "4191" is found. */
const plain = (text: string) => text.replace(/(\d),(?=\d)/g, "$1").toLowerCase();

/**
 * `claims` has one digit per verdict, the place in `VERDICTS`. `pictures` has two per picture, the places in `EU_ANSWERS`
 * and `CAP_ANSWERS`. `readClaims` and `readPictures` count those whose explanation the learner has left.
 */
export const stateSchema = ({ claims, pictures }: TraceItData) =>
  z
    .object({
      guess: z.nullable(z.int().check(z.minimum(0), z.maximum(claims.length))),
      claims: z.string().check(z.regex(new RegExp(`^[0-3]{0,${claims.length}}$`))),
      readClaims: z.int(),
      pictures: z.string().check(z.regex(new RegExp(`^([0-3]{2}){0,${pictures.length}}$`))),
      readPictures: z.int(),
    })
    .check(
      z.refine((state) => isOneBehind(state.readClaims, state.claims.length)),
      z.refine((state) => isOneBehind(state.readPictures, state.pictures.length / 2)),
      z.refine((state) => state.pictures === "" || state.readClaims === claims.length),
    );
export type TraceItState = z.infer<ReturnType<typeof stateSchema>>;
export type Props = Omit<ToyProps<TraceItData, TraceItState>, "answerTo">;

/** An explanation is read before the next one appears. */
const isOneBehind = (read: number, given: number) => read >= 0 && (read === given || read === given - 1);

export function begin(): TraceItState {
  return { guess: null, claims: "", readClaims: 0, pictures: "", readPictures: 0 };
}

export function withVerdict(state: TraceItState, verdict: Verdict): TraceItState {
  return { ...state, claims: state.claims + VERDICTS.indexOf(verdict) };
}

export function withPicture(state: TraceItState, eu: EuAnswer, cap: CapAnswer): TraceItState {
  return { ...state, pictures: `${state.pictures}${EU_ANSWERS.indexOf(eu)}${CAP_ANSWERS.indexOf(cap)}` };
}

/** The learner's verdict on this claim, or null. */
export const verdictOn = ({ claims }: TraceItState, index: number): Verdict | null =>
  VERDICTS[Number(claims[index] ?? Number.NaN)] ?? null;

export function answersOn(
  { pictures }: TraceItState,
  index: number,
): { eu: EuAnswer; cap: CapAnswer } | null {
  const eu = EU_ANSWERS[Number(pictures[2 * index] ?? Number.NaN)];
  const cap = CAP_ANSWERS[Number(pictures[2 * index + 1] ?? Number.NaN)];
  return eu && cap ? { eu, cap } : null;
}

export const supportedCount = ({ claims }: TraceItData) =>
  claims.filter(({ verdict }) => verdict === "supported").length;

/** The claims on which the learner and the lab agree. */
export const agreedCount = ({ claims }: TraceItData, state: TraceItState) =>
  claims.filter(({ verdict }, index) => verdictOn(state, index) === verdict).length;

/** The pictures on which both answers agree. */
export const agreedPictures = ({ pictures }: TraceItData, state: TraceItState) =>
  pictures.filter(({ eu, cap }, index) => {
    const given = answersOn(state, index);
    return given?.eu === eu && given.cap === cap;
  }).length;
