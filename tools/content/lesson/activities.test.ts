import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { formatError } from "../contentError.ts";
import { type CourseFiles, VALID_COURSE, writeCourse } from "../courseFixture.ts";
import { readCourse } from "../readCourse.ts";

const written: string[] = [];
afterEach(() => {
  for (const folder of written.splice(0)) rmSync(dirname(folder), { recursive: true, force: true });
});

function read(files: CourseFiles) {
  const folder = writeCourse(files);
  written.push(folder);
  return readCourse(folder);
}

function errorsOf(files: CourseFiles): string[] {
  const result = read(files);
  return "errors" in result ? result.errors.map(formatError) : [];
}

/** The valid course with more text at the end of its lesson, from line 25 on. */
function withText(text: string): CourseFiles {
  return { ...VALID_COURSE, "01-one/lesson.md": `${VALID_COURSE["01-one/lesson.md"]}\n${text}\n` };
}
function withSheet(text: string, front = "title: A sheet\npurpose: To try it.\n"): CourseFiles {
  return { ...VALID_COURSE, "01-one/sheets/a-sheet.md": `---\n${front}---\n\n${text}\n` };
}
function withFront(before: string, after: string): CourseFiles {
  const text = VALID_COURSE["01-one/lesson.md"] ?? "";
  if (!text.includes(before)) throw new Error(`the lesson does not contain ${before}`);
  return { ...VALID_COURSE, "01-one/lesson.md": text.replace(before, after) };
}

const SORT = `:::sort[Which is it?]{into="AI | Not AI"}
| What | Where | Why |
|---|---|---|
| A *timer* | Not AI | A rule |
| A filter | AI | It learned |
| A lamp | Not AI | A switch |
:::`;
const MARKS = `:::marks[Yours]{pass=5 zeros="2"}
| Criterion | 0 | 1–2 | 3 | 4 |
|---|---|---|---|---|
| Sense | None | Some | Good | Best |
| Care | None | Some | Good | Best |
:::`;
const FIELD = '::field{id="l01-case" label="Your case" hint="No names." lines=4}';

test("a lesson's exercises and fields become elements in its HTML and islands in its pack", () => {
  const course = read({
    ...withText(
      `${SORT}\n\n${FIELD}\n\n::workbook{from="l01-case"}\n\n[The sheet](sheet:a-sheet), [a model](term:model) and [the capstone](page:capstone)`,
    ),
    ...{ "01-one/sheets/a-sheet.md": withSheet(MARKS)["01-one/sheets/a-sheet.md"] ?? "" },
  });
  if ("errors" in course) throw new Error(course.errors.map(formatError).join("\n"));
  const [pack] = course.packs;
  expect(pack?.html).toContain('<div class="island island-sort" data-island="sort-which-is-it"></div>');
  expect(pack?.html).toMatch(
    /<div class="island island-field" data-island="l01-case"><div [^>]*hidden="until-found">.*Your case.*No names\./,
  );
  expect(pack?.html).toContain('href="/academy/course/ai-fluency/sheet?name=a-sheet"');
  expect(pack?.html).toContain('<a href="/academy/capstone">the capstone</a>');
  expect(pack?.html).toContain('<a href="/academy/glossary#model" class="term" data-term="model">');
  expect(pack?.islands).toEqual([
    {
      kind: "sort",
      id: "sort-which-is-it",
      edition: expect.stringMatching(/^[0-9a-f]{6}$/),
      title: "Which is it?",
      places: ["AI", "Not AI"],
      rows: [
        { what: "A <em>timer</em>", place: 1, why: "A rule" },
        { what: "A filter", place: 0, why: "It learned" },
        { what: "A lamp", place: 1, why: "A switch" },
      ],
    },
    { kind: "field", id: "l01-case", label: "Your case", hint: "No names.", lines: 4 },
    { kind: "workbook", id: "workbook", fields: [{ id: "l01-case", label: "Your case", lessonId: "1" }] },
  ]);
  expect(pack?.sheets).toMatchObject([{ name: "a-sheet", title: "A sheet", purpose: "To try it." }]);
  expect(pack?.sheets?.[0]?.islands).toMatchObject([
    { kind: "marks", passMarks: 5, rows: [{ fieldId: "l01-mark-1", needed: false }, { needed: true }] },
  ]);
});

