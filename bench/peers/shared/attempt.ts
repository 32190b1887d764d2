export type Attempt = {
  id: string;
  lesson_id: string;
  answers: string;
  score: number;
  passed: boolean;
  taken_at: string;
};

export function newAttempt(): Attempt {
  return {
    id: crypto.randomUUID(),
    lesson_id: "1",
    answers: JSON.stringify([0, 1, 2, 3, 0]),
    score: 0,
    passed: false,
    taken_at: new Date().toISOString(),
  };
}
