import { useState } from "react";
import { type CapstoneReading, emptySections } from "../../domain/course/capstone.ts";
import { paths } from "../../domain/paths.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ArrivingHeading, changedSections, FrozenText, listed } from "./parts.tsx";

type Props = {
  /** The copy that will be handed in. */
  texts: CapstoneTexts;
  /** The workbook as it is now, which another tab may have changed since. */
  newer: CapstoneTexts;
  /** The texts of the first attempt, before the second one. */
  before: CapstoneTexts | null;
  reading: CapstoneReading | null;
  isBusy: boolean;
  failure: "full" | "failed" | null;
  onRenew: () => void;
  onBack: () => void;
  onHandIn: () => void;
};

/** Exactly what will be handed in, what happens then, and the one button that does it. */
export function Preview({
  texts,
  newer,
  before,
  reading,
  isBusy,
  failure,
  onRenew,
  onBack,
  onHandIn,
}: Props) {
  return (
    <>
      <section aria-labelledby="copy-title" className="flex flex-col gap-5">
        <ArrivingHeading id="copy-title" takesFocus>
          The copy that you hand in
        </ArrivingHeading>
        <p className="max-w-prose">
          Read it once more, as a stranger would. Check that it has roles in it and no names of real people.
        </p>
        {changedSections(texts, newer).size > 0 && (
          <Banner
            role="status"
            title="Your workbook has changed since this copy was made."
            action={
              Object.keys(newer).length > 0 && (
                <Button variant="secondary" onClick={onRenew}>
                  Use the newer text
                </Button>
              )
            }
          />
        )}
        <Card>
          <FrozenText texts={texts} before={before} />
        </Card>
      </section>
      <section aria-labelledby="next-title" className="flex flex-col gap-5 print:hidden">
        <h2 id="next-title" className="text-2xl">
          What happens when you hand it in
        </h2>
        <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
          <WhoReads reading={reading} />
          <li>
            You cannot change the copy afterwards. Your workbook stays open, and you can keep writing there.
          </li>
          <Attempts reading={reading} isSecond={before !== null} />
          <li>It is saved on this device first, and sent as soon as you are online.</li>
          <li>
            {reading === "self" ? "The copy is" : "The copy and its review are"} kept with your account and
            deleted with it, as our <TextLink to={paths.privacy()}>privacy policy</TextLink> says.
          </li>
        </ul>
        <Confirm texts={texts} isBusy={isBusy} failure={failure} onBack={onBack} onHandIn={onHandIn} />
      </section>
    </>
  );
}

function WhoReads({ reading }: { reading: CapstoneReading | null }) {
  const lab = (
    <>
      the lab <TextLink to={paths.lab("review-a-review")}>Review a review</TextLink>
    </>
  );
  switch (reading) {
    case "reviewer":
      return (
        <li>
          A reviewer reads it, gives points for each of the five rows of the rubric and comments on each. The
          answer appears on this page.
        </li>
      );
    case "self":
      return (
        <li>
          Nobody else reads it: your plan has a guided self-review. You score your capstone yourself, in {lab}
          .
        </li>
      );
    case null:
      return (
        <li>
          With a plan for NGOs or professionals, a reviewer reads it and answers on this page. With the
          student plan nobody else reads it, and you score it yourself in {lab}.
        </li>
      );
  }
}

function Attempts({ reading, isSecond }: { reading: CapstoneReading | null; isSecond: boolean }) {
  if (isSecond) return <li>This is your second and last attempt.</li>;
  if (reading === "self") return <li>You hand it in once.</li>;
  return <li>If the review is not a pass, you can improve your work and hand it in once more.</li>;
}

type ConfirmProps = Pick<Props, "texts" | "isBusy" | "failure" | "onBack" | "onHandIn">;

function Confirm({ texts, isBusy, failure, onBack, onHandIn }: ConfirmProps) {
  const [isAccepted, setIsAccepted] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const empty = emptySections((fieldId) => texts[fieldId] ?? "");
  const isReady = empty.length === 0 || isAccepted;
  return (
    <>
      {empty.length > 0 && (
        <Checkbox
          label={`Hand it in although ${empty.length === 1 ? "one section is" : `${empty.length} sections are`} empty: ${listed(empty.map(({ title }) => title))}. Only what is written can be read.`}
          checked={isAccepted}
          onChange={(event) => setIsAccepted(event.target.checked)}
          error={isAsked && !isAccepted ? "Tick this box, or go back and write what is missing." : undefined}
        />
      )}
      {failure && (
        <p role="alert" className="max-w-prose font-semibold text-danger">
          {failure === "full"
            ? "Not handed in: this device is out of storage space. Your text is still in your workbook. Free some space, then try again."
            : "Not handed in: the browser could not store it. Your text is still in your workbook. Please try again."}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isBusy}
          onClick={() => {
            setIsAsked(true);
            if (isReady) onHandIn();
          }}
        >
          {isBusy ? "Handing in…" : "Hand in"}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          Go back
        </Button>
      </div>
    </>
  );
}