const ASK = `:::ask{id="l01-timer" question="Is a timer AI?" as="one"}
- [ ] It is, *because* it acts alone

  Acting alone is automation.
- [x] It is not

  A person wrote its rule.

So ask who wrote the rule.
:::`;
const ORDER = `:::ask{id="l01-order" question="What comes first?" as="order"}
- [ ] Guess

  It begins with a guess.
- [ ] Compare

  The guess is compared.
- [ ] Adjust

  Then it adjusts.
:::`;

test("a question becomes an island, and can be read with its answer before the app has started", () => {
  const course = read(withText(`${ASK}\n\n${ORDER}`));
  if ("errors" in course) throw new Error(course.errors.map(formatError).join("\n"));
  const [one, order] = course.packs[0]?.islands ?? [];
  expect(one).toEqual({
    kind: "ask",
    id: "l01-timer",
    as: "one",
    question: "Is a timer AI?",
    edition: expect.stringMatching(/^[0-9a-f]{6}$/),
    answers: [
      { text: "It is, <em>because</em> it acts alone", why: "Acting alone is automation." },
      { text: "It is not", why: "A person wrote its rule." },
    ],
    right: [1],
    after: ["So ask who wrote the rule."],
  });
  if (order?.kind !== "ask") throw new Error("no question");
  expect(order.right.map((index) => order.answers[index]?.text)).toEqual(["Guess", "Compare", "Adjust"]);
  expect(order.right).not.toEqual([0, 1, 2]);
  expect(course.packs[0]?.html).toMatch(
    /data-island="l01-timer"><section class="block block-ask" data-shape>.*Is a timer AI\?.*<details class="ask-key">.*A person wrote its rule\./,
  );
});

const VIEWS =
  '::drawing[Two ways]{file="drawing.svg" ask="Which way?" views="Left | Right" says="One goes left. | One goes right."}';

test("a drawing with views lets the reader choose one, and says what each shows", () => {
  const course = read(withText(VIEWS));
  const html = "packs" in course ? course.packs[0]?.html : "";
  expect(html).toMatch(/<figure class="drawing drawing-views"><svg [\s\S]*<legend>Which way\?<\/legend>/);
  expect(html).toMatch(
    /<input type="radio" name="views-drawing\.svg" class="covering-input show-1" checked>Left/,
  );
  expect(html).toContain('<p class="view-2"><strong>Right: </strong>One goes right.</p>');
});

test("the edition of a question changes with its answers, and not with their reasons", () => {
  const editionOf = (text: string) => {
    const course = read(withText(text));
    const [ask] = ("packs" in course && course.packs[0]?.islands) || [];
    return ask?.kind === "ask" ? ask.edition : null;
  };
  expect(editionOf(ASK.replace("automation", "a habit"))).toBe(editionOf(ASK));
  expect(editionOf(ASK.replace("It is not", "No"))).not.toBe(editionOf(ASK));
});

test("a turn becomes a closed fold with its question and a key derived from its words", () => {
  const course = read(withText('::::example\nFirst.\n\n:::turn{ask="What next?"}\nOurs.\n:::\n::::'));
  const html = "packs" in course ? course.packs[0]?.html : "";
  expect(html).toContain('<details class="fold turn" data-fold="turn-what-next">');
  expect(html).toContain('<span class="fold-title">What next?</span>');
});

const body = (line: number, message: string) => `content/lessons/01-one/lesson.md:${line}: ${message}`;
const sheet = (line: number, message: string) =>
  `content/lessons/01-one/sheets/a-sheet.md:${line}: ${message}`;
