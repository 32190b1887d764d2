import { CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  CAPSTONE_SECTIONS,
  type CapstoneFieldId,
  type Finding,
  passRule,
  RUBRIC,
} from "../../domain/course/capstone.ts";
import { once } from "../../domain/once.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Table } from "../../ui/Table.tsx";

const LIST = once(() => new Intl.ListFormat("en-GB"));
const MOMENT = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }));

/** "25 November 2026 at 10:44", in the learner's own time zone. */
export function moment(iso: string): string {
  return MOMENT().format(new Date(iso));
}

export function listed(parts: readonly string[]): string {
  return LIST().format(parts);
}

/** The sections whose text differs. A section without text counts as empty. */
export function changedSections(before: CapstoneTexts, now: CapstoneTexts): ReadonlySet<CapstoneFieldId> {
  return new Set(
    CAPSTONE_SECTIONS.flatMap(({ fieldId }) => (before[fieldId] === now[fieldId] ? [] : [fieldId])),
  );
}

type Props = {
  texts: CapstoneTexts;
  /** Marks what differs from these. */
  before?: CapstoneTexts | null;
};

/** All nine sections as they are, or will be, handed in. */
export function FrozenText({ texts, before = null }: Props) {
  const changed = before && changedSections(before, texts);
  return (
    <dl className="flex flex-col gap-5">
      {CAPSTONE_SECTIONS.map(({ fieldId, title }) => (
        <div key={fieldId}>
          <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {title}
            {changed?.has(fieldId) && <Badge tone="note">Changed</Badge>}
          </dt>
          <dd className="mt-1">
            {texts[fieldId] === undefined ? (
              <p className="text-muted">Empty</p>
            ) : (
              <p className="written">{texts[fieldId]}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

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

type HeadingProps = {
  id: string;
  /** True if the learner's own action has just brought this part on screen. */
  takesFocus: boolean;
  children: ReactNode;
};

/** The heading of a part that replaces another one, together with the button that had the focus. */
export function ArrivingHeading({ id, takesFocus, children }: HeadingProps) {
  const target = useRef<HTMLHeadingElement>(null);
  const [isNew] = useState(takesFocus);
  useEffect(() => {
    if (isNew) target.current?.focus();
  }, [isNew]);
  return (
    <h2 ref={target} id={id} tabIndex={-1} className="scroll-mt-6 text-2xl">
      {children}
    </h2>
  );
}

const COLUMNS = [{ header: "Criterion" }, { header: "Points", numeric: true }, { header: "Comment" }];

/** The reviewer's points and comments for each row of the rubric, and what else a pass needs. */
export function Points({ review }: { review: Finding & { comments: readonly string[] } }) {
  return (
    <>
      <Table
        caption="Points and comments"
        columns={COLUMNS}
        rows={RUBRIC.map(({ criterion }, row) => [
          `${row + 1}. ${criterion}`,
          <span key="points" className="whitespace-nowrap">{`${review.scores[row]} of 4`}</span>,
          <Comment key={criterion} text={review.comments[row] ?? ""} />,
        ])}
      />
      <dl className="flex flex-col gap-2">
        <Requirement name="Sources that you have opened" isMet={review.hasSources} />
        <Requirement name="Diligence statement" isMet={review.hasDiligence} />
      </dl>
      <p className="max-w-prose text-muted">{passRule()}</p>
    </>
  );
}

function Comment({ text }: { text: string }) {
  return text.trim() === "" ? (
    <span className="text-muted">No comment</span>
  ) : (
    <span className="written">{text}</span>
  );
}

function Requirement({ name, isMet }: { name: string; isMet: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <dt>{name}</dt>
      <dd>
        <Badge tone={isMet ? "done" : "danger"}>{isMet ? "Yes" : "No"}</Badge>
      </dd>
    </div>
  );
}
