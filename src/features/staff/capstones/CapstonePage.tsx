import { CAPSTONE_SECTIONS } from "../../../domain/course/capstone.ts";
import { staffPaths } from "../../../domain/paths.ts";
import { formatMoment, timeSince } from "../../../domain/text/dates.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { type StaffQuery, useStaffQuery } from "../frame/useStaffQuery.ts";
import { ATTEMPTS, type Capstone, capstoneSchema, shortId, type Texts } from "./capstones.ts";
import { Reviewing } from "./Reviewing.tsx";
import { SentReviewView } from "./SentReviewView.tsx";

/** One hand-in: its text beside the rubric, or beside the review that was sent. */
export default function CapstonePage({ id }: { id: string }) {
  const query = useStaffQuery("staff_capstone", { p_id: id }, capstoneSchema);
  return (
    <Screen title={`Capstone ${shortId(id)}`} back={{ to: staffPaths.area("capstones"), label: "Capstones" }}>
      <Loaded query={query} what="the capstone">
        {(capstone) => <Whole capstone={capstone} query={query} />}
      </Loaded>
    </Screen>
  );
}

function Whole({ capstone, query }: { capstone: Capstone; query: StaffQuery<Capstone> }) {
  const { attempt, handed_in_at: at, review, previous } = capstone;
  return (
    <>
      <p className="text-muted">
        {ATTEMPTS[attempt]}, handed in {formatMoment(at)}
        {!review && <strong className="text-ink"> · {timeSince(at)} ago</strong>}
      </p>
      <div className="grid items-start gap-x-10 gap-y-12 xl:grid-cols-2">
        <section aria-labelledby="text-title" className="flex min-w-0 flex-col gap-5">
          <h2 id="text-title" className="text-2xl">
            What was handed in
          </h2>
          <SectionTexts texts={capstone.texts} before={previous?.texts ?? null} />
          {previous && (
            <Disclosure summary="The first attempt and its review">
              <div className="flex flex-col gap-8">
                <p className="text-muted">Handed in {formatMoment(previous.handed_in_at)}.</p>
                {previous.review && <SentReviewView review={previous.review} />}
                <SectionTexts texts={previous.texts} before={null} />
              </div>
            </Disclosure>
          )}
        </section>
        {/* Beside a long text the rubric stays in view and scrolls by itself. */}
        <div className="min-w-0 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto xl:px-1">
          <Reviewing capstone={capstone} onChange={query.reload} />
        </div>
      </div>
    </>
  );
}

function SectionTexts({ texts, before }: { texts: Texts; before: Texts | null }) {
  return (
    <dl className="flex flex-col gap-5">
      {CAPSTONE_SECTIONS.map(({ fieldId, title }) => (
        <div key={fieldId}>
          <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {title}
            {before && before[fieldId] !== texts[fieldId] && <Badge tone="note">Changed</Badge>}
          </dt>
          <dd className="mt-1">
            {texts[fieldId] === undefined ? (
              <p className="text-muted">Empty</p>
            ) : (
              <p className="written wrap-anywhere">{texts[fieldId]}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
