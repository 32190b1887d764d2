/** One mistake for an author to fix. `line` counts from 1. */
export type ContentError = { file: string; line: number; message: string };

/** `content/lessons/01-what-ai-is/quiz.yaml:12: question 2 has 5 options, needs 4` */
export function formatError({ file, line, message }: ContentError): string {
  return `${file}:${line}: ${message}`;
}
