import { RUBRIC } from "../../domain/course/capstone.ts";
import { passRule, resultOf } from "../../domain/course/capstoneResult.ts";
import type { CapstoneReview } from "../../entities/capstone/capstone.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Table } from "../../ui/Table.tsx";
import { ArrivingHeading } from "./ArrivingHeading.tsx";
import { moment } from "./words.ts";

const COLUMNS = [{ header: "Criterion" }, { header: "Points", numeric: true }, { header: "Comment" }];

type Props = { id: string; review: CapstoneReview; takesFocus: boolean };

/** The reviewer's answer: the result in words, points and a comment for each row of the rubric, and the rest. */
export function Review({ id, review, takesFocus }: Props) {
  const { total, most, lacks } = resultOf(review);
  return (
    <>
      <div className="flex flex-col gap-2">
        <ArrivingHeading id={id} takesFocus={takesFocus}>
          {review.passed ? "Passed" : "Not a pass yet"}: {total} of {most} points
        </ArrivingHeading>
        <p className="text-muted">Reviewed on {moment(review.reviewedAt)}.</p>
      </div>
      {!review.passed && (
        <div className="max-w-prose">
          <p className="font-semibold">What it needs for a pass</p>
          <ul className="list-disc pl-6">
            {lacks.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {review.overall.trim() !== "" && (
        <div className="max-w-prose">
          <h3 className="text-xl">The reviewer’s words</h3>
          <p className="written mt-1">{review.overall}</p>
        </div>
      )}
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
