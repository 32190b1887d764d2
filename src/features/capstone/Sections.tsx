import { CAPSTONE_SECTIONS, type CapstoneFieldId } from "../../domain/course/capstone.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { stepsOf, stepWithField } from "../../domain/course/steps.ts";
import { paths } from "../../domain/paths.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ArrivingHeading, changedSections, DoneMark } from "./parts.tsx";

type Props = {
  texts: CapstoneTexts;
  /** The texts of the first attempt, before the second one. */
  before: CapstoneTexts | null;
  pack: LessonPack | null;
  takesFocus: boolean;
  onRead: () => void;
};

/** What is written and what is missing, before the learner hands in. */
export function Sections({ texts, before, pack, takesFocus, onRead }: Props) {
  const written = CAPSTONE_SECTIONS.filter(({ fieldId }) => texts[fieldId] !== undefined).length;
  const changed = before && changedSections(before, texts);
  const addressOf = fieldAddresses(pack);
  return (
    <section aria-labelledby="sections-title" className="flex flex-col gap-5 print:hidden">
      <ArrivingHeading id="sections-title" takesFocus={takesFocus}>
        {before ? "Hand in again" : "Your nine sections"}
      </ArrivingHeading>
      {before && (
        <p className="max-w-prose">
          You have one more attempt. Improve your sections in lesson 11 with the review beside you; the new
          copy is made from what is there when you hand in again. Your first attempt and its review stay on
          this page.
        </p>
      )}
      <Progress
        label="Written so far"
        value={written}
        max={CAPSTONE_SECTIONS.length}
        valueText={`${written} of ${CAPSTONE_SECTIONS.length} sections`}
      />
      <ol className="flex flex-col">
        {CAPSTONE_SECTIONS.map(({ fieldId, title }) => (
          <SectionRow
            key={fieldId}
            title={title}
            isWritten={texts[fieldId] !== undefined}
            isChanged={changed ? changed.has(fieldId) : null}
            address={addressOf(fieldId)}
          />
        ))}
      </ol>
      {written === 0 ? (
        <>
          <p className="max-w-prose">
            There is nothing to hand in yet. Write your sections first; you can then read the whole copy here
            before it goes anywhere.
          </p>
          <LinkButton to={addressOf("l11-purpose")} className="self-start">
            Begin in lesson 11
          </LinkButton>
        </>
      ) : (
        <>
          {written < CAPSTONE_SECTIONS.length && (
            <p className="max-w-prose">
              You can hand it in with empty sections, but only what is written can earn points.
            </p>
          )}
          {changed?.size === 0 && (
            <p className="max-w-prose font-semibold">Nothing has changed since your first attempt yet.</p>
          )}
          <Button className="self-start" onClick={onRead}>
            Read it before you hand it in
          </Button>
        </>
      )}
    </section>
  );
}

type SectionRowProps = {
  title: string;
  isWritten: boolean;
  /** Whether it has changed since the first attempt. Null before there was one. */
  isChanged: boolean | null;
  address: string;
};

function SectionRow({ title, isWritten, isChanged, address }: SectionRowProps) {
  const since =
    isChanged === null ? "" : isChanged ? ", changed since your first attempt" : ", as in your first attempt";
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5">
      <DoneMark isDone={isWritten} />
      <div className="flex min-w-0 flex-1 items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p>{title}</p>
          <p className="text-base text-muted">{`${isWritten ? "Written" : "Empty"}${since}`}</p>
        </div>
        <TextLink to={address} className="inline-flex min-h-11 shrink-0 items-center">
          {isWritten ? "Change it" : "Write it"}
          <span className="sr-only"> ({title})</span>
        </TextLink>
      </div>
    </li>
  );
}

/** The step of lesson 11 with the field, as far as the lesson is on this device. */
function fieldAddresses(pack: LessonPack | null): (fieldId: CapstoneFieldId) => string {
  const steps = pack && stepsOf(pack);
  return (fieldId) => {
    const step = steps && stepWithField(steps, fieldId);
    return paths.course("11", step ? { step } : {});
  };
}
