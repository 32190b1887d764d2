import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { formatError } from "./contentError.ts";
import { type CourseFiles, VALID_COURSE, writeCourse } from "./courseFixture.ts";
import { readCourse } from "./readCourse.ts";

const written: string[] = [];
afterEach(() => {
  for (const folder of written.splice(0)) rmSync(dirname(folder), { recursive: true, force: true });
});

function read(files: CourseFiles) {
  const folder = writeCourse(files);
  written.push(folder);
  return readCourse(folder);
}

/** The valid course with one text in one of its files replaced. */
function change(file: string, before: string, after: string): CourseFiles {
  const text = VALID_COURSE[`01-one/${file}`] ?? "";
  if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
  return { ...VALID_COURSE, [`01-one/${file}`]: text.replace(before, after) };
}

function errorsOf(files: CourseFiles): string[] {
  const result = read(files);
  return "errors" in result ? result.errors.map(formatError) : [];
}

test("the smallest valid course compiles into a pack that the client accepts (S-050)", () => {
  const result = read(VALID_COURSE);
  if ("errors" in result) throw new Error(result.errors.map(formatError).join("\n"));
  const [pack] = result.packs;
  expect(pack).toMatchObject({
    lessonId: "1",
    moduleId: "1",
    minutes: 30,
    objectives: ["Tell two things apart"],
  });
  expect(pack?.quiz.questions[0]?.explanations[3]).toBe("Because of Less.");
  expect(pack?.html).toContain('<h2 id="s-a-heading">A heading</h2>');
  expect(pack?.html).toContain(
    '<p class="block-kind">Case · 3 min</p><h3 class="block-title" id="s-a-title">',
  );
  expect(pack?.html).toContain("<p>At 10:30 something happened.</p>");
  expect(pack?.html).toMatch(/^<h2 id="s-a-heading">.*<\/figcaption><\/figure>\n<section/s);
  expect(pack?.html).toContain('aria-labelledby="d-drawing-title"');
});

const lesson = (line: number, message: string) => `content/lessons/01-one/lesson.md:${line}: ${message}`;
const quiz = (line: number, message: string) => `content/lessons/01-one/quiz.yaml:${line}: ${message}`;
const drawing = (line: number, message: string) => `content/lessons/01-one/drawing.svg:${line}: ${message}`;
const LAST_OPTION = "      - text: Less\n        explanation: Because of Less.\n";
const CASE = ":::case[A title]{minutes=3}";

