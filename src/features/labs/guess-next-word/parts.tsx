import type { ToyProps } from "../defineLab.tsx";
import type { GuessNextWordData } from "./data.ts";
import type { GuessNextWordState } from "./state.ts";

/** What every part of the lab receives. */
export type Props = Omit<ToyProps<GuessNextWordData, GuessNextWordState>, "answerTo">;

export const percent = (share: number) => {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "under 1%";
  return whole === 100 && share < 1 ? "over 99%" : `${whole}%`;
};

/** A space at the start or end of a token is part of it, so it is shown. */
export const visible = (token: string) => token.replace(/^ /, "·");