const review = (line: number, message: string) => `content/lessons/03-three/review.yaml:${line}: ${message}`;

/**
 * Adds a third lesson. Its review set has the first lesson's questions, each of which recalls one of the given lessons.
 */
function withReview(recalls: readonly number[], day = 7): CourseFiles {
  const quiz = VALID_COURSE["01-one/quiz.yaml"] ?? "";
  let question = 0;
  const questions = quiz.replace(/ {4}correct: 0\n/g, (line) => {
    const recalled = recalls[question++];
    return recalled === undefined ? line : `${line}    recalls: ${recalled}\n`;
  });
  const lesson = (VALID_COURSE["01-one/lesson.md"] ?? "")
    .replace("lesson: 1", "lesson: 3")
    .replace("What AI Is, and What It Isn't", "Prompt, Check, Improve")
    .replace("term: Model", "term: Prompt")
    .replace("![A drawing](drawing.svg)\n\n", "");
  const last = quiz.lastIndexOf("    correct: 0\n");
  return {
    "03-three/lesson.md": lesson,
    "03-three/quiz.yaml": `${quiz.slice(0, last)}    recalls: 1\n${quiz.slice(last)}`,
    "03-three/review.yaml": `day: ${day}\n${questions}`,
  };
}

const MISTAKES: [mistake: string, files: CourseFiles, error: string][] = [
  [
    "a source without its label",
    withFront("label: P,", "note: x,"),
    body(13, "source 1, label is missing: use one of P, S2, S1"),
  ],
  [
    "an unknown source label",
    withFront("label: P", "label: U"),
    body(13, "source 1, label must be one of P, S2, S1"),
  ],
  [
    "a source of a single report without the words that name it",
    withFront("label: P", "label: S1"),
    body(13, "source 1, named is missing: give the words with which the text names this report"),
  ],
  [
    "a single report that the text never names",
    withFront("label: P", "label: S1, named: The Times"),
    body(13, 'the text never names this source as "The Times", although it is the only source of a claim'),
  ],
  [
    "naming words for a source that needs none",
    withFront("label: P", "label: P, named: Words"),
    body(13, "source 1, named is only for a source with label S1"),
  ],
  [
    "a cut between steps in a list",
    withText("- Words\n\n  ::step[More]"),
    body(27, "step must be at the top level or directly in activity or example"),
  ],
  [
    "a cut between steps in a sheet",
    withSheet("Words.\n\n::step[More]\n\nWords."),
    sheet(8, "step is allowed only in a lesson"),
  ],
  [
    "a cut between steps that is not alone on its line",
    withText("Words ::step[More] words."),
    body(25, 'a block with two colons must be alone on its line, for example "::step[Title]"'),
  ],
  ["a term without letters", withFront("term: Model", "term: (x)"), body(10, "term 1 has no letters")],
  [
    "a sort into an undeclared place",
    withText(SORT.replace("| AI | It", "| Both | It")),
    body(29, 'Where is "Both", needs one of AI, Not AI'),
  ],
  [
    "a drawing that does not exist",
    withText(VIEWS.replace("drawing.svg", "none.svg")),
    body(25, "the drawing none.svg does not exist"),
  ],
  [
    "a drawing with one view",
    withText(VIEWS.replace(/views=".*?"/, 'views="Left"')),
    body(25, "drawing has 1 views"),
  ],
  [
    "a view without its sentence",
    withText(VIEWS.replace(" | One goes right.", "")),
    body(25, "drawing needs a name and a sentence"),
  ],
  [
    "a question with two right answers of which one may be chosen",
    withText(ASK.replace("[ ]", "[x]")),
    body(25, 'ask has 2 ticked answers, needs 1 as "one"'),
  ],
  [
    "a question of which every answer is right",
    withText(ASK.replace("[ ]", "[x]").replace('"one"', '"all"')),
    body(25, "ask has 2 ticked answers of 2"),
  ],
  [
    "a right answer in a question about an order",
    withText(ORDER.replace("[ ] Guess", "[x] Guess")),
    body(25, "ask has a ticked answer"),
  ],
  [
    "too few answers",
    withText(ASK.replace('"one"', '"scale"')),
    body(25, 'ask has 2 answers, needs 3 to 4 as "scale"'),
  ],
  [
    "an answer without its reason",
    withText(ASK.replace("  A person wrote its rule.\n", "")),
    body(29, "an answer of ask needs its reason"),
  ],
  [
    "a question without a task list",
    withText(ASK.replaceAll(/\[.\] /g, "")),
    body(25, "ask needs a task list"),
  ],
  [
    "a question named after another lesson",
    withText(ASK.replace("l01-", "l02-")),
    body(25, "the question l02-timer must be named l01-…"),
  ],
  ["two questions of one name", withText(`${ASK}\n\n${ASK}`), body(36, "the id l01-timer is taken")],
  [
    "a task list outside of a question",
    withText("- [ ] Do it"),
    body(25, "a task list is allowed only in ask"),
  ],
  [
    "a sort with one place",
    withText(SORT.replace("AI | Not AI", "AI")),
    body(25, "sort needs 2 to 8 different names"),
  ],
  [
    "a sort without declared places",
    withText(SORT.replace('{into="AI | Not AI"}', "")),
    body(25, 'sort needs into="…"'),
  ],
  [
    "a sort with other columns",
    withText(SORT.replace("| Why |", "| Because |")),
    body(25, "sort needs the columns What, Where, Why"),
  ],
  [
    "a sort with two rows",
    withText(SORT.replace("| A lamp | Not AI | A switch |\n", "")),
    body(25, "sort has 2 rows, needs 3 to 10"),
  ],
  [
    "a sort with an empty cell",
    withText(SORT.replace("A rule", "")),
    body(28, "a row of sort needs a What and a Why"),
  ],
  [
    "text beside the table of a sort",
    withText(SORT.replace("\n| What", "\nWords.\n\n| What")),
    body(25, "sort must contain one table and nothing else"),
  ],
  [
    "a turn outside an example",
    withText(':::turn{ask="What?"}\nOurs.\n:::'),
    body(25, "turn must be directly inside example"),
  ],
  [
    "a field with three colons",
    withText(`:${FIELD}\n:::`),
    body(25, "field must be one line with two colons: ::field{…}"),
  ],
  [
    "a block with two colons",
    withText("::note{minutes=2}"),
    body(25, 'note must begin with three colons and end with ":::"'),
  ],
  ["a field without a label", withText('::field{id="l01-case"}'), body(25, 'field needs label="…"')],
  [
    "a field of another lesson",
    withText(FIELD.replace("l01", "l02")),
    body(25, "the field l02-case must be named l01-…"),
  ],
  [
    "a field with too many lines",
    withText(FIELD.replace("lines=4", "lines=40")),
    body(25, 'field has lines="40", which is not allowed'),
  ],
  [
    "a field that is defined twice",
    withText(`${FIELD}\n\n${FIELD}`),
    body(27, "the field l01-case is already in lesson 1"),
  ],
  [
    "a workbook block with an unknown field",
    withText('::workbook{from="l01-none"}'),
    body(25, "workbook names the field l01-none, which no lesson has"),
  ],
  ["marks in the text of a lesson", withText(MARKS), body(25, "marks is allowed only in a sheet")],
  [
    "a definition of an unknown term",
    withText(':::definition{term="Modem"}\nWords.\n:::'),
    body(25, 'definition of "Modem", which is not one of this lesson\'s terms'),
  ],
  ["an unknown term", withText("[x](term:none)"), body(25, "the term none is in no lesson's front matter")],
  ["an unknown page", withText("[x](page:none)"), body(25, "the link page:none leads nowhere")],
  ["an unknown sheet", withText("[x](sheet:none)"), body(25, "no lesson has a sheet called none")],
  [
    "a date without its year",
    withText(":::dates[Soon]\n| Date | What |\n|---|---|\n| 2 Aug | It applies |\n:::"),
    body(28, '"2 Aug" is not a date with a year'),
  ],
  [
    "marks with other columns",
    withSheet(MARKS.replace("1–2", "1")),
    sheet(6, "marks needs the columns Criterion, 0, 1–2, 3, 4"),
  ],
  [
    "marks that cannot be passed",
    withSheet(MARKS.replace("pass=5", "pass=9")),
    sheet(6, "marks has pass=9, more than its 2 rows can earn"),
  ],
  [
    "marks that refer to a missing row",
    withSheet(MARKS.replace('"2"', '"3"')),
    sheet(6, "marks names a row in zeros that does not exist"),
  ],
  [
    "marks with an empty cell",
    withSheet(MARKS.replace("| Care | None", "| Care | ")),
    sheet(10, "a row of marks has an empty cell"),
  ],
  ["a sheet without a purpose", withSheet("Words.", "title: A sheet\n"), sheet(2, "purpose is missing")],
  [
    "a sheet without front matter",
    { ...VALID_COURSE, "01-one/sheets/a-sheet.md": "Words.\n" },
    sheet(1, 'a sheet begins with front matter between "---" lines'),
  ],
  ["an empty sheet", withSheet(""), sheet(1, "the sheet has no text")],
  [
    "a review on the wrong day",
    withReview([1, 2, 3, 1, 2], 9),
    review(1, "day is 9, the review after lesson 3 is on day 7"),
  ],
  [
    "a review question that recalls nothing",
    withReview([1, 2, 3, 1]),
    review(51, 'question 5 must recall a lesson: add "recalls: 3" or lower'),
  ],
  ["a review of a later lesson", withReview([1, 2, 3, 1, 4]), review(51, "question 5 must recall a lesson")],
  [
    "a review of only two lessons",
    withReview([1, 1, 3, 1, 1]),
    review(2, "the questions come back to 2 lessons, needs 3"),
  ],
  [
    "a review after a lesson that has none",
    { ...VALID_COURSE, "01-one/review.yaml": withReview([1, 1, 1, 1, 1])["03-three/review.yaml"] ?? "" },
    "content/lessons/01-one/review.yaml:1: no review follows lesson 1",
  ],
];