const MISTAKES: [mistake: string, files: CourseFiles, error: string][] = [
  [
    "a fifth option (S-109)",
    change("quiz.yaml", LAST_OPTION, `${LAST_OPTION}${LAST_OPTION.replaceAll("Less", "None")}`),
    quiz(4, "question 1 has 5 options, needs 4"),
  ],
  ["a missing option", change("quiz.yaml", LAST_OPTION, ""), quiz(4, "question 1 has 3 options, needs 4")],
  [
    "a sixth question (S-109)",
    change(
      "quiz.yaml",
      "questions:\n",
      `questions:\n${VALID_COURSE["01-one/quiz.yaml"]?.split("\n").slice(1, 12).join("\n")}\n`,
    ),
    quiz(1, "the file has 6 questions, needs 5"),
  ],
  [
    "an option without an explanation",
    change("quiz.yaml", "        explanation: Because of That.\n", ""),
    quiz(7, "question 1, option 2, explanation is missing"),
  ],
  [
    "an empty explanation",
    change("quiz.yaml", "Because of That.", '""'),
    quiz(8, "question 1, option 2, explanation is empty"),
  ],
  [
    "a correct answer out of range",
    change("quiz.yaml", "correct: 0", "correct: 4"),
    quiz(3, "question 1, correct is 4, needs 0 to 3"),
  ],
  [
    "an explanation that names a position",
    change("quiz.yaml", "Because of That.", "Better than option B."),
    quiz(8, "question 1, option 2, explanation names a position, but options are shuffled"),
  ],
  [
    "two equal options",
    change("quiz.yaml", "text: That", "text: This"),
    quiz(4, "question 1 has two options with the same text"),
  ],
  [
    "something to examine without a line",
    change("quiz.yaml", "question: What now?\n", "question: What now?\n    shows: {title: A, lines: []}\n"),
    quiz(3, "question 1, shows, lines is empty"),
  ],
  ["an empty quiz", { ...VALID_COURSE, "01-one/quiz.yaml": "" }, quiz(1, "the file must be of type object")],
  ["a line that is not YAML", change("lesson.md", "module: 1", "module: [1"), lesson(4, "YAML: ")],
  [
    "an undefined alias",
    change("lesson.md", "takeaways: [One", "takeaways: [*one, One"),
    lesson(8, "YAML: write out what *one refers to"),
  ],
  [
    "a circular alias",
    change("quiz.yaml", "questions:\n", "questions: &all\n  - *all\n"),
    quiz(2, "YAML: write out what *all refers to"),
  ],
  [
    "a missing entry in the front matter",
    change("lesson.md", "takeaways: [One thing., Another., A third.]\n", ""),
    lesson(2, "takeaways is missing"),
  ],
  [
    "an unknown entry",
    change("lesson.md", "minutes: 30", "minutes: 30\nauthor: x"),
    lesson(6, 'the file has an unknown entry "author"'),
  ],
  [
    "a single work for further reading",
    change("lesson.md", "label: P,", 'label: P, further: "Read it.",'),
    lesson(12, "works for further reading: 1, needs 2 to 4 or none"),
  ],
  [
    "two sentences on why to read a work",
    change("lesson.md", "label: P,", 'label: P, further: "Read it. Read on.",'),
    lesson(13, "source 1, further must be one sentence that ends with a full stop"),
  ],
  [
    "missing front matter",
    change("lesson.md", "---\nlesson", "lesson"),
    lesson(1, 'the lesson must begin with front matter between "---" lines'),
  ],
  [
    "a title that differs from the outline (S-050)",
    change("lesson.md", "What AI Is, and What It Isn't", "What AI Is"),
    lesson(4, 'title is "What AI Is", the outline says "What AI Is, and What It Isn\'t"'),
  ],
  [
    "a wrong module (S-050)",
    change("lesson.md", "module: 1", "module: 2"),
    lesson(3, "module is 2, the outline says 1"),
  ],
  [
    "a wrong duration (S-109)",
    change("lesson.md", "minutes: 30", "minutes: 45"),
    lesson(5, "minutes is 45, the outline says 30"),
  ],
  [
    "a lesson that is not in the course",
    change("lesson.md", "lesson: 1", "lesson: 12"),
    lesson(2, "lesson 12 is not in the outline of AI Fluency in 30 Days"),
  ],
  [
    "an empty objective",
    change("lesson.md", "Tell two things apart", '""'),
    lesson(7, "objective 1 is empty"),
  ],
  [
    "an unknown block",
    change("lesson.md", CASE, ":::story"),
    lesson(21, 'unknown directive "story": use one of'),
  ],
  [
    "an unknown attribute",
    change("lesson.md", CASE, ":::case{mins=3}"),
    lesson(21, 'case has an unknown attribute "mins"'),
  ],
  ["a question without its words", change("lesson.md", CASE, ":::ask"), lesson(21, 'ask needs question="…"')],
  [
    "a block that is never closed",
    change("lesson.md", "happened.\n:::", "happened."),
    lesson(21, 'case is never closed with ":::"'),
  ],
  [
    "a block with a broken first line",
    change("lesson.md", CASE, ":::case[A title"),
    lesson(21, "a block near"),
  ],
  ["an empty block", change("lesson.md", "At 10:30 something happened.\n", ""), lesson(21, "case is empty")],
  [
    "an inline directive",
    change("lesson.md", "At 10:30", "At :time[10:30]"),
    lesson(22, 'unknown directive "time"'),
  ],
  [
    "raw HTML",
    change("lesson.md", "At 10:30", "<script>x</script>\n\nAt 10:30"),
    lesson(22, "html is not allowed in a lesson"),
  ],
  [
    "a heading of the first level",
    change("lesson.md", "## A heading", "# A heading"),
    lesson(17, 'headings begin with "##"'),
  ],
  [
    "a heading that skips a level",
    change("lesson.md", "## A heading", "## A\n\n#### B"),
    lesson(19, "the heading skips a level: use ###"),
  ],
  ["an empty heading", change("lesson.md", "## A heading", "##"), lesson(17, "the heading is empty")],
  [
    "an image without alternative text",
    change("lesson.md", "![A drawing]", "![]"),
    lesson(19, "the image drawing.svg has no alternative text"),
  ],
  [
    "a missing image",
    change("lesson.md", "(drawing.svg)", "(other.svg)"),
    lesson(19, "the image other.svg does not exist or has errors"),
  ],
  [
    "an image from another site",
    change("lesson.md", "(drawing.svg)", "(https://x.example/a.png)"),
    lesson(19, "the image https://x.example/a.png is not an .svg drawing in the lesson's folder"),
  ],
  [
    "a link to an unknown lesson",
    change("lesson.md", "At 10:30", "[See](../07-none/lesson.md)"),
    lesson(22, "the link ../07-none/lesson.md leads nowhere"),
  ],
  [
    "a link to an unknown heading",
    change("lesson.md", "At 10:30", "[See](#s-none)"),
    lesson(22, "the link #s-none matches no heading of this page"),
  ],
  [
    "a script link",
    change("lesson.md", "At 10:30", "[See](javascript:alert)"),
    lesson(22, "the link javascript:alert leads nowhere"),
  ],
  [
    "a drawing with a script",
    change("drawing.svg", "<desc>", "<script>alert</script><desc>"),
    drawing(3, "<script> is not allowed in a drawing"),
  ],
  [
    "a drawing with a style",
    change("drawing.svg", 'font-size="16"', 'style="color:red"'),
    drawing(4, '<text> may not have the attribute "style"'),
  ],
  [
    "a drawing with an event handler",
    change("drawing.svg", 'font-size="16"', 'onload="x"'),
    drawing(4, '<text> may not have the attribute "onload"'),
  ],
  [
    "a drawing that loads a resource",
    change("drawing.svg", "<desc>", '<image href="https://x.example"/><desc>'),
    drawing(3, "<image> is not allowed in a drawing"),
  ],
  [
    "a drawing with its own colour",
    change("drawing.svg", 'fill="currentColor"', 'fill="#a00"'),
    drawing(4, 'fill must be "none" or "currentColor"'),
  ],
  [
    "a drawing with an unknown class",
    change("drawing.svg", "d-accent", "red"),
    drawing(4, 'class "red" is not one of'),
  ],
  [
    "a drawing without a description",
    change("drawing.svg", "<desc>Long</desc>", ""),
    drawing(1, "the drawing needs a <desc>"),
  ],
  [
    "a drawing with small letters",
    change("drawing.svg", 'font-size="16"', 'font-size="9"'),
    drawing(4, "font-size must be at least 16"),
  ],
  [
    "a drawing too wide for a phone",
    change("drawing.svg", "0 0 320 100", "0 0 800 100"),
    drawing(1, "viewBox must be at most 320 wide"),
  ],
  [
    "a drawing with an entity declaration",
    change("drawing.svg", "<svg", "<!DOCTYPE svg>\n<svg"),
    drawing(1, "this is not plain SVG"),
  ],
  [
    "a drawing that is not closed",
    change("drawing.svg", "</text>", ""),
    drawing(5, "</svg> has no opening tag"),
  ],
  [
    "two folders with the same number",
    { ...VALID_COURSE, "01-two/lesson.md": VALID_COURSE["01-one/lesson.md"] ?? "" },
    "content/lessons/01-two:1: the number 01 is also used by 01-one",
  ],
  [
    "a folder without a number",
    { "one/lesson.md": "" },
    'content/lessons/one:1: a lesson folder is named like "01-what-ai-is"',
  ],
  ["a lesson without a quiz", { "01-one/lesson.md": "" }, quiz(1, "the lesson has no quiz.yaml")],
  ["a quiz without a lesson", { "01-one/quiz.yaml": "" }, lesson(1, "the lesson has no lesson.md")],
];

