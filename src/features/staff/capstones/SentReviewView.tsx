import { RUBRIC } from "../../../domain/course/capstone.ts";
import { MAX_MARK } from "../../../domain/course/marks.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { named, type SentReview } from "./capstones.ts";

/** A review as the learner received it, and who sent it. */
export function SentReviewView({ review }: { review: SentReview }) {
  const total = review.scores.reduce((sum, score) => sum + score, 0);
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={review.passed ? "done" : "danger"}>{review.passed ? "Passed" : "Not a pass"}</Badge>
        <strong>
          {total} of {RUBRIC.length * MAX_MARK} points
        </strong>
        <span className="text-muted">
          Sent by {named(review.reviewer)}, {formatMoment(review.reviewed_at)}
        </span>
      </p>
      <dl className="flex flex-col gap-3">
        {RUBRIC.map(({ criterion }, row) => (
          <Row
            key={criterion}
            name={`${row + 1}. ${criterion}`}
            points={`${review.scores[row]} of ${MAX_MARK}`}
          >
            {review.comments[row] ?? ""}
          </Row>
        ))}
        <Row name="Sources that the learner has opened" points={review.has_sources ? "Yes" : "No"} />
        <Row name="Diligence statement" points={review.has_diligence ? "Yes" : "No"} />
        <Row name="The review as a whole">{review.overall}</Row>
      </dl>
    </div>
  );
}

function Row({ name, points, children = "" }: { name: string; points?: string; children?: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      {points && <dd>{points}</dd>}
      {children.trim() !== "" && <dd className="written wrap-anywhere">{children}</dd>}
    </div>
  );
}
