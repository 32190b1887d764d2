/** What the owner of a team sees about a person who has taken a place, in the words of the invitation and the account page. */
export const OWNER_SEES = [
  "your name and email address",
  "the day on which you took the place",
  "how many lessons you have completed",
  "the last day on which you studied",
  "your certificate and its link",
] as const;

export const OWNER_NEVER_SEES =
  "Never your answers, notes, scores or reflections, nor anything else that you write or do in a lesson.";