test.each(MISTAKES)("the content compiler reports the location of %s", (_mistake, files, error) => {
  expect(errorsOf(files)).toContainEqual(expect.stringContaining(error));
});

test("the content compiler reports all mistakes in a course in one run and returns no packs", () => {
  const quizText = change("quiz.yaml", "correct: 0", "correct: 9")["01-one/quiz.yaml"] ?? "";
  const lessonText = (change("lesson.md", "![A drawing]", "![]")["01-one/lesson.md"] ?? "").replace(
    "module: 1",
    "module: 3",
  );
  const result = read({ ...VALID_COURSE, "01-one/lesson.md": lessonText, "01-one/quiz.yaml": quizText });
  expect(result).not.toHaveProperty("packs");
  expect("errors" in result && result.errors.map((each) => each.line).sort((a, b) => a - b)).toEqual([
    3, 3, 19,
  ]);
});

test("a question can show something to examine, which its pack keeps", () => {
  const shows = "question: What now?\n    shows: {title: An answer, lines: [Yes., No.]}\n";
  const result = read({ ...VALID_COURSE, ...change("quiz.yaml", "question: What now?\n", shows) });
  if ("errors" in result) throw new Error(result.errors.map(formatError).join("\n"));
  const [first, second] = result.packs[0]?.quiz.questions ?? [];
  expect(first?.shows).toEqual({ title: "An answer", lines: ["Yes.", "No."] });
  expect(second).not.toHaveProperty("shows");
});

test("from lesson 2 on, the last question of a quiz must recall an earlier lesson", () => {
  const text = VALID_COURSE["01-one/lesson.md"] ?? "";
  const second = text
    .replace("lesson: 1", "lesson: 2")
    .replace("What AI Is, and What It Isn't", "How Chatbots Write, and Why They Make Things Up");
  const files = { "02-two/lesson.md": second, "02-two/quiz.yaml": VALID_COURSE["01-one/quiz.yaml"] ?? "" };
  expect(errorsOf(files)).toContain(
    'content/lessons/02-two/quiz.yaml:46: question 5 must recall an earlier lesson: add "recalls: 1" or lower',
  );
});
