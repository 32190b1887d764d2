import * as z from "zod/mini";

const text = z.string().check(z.minLength(1));

const CLAIMS = 8;
const PICTURES = 5;

export const VERDICTS = ["supported", "other", "missing", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Whether Article 50 requires disclosure, with the reason. */
export const EU_ANSWERS = ["fake", "plain", "outside", "unknown"] as const;
export type EuAnswer = (typeof EU_ANSWERS)[number];
/** Where the CAP Code's two questions lead. */
export const CAP_ANSWERS = ["none", "label", "change", "unknown"] as const;
export type CapAnswer = (typeof CAP_ANSWERS)[number];

const documentSchema = z.object({ id: text, author: text, title: text, date: text, kind: text, text });
const claimSchema = z.object({
  text,
  cites: z.object({ author: text, title: text, date: text }),
  document: z.nullable(text),
  verdict: z.enum(VERDICTS),
  quote: z.optional(text),
  why: text,
});
const recordSchema = z.object({ maker: text, tool: text, usesAi: z.boolean(), edits: z.array(text) });
const pictureSchema = z.object({
  name: text,
  shows: text,
  caption: text,
  where: text,
  reachesEu: z.boolean(),
  record: z.nullable(recordSchema),
  eu: z.enum(EU_ANSWERS),
  euWhy: text,
  cap: z.enum(CAP_ANSWERS),
  capWhy: text,
});

/** `content/labs/trace-it/data.yaml`, which explains the fields. */
export const dataSchema = z
  .object({
    law: text,
    question: text,
    documents: z.array(documentSchema).check(z.minLength(1)),
    claims: z.array(claimSchema).check(z.length(CLAIMS)),
    pictures: z.array(pictureSchema).check(z.length(PICTURES)),
  })
  .check(
    z.superRefine(({ documents, claims, pictures }, context) => {
      const complain = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });

      for (const [index, { id }] of documents.entries())
        if (documents.findIndex((each) => each.id === id) < index)
          complain(["documents", index, "id"], "is used twice");

      for (const [index, claim] of claims.entries())
        for (const [key, message] of claimProblems(claim, documents))
          complain(["claims", index, key], message);
      for (const [index, picture] of pictures.entries())
        for (const [key, message] of pictureProblems(picture)) complain(["pictures", index, key], message);
    }),
  );
export type TraceItData = z.infer<typeof dataSchema>;
export type LibraryDocument = z.infer<typeof documentSchema>;
export type Claim = z.infer<typeof claimSchema>;
export type Picture = z.infer<typeof pictureSchema>;

type Problem = [key: string, message: string];

function claimProblems(claim: Claim, documents: readonly LibraryDocument[]): Problem[] {
  const { cites, document, verdict, quote } = claim;
  const problems: Problem[] = [];
  if ((document === null) !== (verdict === "missing"))
    problems.push(["verdict", 'must be "missing" if and only if no document is named']);
  if (document === null) {
    if (documents.some(({ title }) => title === cites.title))
      problems.push(["cites", "is declared missing, but the library has a document with this title"]);
    if (quote !== undefined) problems.push(["quote", "cannot come from a missing document"]);
    return problems;
  }
  const named = documents.find(({ id }) => id === document);
  if (!named) return [...problems, ["document", "is not in the library"]];
  for (const key of ["author", "title", "date"] as const)
    if (named[key] !== cites[key])
      problems.push(["cites", `differs from the document in its ${key}: "${named[key]}"`]);
  if (quote === undefined || !named.text.includes(quote))
    problems.push(["quote", "must be a passage of the document, word for word"]);
  return problems;
}

function pictureProblems({ record, reachesEu, eu, cap }: Picture): Problem[] {
  const problems: Problem[] = [];
  if ((record === null) !== (eu === "unknown") || (record === null) !== (cap === "unknown"))
    problems.push(["record", 'must be null if and only if both answers are "unknown"']);
  if ((eu === "outside") === reachesEu) problems.push(["eu", "contradicts `reachesEu`"]);
  if (eu === "fake" && record?.usesAi === false)
    problems.push(["eu", "calls a picture without AI a deepfake"]);
  return problems;
}
