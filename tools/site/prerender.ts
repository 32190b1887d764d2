import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type ResolvedConfig } from "vite";
import { ANY_ADDRESS } from "../../src/app/document/documentPage.ts";
import type { LessonPack } from "../../src/domain/course/pack.ts";
import { PREVIEW_LESSON_ID } from "../../src/domain/ids.ts";
import { paths } from "../../src/domain/paths.ts";
import { APP_MODULE, chunksOf, FIRST_MODULE, readManifest } from "../checks/pageChunks.ts";
import { readCompiledCourse } from "../content/compiledCourse.ts";
import { cutShell, documentOf, fileOf, refuseInline, shellOf } from "./document.ts";
import { inlineScript } from "./inlineScript.ts";
import { clientRenderedAddresses, moduleAt, playerModules, readPageTable } from "./pageTable.ts";

type Rendered = typeof import("../../src/app/prerender.tsx");

const ENTRY = "src/app/prerender.tsx";
const BUNDLE = "pages.mjs";

/**
 * Renders every public page to HTML once the site is built, before the worker's list of files is made. The shell, which
 * contains no page, becomes `app.html`; `.vite/addresses.json` lists all pages for the server.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "academy:prerender",
    apply: ({ build: options }, { command }) => command === "build" && !options?.ssr,
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: "pre",
      async handler(error) {
        if (!error) await renderSite(config);
      },
    },
  };
}

async function renderSite({ root, configFile, build: { outDir } }: ResolvedConfig): Promise<void> {
  const dist = resolve(root, outDir);
  const { renderPages, renderLessonDocument } = await loadPages(root, configFile);
  const table = await readPageTable(root);
  const pages = (await renderPages()).map((page) => ({ ...page, module: moduleAt(table, page.address) }));
  const built = readFileSync(join(dist, "index.html"), "utf8");
  writeFileSync(join(dist, "app.html"), shellOf(built, scriptsOf(dist, [APP_MODULE])));
  const reading = await inlineScript(root, "src/platform/device/storedReading.ts", "applyStoredReading");
  const place = await inlineScript(root, "src/instant-lesson/storedPlace.ts", "goToStoredPlace");
  const preview = await inlineScript(root, "src/instant-lesson/preview.ts", "showPreview");
  const parts = {
    shell: cutShell(built),
    inline: { reading: reading.code, place: place.code, preview: preview.code },
    preview: await previewLesson(root),
    scripts: scriptsOf(dist, [APP_MODULE, ...playerModules(table)]),
  };
  const { bodyWithoutLesson, ...lesson } = await renderLessonDocument(parts, (html) =>
    refuseInline(html, paths.course()),
  );
  const playerFile = join(dist, fileOf(paths.course()));
  mkdirSync(dirname(playerFile), { recursive: true });
  writeFileSync(playerFile, lesson.head + bodyWithoutLesson);
  writeFileSync(playerFile.replace(/html$/, "json"), JSON.stringify(lesson));
  for (const page of pages) {
    const file = join(dist, page.address === ANY_ADDRESS ? "404.html" : fileOf(page.address));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, documentOf({ ...page, built, scripts: scriptsOf(dist, [APP_MODULE, page.module]) }));
  }
  const publicPages = pages.filter(({ address }) => address !== ANY_ADDRESS);
  const addresses = {
    pages: Object.fromEntries(
      publicPages.map(({ address, module }) => [address, { file: fileOf(address), module }]),
    ),
    app: clientRenderedAddresses(table),
    inlineScripts: [reading.hash, place.hash, preview.hash],
  };
  writeFileSync(join(dist, ".vite", "addresses.json"), JSON.stringify(addresses, null, 2));
}

/** The lesson that everyone may read, as this build publishes it. Throws when the course has errors. */
async function previewLesson(root: string): Promise<LessonPack> {
  const course = await readCompiledCourse(join(root, "content"));
  if ("errors" in course)
    throw new Error(course.errors.map(({ file, message }) => `${file}: ${message}`).join("\n"));
  const pack = course.packs.find(({ lessonId }) => lessonId === PREVIEW_LESSON_ID);
  if (!pack) throw new Error(`there is no lesson ${PREVIEW_LESSON_ID}`);
  return pack;
}

/** Builds the pages for Node as one file, with the site's own settings, and loads it. */
async function loadPages(root: string, configFile: string | undefined): Promise<Rendered> {
  const outDir = mkdtempSync(join(tmpdir(), "academy-pages-"));
  try {
    await build({
      root,
      configFile: configFile ?? false,
      logLevel: "error",
      ssr: { noExternal: true },
      build: {
        ssr: ENTRY,
        outDir,
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: { output: { entryFileNames: BUNDLE, codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(join(outDir, BUNDLE)).href);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The scripts of these modules, without the first script, which every document contains. */
function scriptsOf(dist: string, modules: readonly string[]): string[] {
  const manifest = readManifest(dist);
  const first = chunksOf(manifest, [FIRST_MODULE]);
  return chunksOf(manifest, modules)
    .filter((file) => !first.includes(file))
    .map((file) => `/${file}`);
}
