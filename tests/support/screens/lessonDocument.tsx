import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { buildLessonDocument } from "../../../src/instant-lesson/buildLessonDocument.tsx";
import { lessonEntry } from "./player.tsx";

export const SHELL = {
  start: "<!doctype html><head><title>The course</title>",
  firstScript: '<script type="module" src="/assets/index-1.js"></script>',
  styles: '<link rel="stylesheet" href="/assets/index-1.css">',
  bodyStart: "</head><body>",
  bodyEnd: "<noscript>The academy needs JavaScript.</noscript></body>",
};

/** The player's document as the build writes it. */
export const lessonDocument = await buildLessonDocument({
  shell: SHELL,
  inline: { reading: "read($&)", place: "go($&)", preview: "show($&)" },
  preview: lessonEntry("1").pack,
  scripts: ["/assets/main-1.js"],
  render: async (node, identifierPrefix) =>
    renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>, { identifierPrefix }),
});
