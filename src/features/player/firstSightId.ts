/** Of the element in which a lesson stands before the app is here (firstSight.ts). */
export const FIRST_SIGHT_ID = "first-sight";
