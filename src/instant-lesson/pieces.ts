// What the build leaves in the player's document for the worker to fill in (lessonDocument.ts), and how the parts are
// called there.

/** On `<template>`s within the first sight: when their content is a part of it. The others are left out. */
export const WHEN_ATTRIBUTE = "data-when";

/** The first sight stands between these. Without a lesson nothing of it is shown. */
export const SIGHT_START = "<template data-first-sight>";
export const SIGHT_END = "</template><!-- first sight -->";

/** In the first sight: the text of an item that each objective is put into, and where the lesson's text goes. */
export const OBJECTIVE = "%objective%";
export const TEXT = "%text%";

/** A `<template>` with what is below the first screen. The last of what the first frame waits for, where browsers can wait. */
export const REST_ID = "first-sight-rest";
export const REST = `<template id="${REST_ID}"></template>`;

/** On the first sight until it has been gone to: where the reader was, as JSON. */
export const PLACE_ATTRIBUTE = "data-place";