test.each(MISTAKES)("the content compiler reports the location of %s", (_mistake, files, error) => {
  expect(errorsOf(files)).toContainEqual(expect.stringContaining(error));
});

test("the content compiler reports a term or sheet that two lessons define", () => {
  const third = withReview([1, 2, 3, 1, 2]);
  const lesson = third["03-three/lesson.md"]?.replace("term: Prompt", "term: Model (trained)") ?? "";
  const errors = errorsOf({
    ...withSheet("Words."),
    ...third,
    "03-three/lesson.md": lesson,
    "03-three/sheets/a-sheet.md": "---\ntitle: B\npurpose: C\n---\n\nWords.\n",
  });
  expect(errors).toContainEqual(
    expect.stringContaining('the term "Model (trained)" is introduced by lesson 1 already'),
  );
  expect(errors).toContainEqual(
    expect.stringContaining("lesson 1 already has a sheet or lab called a-sheet"),
  );
});

test("the errors of one lesson neither hide nor cause errors in another", () => {
  const third = withReview([1, 2, 3, 1, 2]);
  const errors = errorsOf({
    ...withFront("module: 1", "module: 4"),
    ...third,
    "03-three/lesson.md": `${third["03-three/lesson.md"]}\n[a model](term:model), [none](term:none)\n`,
  });
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain("01-one/lesson.md:3: module is 4");
  expect(errors[1]).toContain("03-three/lesson.md:23: the term none is in no lesson's front matter");
});
