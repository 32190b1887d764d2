import { CircleCheck, CircleDashed } from "lucide-react";

/** The sign beside a part of the capstone. What it shows is also said in words. */
export function DoneMark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Icon
      aria-hidden="true"
      className={isDone ? "mt-1 size-5 shrink-0 text-done" : "mt-1 size-5 shrink-0 text-muted"}
    />
  );
}
